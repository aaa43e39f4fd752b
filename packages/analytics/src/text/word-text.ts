import { fitsLexeme, indexedTokens, maxPositionsPerLexeme } from './tsvector.ts'

/** Ends each word; no word of `tokens` contains it. */
export const wordEnd = '\n'
/** Separates title and body, so that no phrase spans the two. */
export const fieldBorder = '\u001E'
/** Replaces a word that is not indexed, so that the positions after it do not change. */
const heldPlace = '\u001D'

/**
 * Writes the words of a document in order, each between two line ends: a phrase is a substring of this text. It contains the same words at the same
 * distances as `toTsvector`, so that engines without a tsvector find the same documents.
 */
export function toWordText(titleTokens: readonly string[], bodyTokens: readonly string[]): string {
  const { title, body } = indexedTokens({ title: titleTokens, body: bodyTokens })
  // most texts are so short that no word can occur too often: counting takes 4 µs a post, and writing 2
  if (title.length + body.length <= maxPositionsPerLexeme) return join(title.map(hold), body.map(hold))
  const seen = new Map<string, number>()
  const place = (word: string) => {
    const times = (seen.get(word) ?? 0) + 1
    seen.set(word, times)
    return times <= maxPositionsPerLexeme ? hold(word) : heldPlace
  }
  return join(title.map(place), body.map(place))
}

function hold(word: string): string {
  return fitsLexeme(word) ? word : heldPlace
}

function join(title: readonly string[], body: readonly string[]): string {
  return `${wordEnd}${[...title, fieldBorder, ...body].join(wordEnd)}${wordEnd}`
}
