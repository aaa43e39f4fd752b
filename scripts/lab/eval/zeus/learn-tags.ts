/** The tagger of a question's words: a conditional random field, learned by stochastic gradient descent; and the ranking of its readings. */
import { createRandom, type Random } from '@auspex/contract/random'
import {
  type FeatureWeights,
  listTaggings,
  type QuestionModel,
  tagWeight,
} from '../../../../packages/analyst/src/understand/reader/question-model.ts'
import {
  type QuestionWord,
  spanKinds,
  splitQuestion,
} from '../../../../packages/analyst/src/understand/reader/question-words.ts'
import {
  joiningTag,
  mayFollow,
  tagCount,
  topicBegin,
  topicRest,
} from '../../../../packages/analyst/src/understand/reader/tag-words.ts'
import type { LabelledSpan } from './questions.ts'
import type { LearnedTurn } from './wordings.ts'

/** Chosen by trying others on the open questions. */
const settings = {
  rounds: 9,
  /** The weights are averaged from this round on. */
  settled: 4,
  rate: 0.05,
  decay: 0.0005,
  /** The part of a word's features that is left out each time, so that no single one is relied upon. */
  dropout: 0.3,
}
/** A feature of fewer words is left out. */
const leastWords = 9

export interface Row {
  readonly features: readonly number[]
}

/** Numbers the features that are frequent enough to learn from. */
export function numberFeatures(rows: Iterable<Row>, fewest: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { features } of rows) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const numbers = new Map<number, number>()
  for (const [feature, count] of counts) if (count >= fewest) numbers.set(feature, numbers.size)
  return numbers
}

export function numbersOf(features: readonly number[], rows: ReadonlyMap<number, number>): Int32Array {
  return Int32Array.from(features.flatMap((feature) => rows.get(feature) ?? []))
}

export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const order = [...items]
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    ;[order[at], order[other]] = [order[other] as T, order[at] as T] // both are below the length
  }
  return order
}

/** Stochastic gradient descent whose steps shrink for the weights that change often. */
class Learner {
  readonly values: Float32Array
  readonly #squares: Float32Array
  readonly #rate: number
  readonly #sums: Float32Array
  #kept = 0
  readonly #decay: number
  constructor(size: number, rate: number, decay: number) {
    this.values = new Float32Array(size)
    this.#squares = new Float32Array(size).fill(1e-3)
    this.#rate = rate
    this.#sums = new Float32Array(size)
    this.#decay = decay
  }

  /** Adds the weights as they are to their average, which overfits less than the last ones. */
  keep(): void {
    this.#kept += 1
    for (let at = 0; at < this.values.length; at += 1) this.#sums[at] = (this.#sums[at] ?? 0) + (this.values[at] ?? 0)
  }

  average(): Float32Array {
    return this.#sums.map((sum) => sum / this.#kept)
  }

