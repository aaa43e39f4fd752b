import type { Node } from '@tiptap/pm/model'

/** A word, or a sign, with the blank behind it. */
export const wordPattern = /[\p{L}\p{N}\p{M}]+\s*|[^\p{L}\p{N}\p{M}\s]\s*|\s+/gu

/** A share of the longer text below which two texts are two texts, and not one that was revised. */
export const leastInCommon = 0.4

/** The share of the longer of two blocks that stands in both, in whatever order: quick enough to be asked of every pair. */
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
  const longest = Math.max(lengthOf(words), lengthOf(others))
  return longest === 0 ? 0 : common / longest
}

const wordsOf = (block: Node): string[] =>
  (block.textBetween(0, block.content.size, ' ').match(wordPattern) ?? [])
    .map((word) => word.trim())
    .filter((word) => word !== '')

const lengthOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0)
