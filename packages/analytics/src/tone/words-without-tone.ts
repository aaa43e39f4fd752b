import type { QueryWord } from '../query/query-node.ts'
import { isDirection, listDirections } from './directions.ts'
import { englishKnowledge } from './score-tone.ts'
import type { TextStyle } from './text-style.ts'

const styles: readonly TextStyle[] = ['news', 'post', 'comment']

/**
 * The words of a query that would have a tone in the documents that it finds, sorted. What was asked for stands in every one of them,
 * so it says nothing of how they speak of it: leave these out (`scoreTone`, `without`). A beginning stands for all words of the
 * lexicon that begin so. Empty for most queries, whose documents keep the score that they were stored with.
 */
export function wordsWithoutTone(words: readonly Pick<QueryWord, 'text' | 'prefix'>[]): string[] {
  const lexicons = styles.map((style) => englishKnowledge(style).lexicon)
  const bears = (word: string) => isDirection(word) || lexicons.some((lexicon) => lexicon.has(word))
  const found = new Set<string>()
  for (const { text, prefix } of words) {
    if (!prefix) {
      if (bears(text)) found.add(text)
      continue
    }
    for (const word of [...lexicons.flatMap((lexicon) => [...(lexicon.keys?.() ?? [])]), ...listDirections()])
      if (word.startsWith(text)) found.add(word)
  }
  return [...found].toSorted()
}
