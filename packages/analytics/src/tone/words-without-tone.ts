import type { QueryWord } from '../query/query-node.ts'
import { listDirections } from './tone-words.ts'
import { englishKnowledge, type TextStyle } from './create-tone-scorer.ts'

const styles: readonly TextStyle[] = ['news', 'post', 'comment']

/** Every word that has a tone in any style, or is a direction: sorted, so that the words with a common prefix are adjacent. */
interface ToneVocabulary {
  has: (word: string) => boolean
  sorted: readonly string[]
}

let vocabulary: ToneVocabulary | undefined

/**
 * The words of a query that would have a tone in the documents that it finds, sorted. They occur in every match, so they say nothing about its tone:
 * exclude them (`scoreTone`, `without`). A prefix represents all words of the lexicon that begin with it. Empty for most queries, whose documents
 * keep their stored score.
 */
export function wordsWithoutTone(words: readonly QueryWord[]): string[] {
  const { has, sorted } = (vocabulary ??= readVocabulary())
  const without = new Set<string>()
  for (const { text, prefix } of words) {
    if (!prefix) {
      if (has(text)) without.add(text)
      continue
    }
    // a query of fifteen prefixes is processed several times, and scanning the lexicon for each took 40 ms
    for (let index = firstFrom(sorted, text); sorted[index]?.startsWith(text) === true; index++)
      without.add(sorted[index] ?? text)
  }
  return [...without].toSorted()
}

function readVocabulary(): ToneVocabulary {
  const words = new Set(listDirections())
  for (const style of styles) for (const word of englishKnowledge(style).lexicon.keys?.() ?? []) words.add(word)
  return { has: (word) => words.has(word), sorted: [...words].toSorted() }
}

/** The index of the first word that does not sort before `text`. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
