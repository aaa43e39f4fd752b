/** Normalizes case, accents and repeated spaces: two spellings that a person considers the same fold to the same text. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
