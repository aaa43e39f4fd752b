/** Normalizes case, accents and repeated spaces: two spellings that a person considers the same fold to the same text. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** Orders texts by their code units, as days, moments and ids sort, whatever the language; numbers by their size. */
export function compareAscending<Value extends string | bigint>(a: Value, b: Value): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}