  step(at: number, slope: number): void {
    const value = this.values[at] ?? 0
    const gradient = slope + this.#decay * value
    const square = (this.#squares[at] ?? 0) + gradient * gradient
    this.#squares[at] = square
    this.values[at] = value - (this.#rate * gradient) / Math.sqrt(square)
  }

  /** A step for each feature and each class whose slope is not tiny. */
  stepAll(features: Int32Array, slopes: Float64Array, tiny: number): void {
    const classes = slopes.length
    const [values, squares, rate, decay] = [this.values, this.#squares, this.#rate, this.#decay]
    for (let one = 0; one < classes; one += 1) {
      const slope = slopes[one] ?? 0
      if (Math.abs(slope) <= tiny) continue
      for (const row of features) {
        const at = row * classes + one
        const value = values[at] ?? 0
        const gradient = slope + decay * value
        const square = (squares[at] ?? 0) + gradient * gradient
        squares[at] = square
        values[at] = value - (rate * gradient) / Math.sqrt(square)
      }
    }
  }
}

/** The sum of the weights of some features for each class. */
function sumWeights(values: Float32Array, features: Int32Array, classes: number): Float64Array {
  const sums = new Float64Array(classes)
  for (const row of features) {
    const begin = row * classes
    for (let at = 0; at < classes; at += 1) sums[at] = (sums[at] ?? 0) + (values[begin + at] ?? 0)
  }
  return sums
}

interface Sequence {
  readonly words: readonly (readonly number[])[]
  readonly tags: readonly number[]
}

export function tagsOf(words: readonly QuestionWord[], spans: readonly LabelledSpan[]): number[] {
  const begun = new Set<object>()
  const tags = words.map(({ start, end }) => {
    const span = spans.find((one) => one.start < end && one.end > start)
    if (span === undefined) return 0
    const isFirst = !begun.has(span)
    begun.add(span)
    return 1 + 2 * spanKinds.indexOf(span.kind) + (isFirst ? 0 : 1)
  })
  // "A, B and C": the words between two topics join them, where they are few
  const maxJoining = 3
  let since: number | null = null
  tags.forEach((tag, at) => {
    if (tag === topicBegin && since !== null && at - since <= maxJoining) tags.fill(joiningTag, since, at)
    if (tag === topicBegin || tag === topicRest) since = at + 1
    else if (tag !== 0) since = null
  })
  return tags
}

/** A conditional random field over the tags of a question's words. */
export function learnTags(sequences: readonly Sequence[], seed: number): Pick<QuestionModel, 'tags' | 'steps'> {
  const rows = numberFeatures(
    sequences.flatMap(({ words }) => words.map((features) => ({ features }))),
    leastWords,
  )
  const weights = new Learner(rows.size * tagCount, settings.rate, settings.decay)
  const steps = new Learner((tagCount + 1) * tagCount, settings.rate, settings.decay)
  const numbered = sequences.map(({ words, tags }) => ({
    tags,
    words: words.map((features) => numbersOf(features, rows)),
  }))
  const random = createRandom(seed)
  for (let round = 0; round < settings.rounds; round += 1) {
    for (const { words: all, tags } of shuffle(numbered, random)) {
      const words = all.map((features) => features.filter(() => !random.chance(settings.dropout)))
      learnSequence(words, tags, weights, steps)
    }
    if (round >= settings.settled) for (const one of [weights, steps]) one.keep()
  }
  return { tags: { classes: tagCount, rows, values: weights.average(), scale: 1 }, steps: steps.average() }
}

/** A step for the tags of one question: towards those that its writer gave, away from those that are expected. */
function learnSequence(words: readonly Int32Array[], tags: readonly number[], weights: Learner, steps: Learner): void {
  const scores = words.map((features) =>
    sumWeights(weights.values, features, tagCount).map((sum) => sum / (1 - settings.dropout)),
  )
  const { single, double } = marginals(scores, steps.values)
  for (const [at, features] of words.entries()) {
    const right = tags[at] ?? 0
    const slopes = single[at] as Float64Array // one for each word
    slopes[right] = (slopes[right] ?? 0) - 1
    weights.stepAll(features, slopes, 1e-3)
    const before = at === 0 ? tagCount : (tags[at - 1] ?? 0)
    const rightPair = before * tagCount + right
    // pairs of a tag before, or the beginning, and a tag
    for (let pair = 0; pair < (tagCount + 1) * tagCount; pair += 1) {
      const slope = (double[at]?.[pair] ?? 0) - (pair === rightPair ? 1 : 0)
      if (Math.abs(slope) > 1e-4) steps.step(pair, slope)
    }
  }
}

/** How probable each tag is at each word, and each pair of tags, by the forward and backward sums, scaled at each word. */
function marginals(scores: readonly Float64Array[], steps: Float32Array) {
  const count = tagCount
  const from = new Float64Array((count + 1) * count)
  for (let before = 0; before <= count; before += 1)
    for (let tag = 0; tag < count; tag += 1)
      if (mayFollow(tag, before === count ? 0 : before))
        from[before * count + tag] = Math.exp(steps[before * count + tag] ?? 0)
  const emitted = scores.map((one) => {
    const largest = Math.max(...one)
    return one.map((score) => Math.exp(score - largest))
  })
  const scales: number[] = []
  const forward: Float64Array[] = []
  emitted.forEach((own, at) => {
    const sums = new Float64Array(count)
    const last = forward[at - 1]
    let total = 0
    for (let tag = 0; tag < count; tag += 1) {
      let sum = 0
      if (last === undefined) sum = from[count * count + tag] ?? 0
      else
        for (let before = 0; before < count; before += 1) sum += (last[before] ?? 0) * (from[before * count + tag] ?? 0)
      sums[tag] = sum * (own[tag] ?? 0)
      total += sums[tag] ?? 0
    }
    for (let tag = 0; tag < count; tag += 1) sums[tag] = (sums[tag] ?? 0) / total
    scales.push(total)
    forward.push(sums)
  })
  const backward = emitted.map(() => new Float64Array(count).fill(1))
  for (let at = emitted.length - 2; at >= 0; at -= 1)
    for (let tag = 0; tag < count; tag += 1) {
      let sum = 0
      for (let to = 0; to < count; to += 1)
        sum += (from[tag * count + to] ?? 0) * (emitted[at + 1]?.[to] ?? 0) * (backward[at + 1]?.[to] ?? 0)
      ;(backward[at] as Float64Array)[tag] = sum / (scales[at + 1] ?? 1) // one for each word
    }
  const single = forward.map((sums, at) => sums.map((sum, tag) => sum * (backward[at]?.[tag] ?? 0)))
  const double = emitted.map((own, at) => {
    const pairs = new Float64Array((count + 1) * count)
    for (let tag = 0; tag < count; tag += 1) {
      const after = ((own[tag] ?? 0) * (backward[at]?.[tag] ?? 0)) / (scales[at] ?? 1)
      if (at === 0) pairs[count * count + tag] = (from[count * count + tag] ?? 0) * after
      else
        for (let before = 0; before < count; before += 1)
          pairs[before * count + tag] = (forward[at - 1]?.[before] ?? 0) * (from[before * count + tag] ?? 0) * after
    }
    return pairs
  })
  return { single, double }
}

/** Chosen by trying others on the open questions. */
const rankingSettings = { rounds: 15, rate: 0.03, decay: 0.01, fewest: 3 }

/** The ways to mark the topics of a question, and which of them its writer marked. */
export interface RankingExample {
  readonly taggings: readonly { readonly score: number; readonly features: readonly number[] }[]
  readonly right: number
}

/** Null where the right one is not among the most probable ones, or is the only one. */
export function toRankingExample(model: QuestionModel, { question, before }: LearnedTurn): RankingExample | null {
  const words = splitQuestion(question.text)
  const topicsOf = (tags: readonly number[]) =>
    tags.map((tag) => (tag === topicBegin || tag === topicRest ? tag : 0)).join('')
  const meant = topicsOf(tagsOf(words, question.spans))
  const taggings = listTaggings(model, question.text, before)
  const right = taggings.findIndex(({ tags }) => topicsOf(tags) === meant)
  return right === -1 || taggings.length < 2 ? null : { taggings, right }
}

/** A log-linear model of the right one among the ways; steps shrink for the weights that change often. */
export function learnRanking(examples: readonly RankingExample[], seed = 7): FeatureWeights {
  const rows = numberFeatures(
    examples.map(({ taggings }) => ({ features: [...new Set(taggings.flatMap(({ features }) => features))] })),
    rankingSettings.fewest,
  )
  const numbered = examples.map(({ taggings, right }) => ({
    right,
    ways: taggings.map(({ score, features }) => ({ score, numbers: features.flatMap((one) => rows.get(one) ?? []) })),
  }))
  const values = new Float32Array(rows.size)
  const squares = new Float32Array(rows.size).fill(1e-3)
  const sums = new Float64Array(rows.size)
  const random = createRandom(seed)
  const settled = Math.floor(rankingSettings.rounds / 2)
  for (let round = 0; round < rankingSettings.rounds; round += 1) {
    for (const { ways, right } of shuffle(numbered, random)) {
      const scores = ways.map(({ score, numbers }) =>
        numbers.reduce((sum, number) => sum + (values[number] ?? 0), score * tagWeight),
      )
      const most = Math.max(...scores)
      const total = scores.reduce((sum, score) => sum + Math.exp(score - most), 0)
      const slopes = new Map<number, number>()
      ways.forEach(({ numbers }, way) => {
        const slope = Math.exp((scores[way] ?? 0) - most) / total - (way === right ? 1 : 0)
        for (const number of numbers) slopes.set(number, (slopes.get(number) ?? 0) + slope)
      })
      for (const [number, slope] of slopes) {
        const value = values[number] ?? 0
        const gradient = slope + rankingSettings.decay * value
        const square = (squares[number] ?? 0) + gradient * gradient
        squares[number] = square
        values[number] = value - (rankingSettings.rate * gradient) / Math.sqrt(square)
      }
    }
    if (round >= settled) for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (values[at] ?? 0)
  }
  return {
    classes: 1,
    rows,
    values: Float32Array.from(sums, (sum) => sum / (rankingSettings.rounds - settled)),
    scale: 1,
  }
}
