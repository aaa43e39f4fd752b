import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from './light-stem.ts'

/** One text as sorted term numbers with weights of length 1; both arrays are empty when no word tells it apart. */
export interface StoryVector {
  terms: Uint32Array
  weights: Float64Array
}

/** Share of the library's documents that hold a folded word, in [0, 1]; null when it was not counted. */
export type BackgroundShare = (word: string) => number | null

/**
 * Writes texts as TF-IDF vectors: (1 + ln tf) · idf, cosine-normalised; words that stand in one text only join nothing, but
 * lengthen it, so that a text with much of its own is like no other by one common word. idf is the lower one of the texts' own and of the background's: a word that all texts of a topic share
 * (its name) and a word that the whole library shares ("really") say equally little about which story this is.
 * Salton & Buckley (1988), Term-weighting approaches in automatic text retrieval.
 */
export function toStoryVectors(
  texts: readonly (readonly string[])[],
  backgroundShare: BackgroundShare = () => null,
): { vectors: StoryVector[]; terms: number } {
  const counts = texts.map(countStems)
  const spread = new Map<string, { texts: number; word: string }>()
  for (const count of counts) {
    for (const [stem, { word }] of count) {
      const counter = spread.get(stem)
      if (counter === undefined) spread.set(stem, { texts: 1, word })
      else counter.texts++
    }
  }
  const numbers = new Map<string, { term: number; idf: number }>()
  for (const [stem, seen] of spread) {
    const own = Math.log((texts.length + 1) / (seen.texts + 0.5))
    const share = backgroundShare(seen.word)
    const idf = share === null ? own : Math.min(own, -Math.log(Math.max(share, 1e-6)))
    if (idf > 0) numbers.set(stem, { term: numbers.size, idf })
  }
  return { vectors: counts.map((count) => toVector(count, numbers)), terms: numbers.size }
}

type StemCounts = Map<string, { n: number; word: string }>

function countStems(words: readonly string[]): StemCounts {
  const counts: StemCounts = new Map()
  for (const word of words) {
    if (!isStoryWord(word)) continue
    const stem = lightStem(word)
    const seen = counts.get(stem)
    if (seen === undefined) counts.set(stem, { n: 1, word })
    else seen.n++
  }
  return counts
}

/** Numbers of two digits and more ("covid 19", "2021") tell stories apart as well as words do. */
function isStoryWord(word: string): boolean {
  return isContextTerm(word) || /^\d{2,}$/.test(word)
}

function toVector(counts: StemCounts, numbers: ReadonlyMap<string, { term: number; idf: number }>): StoryVector {
  const entries: [term: number, weight: number][] = []
  let squares = 0
  for (const [stem, { n }] of counts) {
    const number = numbers.get(stem)
    if (number === undefined) continue
    const weight = (1 + Math.log(n)) * number.idf
    entries.push([number.term, weight])
    squares += weight * weight
  }
  entries.sort(([a], [b]) => a - b)
  const length = Math.sqrt(squares)
  return {
    terms: Uint32Array.from(entries, ([term]) => term),
    weights: Float64Array.from(entries, ([, weight]) => weight / length),
  }
}
