import type { Node } from '@tiptap/pm/model'

/** A word or a punctuation mark, with the following space. */
export const wordPattern = /[\p{L}\p{N}\p{M}]+\s*|[^\p{L}\p{N}\p{M}\s]\s*|\s+/gu

/** The share of the longer text below which two texts are unrelated, instead of revisions of each other. */
export const leastInCommon = 0.4

/** The share of the longer block that occurs in both, in any order: fast enough to be computed for every pair. */
export const inCommon = (one: Node, other: Node): number => {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  const left = new Map<string, number>()
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of others) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    common += word.length
  }
  const longerLength = Math.max(lengthOf(words), lengthOf(others))
  return longerLength === 0 ? 0 : common / longerLength
}

const wordsOf = (block: Node): string[] =>
  (block.textBetween(0, block.content.size, ' ').match(wordPattern) ?? [])
    .map((word) => word.trim())
    .filter((word) => word !== '')

const lengthOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0)
