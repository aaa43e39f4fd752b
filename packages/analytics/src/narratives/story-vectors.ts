import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from './light-stem.ts'

/** One text as sorted term numbers with weights of length 1; both arrays are empty when no word is distinctive. */
export interface StoryVector {
  terms: Uint32Array
  weights: Float64Array
}

/** Share of the library's documents that contain a folded word, in [0, 1]; null when it was not counted. */
export type BackgroundShare = (word: string) => number | null

/**
 * Writes texts as TF-IDF vectors: (1 + ln tf) · idf, cosine-normalised. Words in only one text connect nothing but count towards the length, so that
 * one common word does not make a text with many words of its own similar to another. idf is the lower of the texts' own and the background's: a word
 * that all texts of a topic share (its name) and a word that the whole library shares ("really") are equally uninformative about the story. Salton &
 * Buckley (1988), Term-weighting approaches in automatic text retrieval.
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
    const textIdf = Math.log((texts.length + 1) / (seen.texts + 0.5))
    const share = backgroundShare(seen.word)
    const idf = share === null ? textIdf : Math.min(textIdf, -Math.log(Math.max(share, 1e-6)))
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

/** Numbers of two or more digits ("covid 19", "2021") distinguish stories as well as words do. */
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
