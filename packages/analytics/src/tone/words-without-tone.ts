import type { QueryWord } from '../query/query-node.ts'
import { listDirections } from './directions.ts'
import { englishKnowledge } from './score-tone.ts'
import type { TextStyle } from './text-style.ts'

const styles: readonly TextStyle[] = ['news', 'post', 'comment']

/** Every word that has a tone in any style, or says a direction: sorted, so that the words of a beginning stand together. */
interface ToneVocabulary {
  has: (word: string) => boolean
  sorted: readonly string[]
}

let vocabulary: ToneVocabulary | undefined

/**
 * The words of a query that would have a tone in the documents that it finds, sorted. What was asked for stands in every one of them,
 * so it says nothing of how they speak of it: leave these out (`scoreTone`, `without`). A beginning stands for all words of the
 * lexicon that begin so. Empty for most queries, whose documents keep the score that they were stored with.
 */
export function wordsWithoutTone(words: readonly Pick<QueryWord, 'text' | 'prefix'>[]): string[] {
  const { has, sorted } = (vocabulary ??= readVocabulary())
  const without = new Set<string>()
  for (const { text, prefix } of words) {
    if (!prefix) {
      if (has(text)) without.add(text)
      continue
    }
    // a query of fifteen beginnings is read several times, and walking through the lexicon for each took 40 ms
    for (let at = firstFrom(sorted, text); sorted[at]?.startsWith(text) === true; at++) without.add(sorted[at] ?? text)
  }
  return [...without].toSorted()
}

function readVocabulary(): ToneVocabulary {
  const words = new Set(listDirections())
  for (const style of styles) for (const word of englishKnowledge(style).lexicon.keys?.() ?? []) words.add(word)
  return { has: (word) => words.has(word), sorted: [...words].toSorted() }
}

/** Where the first word stands that is not before `text`. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
