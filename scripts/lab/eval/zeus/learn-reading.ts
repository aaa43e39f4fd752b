/** Usage: node scripts/lab/eval/zeus/learn-reading.ts. Trains the reader of questions on the open ones and writes its weights. Takes two minutes. */
import { createRandom, type Random } from '@auspex/contract/random'
import {
  type FeatureWeights,
  followings,
  headClasses,
  type HeadName,
  mayFollow,
  type QuestionModel,
  score,
  softmax,
  tagCount,
  wants,
} from '../../../../packages/analyst/src/understand/reader/question-model.ts'
import {
  type QuestionWord,
  questionFeatures,
  spanKinds,
  splitQuestion,
  tagFeatures,
  type TaggedSpan,
} from '../../../../packages/analyst/src/understand/reader/question-words.ts'
import { followingOf, type LabelledQuestion } from './questions.ts'

/** Written by hand after trying others on the open questions. */
const settings = { tagRounds: 14, tagRate: 0.12, tagDecay: 0.002, headRounds: 14, headRate: 0.12, headDecay: 0.003, fewest: 2 }

interface Row {
  readonly features: readonly number[]
}

/** Numbers the features that are frequent enough to learn from. */
function numberFeatures(rows: Iterable<Row>, fewest: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { features } of rows) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const numbers = new Map<number, number>()
  for (const [feature, count] of counts) if (count >= fewest) numbers.set(feature, numbers.size)
  return numbers
}

/** Stochastic gradient descent whose steps shrink for the weights that change often. */
class Learner {
  readonly values: Float32Array
  readonly #squares: Float32Array
  readonly #rate: number
  readonly #decay: number
  constructor(size: number, rate: number, decay: number) {
    this.values = new Float32Array(size)
    this.#squares = new Float32Array(size).fill(1e-3)
    this.#rate = rate
    this.#decay = decay
  }

  step(at: number, slope: number): void {
    const value = this.values[at] ?? 0
    const gradient = slope + this.#decay * value
    const square = (this.#squares[at] ?? 0) + gradient * gradient
    this.#squares[at] = square
    this.values[at] = value - (this.#rate * gradient) / Math.sqrt(square)
  }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items]
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    ;[order[at], order[other]] = [order[other] as T, order[at] as T] // both are below the length
  }
  return order
}

interface Sequence {
  readonly words: readonly (readonly number[])[]
  readonly tags: readonly number[]
}

export function tagsOf(words: readonly QuestionWord[], spans: readonly LabelledQuestion['spans'][number][]): number[] {
  const begun = new Set<object>()
  return words.map(({ start, end }) => {
    const span = spans.find((one) => one.start < end && one.end > start)
    if (span === undefined) return 0
    const isFirst = !begun.has(span)
    begun.add(span)
    return 1 + 2 * spanKinds.indexOf(span.kind) + (isFirst ? 0 : 1)
  })
}

/** A conditional random field over the tags of a question's words. */
function learnTags(sequences: readonly Sequence[], seed: number): Pick<QuestionModel, 'tags' | 'steps'> {
  const rows = numberFeatures(sequences.flatMap(({ words }) => words.map((features) => ({ features }))), settings.fewest)
  const weights = new Learner(rows.size * tagCount, settings.tagRate, settings.tagDecay)
  const steps = new Learner((tagCount + 1) * tagCount, settings.tagRate, settings.tagDecay)
  const numbered = sequences.map(({ words, tags }) => ({
    tags,
    words: words.map((features) => features.flatMap((feature) => rows.get(feature) ?? [])),
  }))
  const random = createRandom(seed)
  for (let round = 0; round < settings.tagRounds; round += 1)
    for (const { words, tags } of shuffled(numbered, random)) {
      const own = words.map((features) => {
        const sums = new Float64Array(tagCount)
        for (const row of features) for (let tag = 0; tag < tagCount; tag += 1) sums[tag] = (sums[tag] ?? 0) + (weights.values[row * tagCount + tag] ?? 0)
        return sums
      })
      const { single, double } = marginals(own, steps.values)
      for (const [at, features] of words.entries()) {
        const right = tags[at] ?? 0
        for (let tag = 0; tag < tagCount; tag += 1) {
          const slope = (single[at]?.[tag] ?? 0) - (tag === right ? 1 : 0)
          if (Math.abs(slope) > 1e-4) for (const row of features) weights.step(row * tagCount + tag, slope)
        }
        const before = at === 0 ? tagCount : (tags[at - 1] ?? 0)
        for (let from = 0; from < tagCount + 1; from += 1)
          for (let tag = 0; tag < tagCount; tag += 1) {
            const expected = double[at]?.[from * tagCount + tag] ?? 0
            const slope = expected - (from === before && tag === right ? 1 : 0)
            if (Math.abs(slope) > 1e-4) steps.step(from * tagCount + tag, slope)
          }
      }
    }
  return { tags: { classes: tagCount, rows, values: weights.values, scale: 1 }, steps: steps.values }
}

