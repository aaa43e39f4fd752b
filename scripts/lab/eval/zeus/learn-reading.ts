/** Usage: node scripts/lab/eval/zeus/learn-reading.ts. Trains the reader of questions on the open ones and writes its weights. Takes two minutes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createRandom, type Random } from '@auspex/contract/random'
import {
  type FeatureWeights,
  headClasses,
  joiningTag,
  headNames,
  type HeadName,
  mayFollow,
  type QuestionModel,
  softmax,
  tagCount,
} from '../../../../packages/analyst/src/understand/reader/question-model.ts'
import {
  type QuestionWord,
  questionFeatures,
  spanKinds,
  splitQuestion,
  tagFeatures,
  type TaggedSpan,
} from '../../../../packages/analyst/src/understand/reader/question-words.ts'
import {
  followingOf,
  type LabelledQuestion,
  readConversations,
  readQuestions,
  writePlainQuestions,
} from './questions.ts'

/** Written by hand after trying others on the open questions. */
const settings = { tagRounds: 6, tagRate: 0.05, tagDecay: 0.0005, headRounds: 6, headDecay: 0.0001 }
/** What is wanted has many classes of few questions, and is learned in smaller steps. */
const rateOf: Readonly<Record<HeadName, number>> = {
  main: 0.02,
  answer: 0.05,
  form: 0.02,
  follow: 0.02,
  language: 0.02,
}
/** A feature of fewer questions is left out. */
const fewestOf: Readonly<Record<HeadName | 'tags', number>> = {
  tags: 8,
  main: 4,
  answer: 4,
  form: 6,
  follow: 4,
  language: 12,
}
/** Weights are written as whole numbers up to this one, which is as good as more of them. */
const weightLevels = 15

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
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
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

function tagsOf(words: readonly QuestionWord[], spans: readonly LabelledQuestion['spans'][number][]): number[] {
  const begun = new Set<object>()
  const tags = words.map(({ start, end }) => {
    const span = spans.find((one) => one.start < end && one.end > start)
    if (span === undefined) return 0
    const isFirst = !begun.has(span)
    begun.add(span)
    return 1 + 2 * spanKinds.indexOf(span.kind) + (isFirst ? 0 : 1)
  })
  // "A, B and C": the words between two topics join them, where they are few
  const [topicBegin, topicRest, maxJoining] = [1, 2, 3]
  let since: number | null = null
  tags.forEach((tag, at) => {
    if (tag === topicBegin && since !== null && at - since <= maxJoining) tags.fill(joiningTag, since, at)
    if (tag === topicBegin || tag === topicRest) since = at + 1
    else if (tag !== 0) since = null
  })
  return tags
}

