/**
 * The mark of a word that was written together with its neighbour: at the beginning of the word ("ʼ가" in "회사가") it belongs to the word before it, at
 * the end ("lʼ" in "l'inflation") to the next one. Words of the index and of queries contain it; people never see it.
 */
export const attachmentMark = '\u02BC'

const signs: ReadonlyMap<string, string> = new Map([
  [`point${attachmentMark}`, '.'],
  [`${attachmentMark}plus`, '+'],
  [`${attachmentMark}plusplus`, '++'],
  ...Array.from(
    { length: 5 },
    (_, tone) => [`${attachmentMark}tone${tone + 1}`, String.fromCodePoint(0x1f3fb + tone)] as const,
  ),
])

/** Whether two neighbouring words were written together. */
export function areAttached(before: string, word: string): boolean {
  return before.endsWith(attachmentMark) || word.startsWith(attachmentMark)
}

/** A word as it is written beside the one it belongs to: with an apostrophe between letters, without one where Korean has none. */
export function writeAttached(word: string): string {
  const sign = signs.get(word)
  if (sign !== undefined) return sign
  if (word.endsWith(attachmentMark)) return `${word.slice(0, -1)}'`
  if (!word.startsWith(attachmentMark)) return word
  return /^.\p{Script=Hangul}/u.test(word) ? word.slice(1) : `'${word.slice(1)}`
}
