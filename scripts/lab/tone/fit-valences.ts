import { degrees, isNegation } from '../../../packages/analytics/src/tone/vader-rules.ts'
import { toToneWords } from '../../../packages/analytics/src/tone/tone-words.ts'
import { wordValences } from '../../../packages/analytics/src/tone/word-valences.ts'
import type { RatedSentence } from './training-half.ts'

/** Chosen by three-fold cross-validation inside the training half, by Pearson's r of the four sets. */
const settings = {
  /** How strongly a word's valence is pulled towards its initial value; less for a rated word, because it is better known. */
  penalty: 1.7,
  ratedPenalty: 0.3,
  /** Tweets count four times, because their raters agree most with each other. */
  tweetWeight: 4,
  /** Steepness of the raters' means against scores. */
  gain: 1.8,
  leastSeen: 4,
  rounds: 150,
  step: 0.05,
}
const alpha = 15

export interface Fit {
  valences: Map<string, number>
  /** In how many sentences of the training half a word occurs. */
  sentenceCounts: Map<string, number>
}

/**
 * Adjusts valences so that VADER's scores follow the raters: squared error between score and mean rating, penalised
 * towards `prior`, by Adam (Kingma & Ba 2015). The effects of negation, degree and "but" stay as in VADER.
 */
export function fitValences(input: {
  sentences: readonly RatedSentence[]
  rated: Readonly<Record<string, number>>
  /** A word's valence before any sentence is read: VADER's rating, or its neighbours'. */
  prior: (word: string) => number
  isIgnored: (word: string) => boolean
}): Fit {
  const { sentences, rated, prior, isIgnored } = input
  const lexicon = new Map(Object.entries(rated).filter(([, valence]) => valence !== 0))
  const words = new Map<string, number>()
  const terms = sentences.map(({ text }) =>
    [...weightsOf(text, lexicon)]
      .filter(([word]) => !isIgnored(word))
      .map(([word, weight]) => {
        if (!words.has(word)) words.set(word, words.size)
        return { at: words.get(word) ?? 0, weight }
      }),
  )
  const sentenceCounts = new Int32Array(words.size)
  for (const sentence of terms) for (const { at } of sentence) sentenceCounts[at] = (sentenceCounts[at] ?? 0) + 1
  const start = Float64Array.from(words.keys(), prior)
  const pull = Float64Array.from(
    words.keys(),
    (word) => settings.penalty * (lexicon.has(word) ? settings.ratedPenalty : 1),
  )
  const isFree = Array.from(words.values(), (at) => (sentenceCounts[at] ?? 0) >= settings.leastSeen || start[at] !== 0)
  const sizes = new Map<string, number>()
  for (const { set } of sentences) sizes.set(set, (sizes.get(set) ?? 0) + 1)
  const targets = sentences.map(({ rating }) => Math.max(-1, Math.min(1, (rating / 4) * settings.gain)))
  const importance = sentences.map(
    ({ set }) =>
      (sentences.length / sizes.size / (sizes.get(set) ?? 1)) * (set === 'tweets' ? settings.tweetWeight : 1),
  )
  const valences = descend(start, (current, gradient) => {
    for (let at = 0; at < current.length; at++) gradient[at] = (pull[at] ?? 0) * ((current[at] ?? 0) - (start[at] ?? 0))
    terms.forEach((sentence, n) => {
      let sum = 0
      for (const { at, weight } of sentence) sum += weight * (current[at] ?? 0)
      const length = Math.sqrt(sum * sum + alpha)
      const slope = ((importance[n] ?? 0) * (sum / length - (targets[n] ?? 0)) * alpha) / length ** 3
      for (const { at, weight } of sentence) gradient[at] = (gradient[at] ?? 0) + weight * slope
    })
    isFree.forEach((free, at) => {
      if (!free) gradient[at] = 0
    })
  })
  const byWord = <T>(values: ArrayLike<T>) => new Map([...words].map(([word, at]) => [word, values[at] as T] as const)) // `at` numbers the words
  return { valences: byWord(valences), sentenceCounts: byWord(sentenceCounts) }
}

/** How much of its valence each word of a text contributes to the sum: VADER's rules with 1 in place of the valence. */
function weightsOf(text: string, lexicon: ReadonlyMap<string, number>): Map<string, number> {
  const words = toToneWords(text)
  const weights = new Map<string, number>()
  const ones = {
    has: (word: string) => lexicon.has(word),
    get: (word: string) =>
      lexicon.has(word) || (/^[a-z][a-z'-]+$/.test(word) && !isNegation(word) && !degrees.has(word)) ? 1 : undefined,
  }
  wordValences(words, ones).forEach((weight, at) => {
    const word = words.lower[at]
    if (weight === null || word === undefined) return
    weights.set(word, (weights.get(word) ?? 0) + Math.max(-1.5, Math.min(1.5, weight)))
  })
  return weights
}

function descend(
  start: Float64Array,
  fillGradient: (current: Float64Array, gradient: Float64Array) => void,
): Float64Array {
  const current = Float64Array.from(start)
  const gradient = new Float64Array(start.length)
  const momentum = new Float64Array(start.length)
  const scale = new Float64Array(start.length)
  for (let round = 1; round <= settings.rounds; round++) {
    fillGradient(current, gradient)
    for (let at = 0; at < current.length; at++) {
      const slope = gradient[at] ?? 0
      const mean = (momentum[at] = 0.9 * (momentum[at] ?? 0) + 0.1 * slope)
      const square = (scale[at] = 0.999 * (scale[at] ?? 0) + 0.001 * slope * slope)
      const size = Math.sqrt(square / (1 - 0.999 ** round)) + 1e-8
      current[at] = (current[at] ?? 0) - (settings.step * mean) / (1 - 0.9 ** round) / size
    }
  }
  return current
}
