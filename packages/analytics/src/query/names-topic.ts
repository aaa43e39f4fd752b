import { isContextTerm } from '../contexts/context-terms.ts'
import { findPhrase } from './find-phrase.ts'
import type { QueryNode } from './query-node.ts'
import { wantedPhrases } from './query-phrases.ts'

/**
 * Creates the test whether words (as returned by `tokens`) name the topic of a query: they contain one of its wanted phrases. A phrase of stop words
 * alone ("of the") names nothing, unless the query has no other.
 */
export function topicTest(node: QueryNode): (words: readonly string[]) => boolean {
  const phrases = wantedPhrases(node)
  const contentPhrases = phrases.filter(({ words }) => words.some(({ text }) => isContextTerm(text)))
  const names = contentPhrases.length > 0 ? contentPhrases : phrases
  return (words) => names.some((phrase) => findPhrase(phrase.words, words, 0) !== -1)
}