/** A conditional random field over the tags of a question's words. */
function learnTags(sequences: readonly Sequence[], seed: number): Pick<QuestionModel, 'tags' | 'steps'> {
  const rows = numberFeatures(
    sequences.flatMap(({ words }) => words.map((features) => ({ features }))),
    fewestOf.tags,
  )
  const weights = new Learner(rows.size * tagCount, settings.tagRate, settings.tagDecay)
  const steps = new Learner((tagCount + 1) * tagCount, settings.tagRate, settings.tagDecay)
  const numbered = sequences.map(({ words, tags }) => ({
    tags,
    words: words.map((features) => features.flatMap((feature) => rows.get(feature) ?? [])),
  }))
  const random = createRandom(seed)
  for (let round = 0; round < settings.tagRounds; round += 1) {
    for (const { words, tags } of shuffle(numbered, random)) {
      const own = words.map((features) => {
        const sums = new Float64Array(tagCount)
        for (const row of features)
          for (let tag = 0; tag < tagCount; tag += 1)
            sums[tag] = (sums[tag] ?? 0) + (weights.values[tag * rows.size + row] ?? 0)
        return sums
      })
      const { single, double } = marginals(own, steps.values)
      for (const [at, features] of words.entries()) {
        const right = tags[at] ?? 0
        for (let tag = 0; tag < tagCount; tag += 1) {
          const slope = (single[at]?.[tag] ?? 0) - (tag === right ? 1 : 0)
          if (Math.abs(slope) > 1e-4) for (const row of features) weights.step(tag * rows.size + row, slope)
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
    if (round > 0) for (const one of [weights, steps]) one.keep()
  }
  return { tags: { classes: tagCount, rows, values: weights.average(), scale: 1 }, steps: steps.average() }
}

/** How probable each tag is at each word, and each pair of tags, by the forward and backward sums. */
function marginals(own: readonly Float64Array[], steps: Float32Array) {
  const none = Number.NEGATIVE_INFINITY
  const step = (from: number, tag: number) =>
    mayFollow(tag, from === tagCount ? 0 : from) ? (steps[from * tagCount + tag] ?? 0) : none
  const forward = own.map(() => new Float64Array(tagCount))
  const backward = own.map(() => new Float64Array(tagCount))
  own.forEach((scores, at) => {
    for (let tag = 0; tag < tagCount; tag += 1) {
      const sum =
        at === 0 ? step(tagCount, tag) : sumOf(tagCount, (from) => (forward[at - 1]?.[from] ?? 0) + step(from, tag))
      ;(forward[at] as Float64Array)[tag] = sum + (scores[tag] ?? 0)
    }
  })
  for (let at = own.length - 2; at >= 0; at -= 1)
    for (let tag = 0; tag < tagCount; tag += 1)
      (backward[at] as Float64Array)[tag] = sumOf(
        tagCount,
        (to) => step(tag, to) + (own[at + 1]?.[to] ?? 0) + (backward[at + 1]?.[to] ?? 0),
      )
  const total = sumOf(tagCount, (tag) => forward.at(-1)?.[tag] ?? none)
  const single = own.map((_, at) =>
    Float64Array.from({ length: tagCount }, (__, tag) =>
      Math.exp((forward[at]?.[tag] ?? none) + (backward[at]?.[tag] ?? 0) - total),
    ),
  )
  const double = own.map((scores, at) => {
    const pairs = new Float64Array((tagCount + 1) * tagCount)
    for (let from = 0; from <= tagCount; from += 1) {
      if ((at === 0) !== (from === tagCount)) continue
      for (let tag = 0; tag < tagCount; tag += 1) {
        const before = at === 0 ? 0 : (forward[at - 1]?.[from] ?? none)
        pairs[from * tagCount + tag] = Math.exp(
          before + step(from, tag) + (scores[tag] ?? 0) + (backward[at]?.[tag] ?? 0) - total,
        )
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
  /** The part of each class. */
  readonly target: readonly number[]
}

/** Logistic regression: one class of several. */
function learnHead(name: HeadName, examples: readonly Example[], seed: number): FeatureWeights {
  const classes = headClasses[name].length
  const rows = numberFeatures(examples, fewestOf[name])
  const weights = new Learner(rows.size * classes, rateOf[name], settings.headDecay)
  const numbered = examples.map(({ features, target }) => ({
    target,
    features: features.flatMap((feature) => rows.get(feature) ?? []),
  }))
  const random = createRandom(seed)
  for (let round = 0; round < settings.headRounds; round += 1) {
    for (const { features, target } of shuffle(numbered, random)) {
      const sums = new Float64Array(classes)
      for (const row of features)
        for (let at = 0; at < classes; at += 1) sums[at] = (sums[at] ?? 0) + (weights.values[at * rows.size + row] ?? 0)
      const guess = softmax(sums)
      for (let at = 0; at < classes; at += 1) {
        const slope = (guess[at] ?? 0) - (target[at] ?? 0)
        if (Math.abs(slope) > 1e-3) for (const row of features) weights.step(at * rows.size + row, slope)
      }
    }
    if (round > 0) weights.keep()
  }
  return { classes, rows, values: weights.average(), scale: 1 }
}

/** Learns to read questions from labelled ones; a single question is a conversation of one turn. */
export function learnReading(
  questions: readonly LabelledQuestion[],
  dialogues: readonly (readonly LabelledQuestion[])[],
  seed = 7,
): QuestionModel {
  // a quarter of the questions follow another one without going on from it
  const conversations = [
    ...dialogues,
    ...writePlainQuestions(questions, createRandom(seed)),
    ...questions.map((question, at) =>
      at % 4 === 0 && at > 0 ? [questions[at - 1] as LabelledQuestion, question] : [question],
    ),
  ]
  const turns = conversations.flatMap((conversation) =>
    conversation.flatMap((question, at) => {
      const isApart = question.inFull === null && at > 0
      if (at === 0 && conversation.length === 2 && conversation[1]?.inFull === null) return []
      const words = splitQuestion(question.text)
      const want = at === 0 ? null : (conversation[at - 1]?.wants[0] ?? 'brief')
      return [
        {
          question,
          words,
          following: isApart ? ('new' as const) : followingOf(question, conversation),
          before: { want },
        },
      ]
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
      return right.length === 0
        ? []
        : [{ features: example.features, target: classes.map((one) => (right.includes(one) ? 1 : 0)) }]
    })
    return learnHead(name, labelled, seed)
  }
  return {
    ...learnTags(sequences, seed),
    heads: {
      main: head('main', ({ question }) => (question.answer === 'yes' ? question.wants.slice(0, 1) : [])),
      answer: head('answer', ({ question }) => [question.answer]),
      form: head('form', ({ question }) => [question.form]),
      language: head('language', ({ question }) => [question.language]),
      follow: head('follow', ({ following }) => (following === null ? [] : [following])),
    },
  }
}

/** The form that `question-model.ts` unpacks; weights of 8 bits. */
export function packModel({ tags, steps, heads }: QuestionModel): string {
  const part = ({ classes, rows, values }: FeatureWeights): Buffer => {
    const sizes = values.map(Math.abs).toSorted()
    // the few largest ones are cut
    const scale = (sizes[Math.floor(sizes.length * 0.9995)] ?? 1) / weightLevels
    const level = (row: number, one: number) =>
      Math.max(-127, Math.min(127, Math.round((values[one * rows.size + row] ?? 0) / scale)))
    const each = Array.from({ length: classes }, (_, one) => one)
    const features = [...rows]
      .filter(([, row]) => each.some((one) => level(row, one) !== 0))
      .toSorted(([a], [b]) => a - b)
    const bytes = Buffer.alloc(8 + features.length * (4 + classes))
    bytes.writeUInt32LE(features.length, 0)
    bytes.writeFloatLE(scale, 4)
    features.forEach(([feature, row], at) => {
      bytes.writeUInt32LE(feature - (features[at - 1]?.[0] ?? 0), 8 + 4 * at)
      for (const one of each) bytes.writeInt8(level(row, one), 8 + 4 * features.length + one * features.length + at)
    })
    return bytes
  }
  const first = Buffer.alloc(4 * steps.length)
  steps.forEach((step, at) => first.writeFloatLE(Number.isFinite(step) ? step : 0, 4 * at))
  return brotliCompressSync(Buffer.concat([first, part(tags), ...headNames.map((name) => part(heads[name]))])).toString(
    'base64',
  )
}

if (import.meta.main) {
  const model = learnReading(readQuestions('open'), readConversations('open'))
  const packed = packModel(model)
  writeFileSync(
    join(import.meta.dirname, '../../../../packages/analyst/src/understand/reader/packed-model.gen.ts'),
    `// Written by scripts/lab/eval/zeus/learn-reading.ts from questions/open*.jsonl; question-model.ts reads it.\nexport const packedModel =\n  '${packed}'\n`,
  )
  console.log(`${Math.round(packed.length / 1024).toLocaleString('en')} kB`)
}
