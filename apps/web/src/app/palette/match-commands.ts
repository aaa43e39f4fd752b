import type { Command } from './command.ts'

/** The commands that fit what was typed, best first; all of them, in their order, for nothing. */
export const matchCommands = (commands: readonly Command[], typed: string): readonly Command[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return commands
  return commands
    .map((command) => ({ command, score: scoreCommand(command, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ command }) => command)
}

/** Every word must fit; a word of the title counts twice one of the keywords. */
const scoreCommand = ({ title, keywords = '' }: Command, words: readonly string[]): number => {
  let sum = 0
  for (const word of words) {
    const score = Math.max(2 * scoreWord(title.toLowerCase(), word), scoreWord(keywords, word))
    if (score === 0) return 0
    sum += score
  }
  return sum
}

/** 4 at the start of the text, 3 at the start of a word, 2 inside of one, 1 for letters in order, as "mkrd" in "mark read". */
const scoreWord = (text: string, word: string): number => {
  if (text.startsWith(word)) return 4
  if (text.includes(` ${word}`)) return 3
  if (word.length > 1 && text.includes(word)) return 2
  return word.length > 2 && hasLettersInOrder(text, word) ? 1 : 0
}

/** Letters in order, the first at the start of a word: without that nearly everything fits. */
const hasLettersInOrder = (text: string, letters: string): boolean => {
  for (let start = 0; start !== -1 && start < text.length;) {
    let at = start
    let matched = 0
    while (at < text.length && matched < letters.length) {
      if (text[at] === letters[matched]) matched++
      at++
    }
    if (text[start] === letters[0] && matched === letters.length && at - start <= letters.length * 4) return true
    const space = text.indexOf(' ', start)
    start = space === -1 ? -1 : space + 1
  }
  return false
}