/** How probable each tag is at each word, and each pair of tags, by the forward and backward sums. */
function marginals(own: readonly Float64Array[], steps: Float32Array) {
  const none = Number.NEGATIVE_INFINITY
  const step = (from: number, tag: number) => (mayFollow(tag, from === tagCount ? 0 : from) ? (steps[from * tagCount + tag] ?? 0) : none)
  const forward = own.map(() => new Float64Array(tagCount))
  const backward = own.map(() => new Float64Array(tagCount))
  own.forEach((scores, at) => {
    for (let tag = 0; tag < tagCount; tag += 1) {
      const sum = at === 0 ? step(tagCount, tag) : sumOf(tagCount, (from) => (forward[at - 1]?.[from] ?? 0) + step(from, tag))
      ;(forward[at] as Float64Array)[tag] = sum + (scores[tag] ?? 0)
    }
  })
  for (let at = own.length - 2; at >= 0; at -= 1)
    for (let tag = 0; tag < tagCount; tag += 1)
      (backward[at] as Float64Array)[tag] = sumOf(tagCount, (to) => step(tag, to) + (own[at + 1]?.[to] ?? 0) + (backward[at + 1]?.[to] ?? 0))
  const total = sumOf(tagCount, (tag) => forward.at(-1)?.[tag] ?? none)
  const single = own.map((_, at) => Float64Array.from({ length: tagCount }, (__, tag) => Math.exp((forward[at]?.[tag] ?? none) + (backward[at]?.[tag] ?? 0) - total)))
  const double = own.map((scores, at) => {
    const pairs = new Float64Array((tagCount + 1) * tagCount)
    for (let from = 0; from <= tagCount; from += 1) {
      if ((at === 0) !== (from === tagCount)) continue
      for (let tag = 0; tag < tagCount; tag += 1) {
        const before = at === 0 ? 0 : (forward[at - 1]?.[from] ?? none)
        pairs[from * tagCount + tag] = Math.exp(before + step(from, tag) + (scores[tag] ?? 0) + (backward[at]?.[tag] ?? 0) - total)
      }
    }
    return pairs
  })
  return { single, double }
}

function sumOf(count: number, at: (index: number) => number): number {
  let largest = Number.NEGATIVE_INFINITY
  const values = new Float64Array(count)
  for (let index = 0; index < count; index += 1) {
    const value = at(index)
    values[index] = value
    if (value > largest) largest = value
  }
  if (largest === Number.NEGATIVE_INFINITY) return largest
  let sum = 0
  for (const value of values) sum += Math.exp(value - largest)
  return largest + Math.log(sum)
}

interface Example extends Row {
  /** The part of each class; more than one may be right where `isEach`. */
  readonly target: readonly number[]
}

/** Logistic regression: one class of several, or each class by itself. */
function learnHead(examples: readonly Example[], classes: number, isEach: boolean, seed: number): FeatureWeights {
  const rows = numberFeatures(examples, settings.fewest)
  const weights = new Learner(rows.size * classes, settings.headRate, settings.headDecay)
  const numbered = examples.map(({ features, target }) => ({ target, features: features.flatMap((feature) => rows.get(feature) ?? []) }))
  const random = createRandom(seed)
  for (let round = 0; round < settings.headRounds; round += 1)
    for (const { features, target } of shuffled(numbered, random)) {
      const sums = new Float64Array(classes)
      for (const row of features) for (let at = 0; at < classes; at += 1) sums[at] = (sums[at] ?? 0) + (weights.values[row * classes + at] ?? 0)
      const guess = isEach ? sums.map((sum) => 1 / (1 + Math.exp(-sum))) : softmax(sums)
      for (let at = 0; at < classes; at += 1) {
        const slope = (guess[at] ?? 0) - (target[at] ?? 0)
        if (Math.abs(slope) > 1e-3) for (const row of features) weights.step(row * classes + at, slope)
      }
    }
  return { classes, rows, values: weights.values, scale: 1 }
}

/** Learns to read questions from labelled ones; a single question is a conversation of one turn. */
export function learnReading(
  questions: readonly LabelledQuestion[],
  dialogues: readonly (readonly LabelledQuestion[])[],
  seed = 7,
): QuestionModel {
  // a third of the questions follow another one without going on from it
  const conversations = [
    ...dialogues,
    ...questions.map((question, at) => (at % 3 === 0 && at > 0 ? [questions[at - 1] as LabelledQuestion, question] : [question])),
  ]
  const turns = conversations.flatMap((conversation) =>
    conversation.flatMap((question, at) => {
      const isApart = question.inFull === null && at > 0
      if (at === 0 && conversation.length === 2 && conversation[1]?.inFull === null) return []
      const words = splitQuestion(question.text)
      const want = at === 0 ? null : (conversation[at - 1]?.wants[0] ?? 'brief')
      return [{ question, words, following: isApart ? ('new' as const) : followingOf(question, conversation), before: { want } }]
    }),
  )
  const sequences = turns.flatMap(({ question, words }) =>
    words.length === 0 ? [] : [{ words: tagFeatures(words), tags: tagsOf(words, question.spans) }],
  )
  const examples = turns.map(({ question, words, following, before }) => ({
    question,
    following,
    features: questionFeatures(words, question.spans as readonly TaggedSpan[], before),
  }))
  const head = (name: HeadName, targetOf: (example: (typeof examples)[number]) => readonly string[]) => {
    const classes = headClasses[name]
    const labelled = examples.flatMap((example) => {
      const right = targetOf(example)
      return right.length === 0 ? [] : [{ features: example.features, target: classes.map((one) => (right.includes(one) ? 1 : 0)) }]
    })
    return learnHead(labelled, classes.length, name === 'wants', seed)
  }
  return {
    ...learnTags(sequences, seed),
    heads: {
      main: head('main', ({ question }) => (question.answer === 'yes' ? question.wants.slice(0, 1) : [])),
      wants: head('wants', ({ question }) => (question.answer === 'yes' ? question.wants : [])),
      answer: head('answer', ({ question }) => [question.answer]),
      form: head('form', ({ question }) => [question.form]),
      language: head('language', ({ question }) => [question.language]),
      follow: head('follow', ({ following }) => (following === null ? [] : [following])),
    },
  }
}
