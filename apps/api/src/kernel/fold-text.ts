/** Text without case, accents and doubled spaces: two spellings that a person takes for the same fold alike. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
