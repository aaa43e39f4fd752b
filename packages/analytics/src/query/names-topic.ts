import { isContextTerm } from '../contexts/context-terms.ts'
import { findPhrase } from './find-phrase.ts'
import type { QueryNode } from './query-node.ts'
import { wantedPhrases } from './query-phrases.ts'

/**
 * Makes the test whether words (as `tokens` gives them) name the topic of a query: one of its wanted phrases stands in them. A phrase
 * of stop words alone ("of the") names nothing, unless the query has no other.
 */
export function topicTest(node: QueryNode): (words: readonly string[]) => boolean {
  const phrases = wantedPhrases(node)
  const telling = phrases.filter(({ words }) => words.some(({ text }) => isContextTerm(text)))
  const names = telling.length > 0 ? telling : phrases
  return (words) => names.some((phrase) => findPhrase(phrase.words, words, 0) !== -1)
}
