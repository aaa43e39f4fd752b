/** What is typed at the place of the caret and opens a menu: a command at the beginning, or a mention anywhere. */
export interface MenuToken {
  readonly kind: 'command' | 'mention'
  /** What follows the sign. */
  readonly words: string
  /** Where the sign stands. */
  readonly start: number
  readonly end: number
}

/** Longer words after @ are no name that somebody looks for. */
const longestMention = 40

export const tokenAt = (text: string, caret: number): MenuToken | null => {
  const before = text.slice(0, caret)
  const command = /^\/(\p{L}*)$/u.exec(before)
  if (command) return { kind: 'command', words: command[1] ?? '', start: 0, end: caret }
  const mention = /(?:^|\s)@([^@\n]*)$/u.exec(before)
  const words = mention?.[1]
  if (words === undefined || words.length > longestMention || /\s$/.test(words.slice(0, 1))) return null
  return { kind: 'mention', words, start: caret - words.length - 1, end: caret }
}

/** The text with other words where the token stood, and where the caret is then. */
export const replaceToken = (text: string, { start, end }: MenuToken, words: string) => {
  const after = text.slice(end)
  const space = words !== '' && !/^\s/.test(after) ? ' ' : ''
  return { text: text.slice(0, start) + words + space + after, caret: start + words.length + space.length }
}
