import { brotliDecompressSync } from 'node:zlib'
import { packedModel } from './packed-model.gen.ts'
import {
  type BeforeQuestion,
  type QuestionFeatures,
  questionFeatures,
  spanKinds,
  splitQuestion,
  tagFeatures,
  type SpanKind,
  type TaggedSpan,
} from './question-words.ts'

/** Outside, then the beginning and the rest of each kind of span, then what joins two topics ("or"). */
export const tagCount = 2 + 2 * spanKinds.length
export const joiningTag = tagCount - 1

/** Weights of features for each class: the numbers of one feature stand together. */
export interface FeatureWeights {
  readonly classes: number
  readonly rows: ReadonlyMap<number, number>
  readonly values: Float32Array | Int8Array
  readonly scale: number
}

/** The weights of a classifier; a rare feature counts for more than a frequent one (inverse document frequency). */
export interface HeadWeights extends FeatureWeights {
  /** For each row. */
  readonly rarities: Float32Array
}

export interface QuestionModel {
  readonly tags: FeatureWeights
  /** From tag to tag; the last row is from the beginning. */
  readonly steps: Float32Array
  readonly heads: Readonly<Record<HeadName, HeadWeights>>
}

export const headNames = ['main', 'answer', 'form', 'follow', 'repeat', 'language'] as const
export type HeadName = (typeof headNames)[number]

/** What a person may want to know; the order is that of the weights. */
export const wants = [
  'brief',
  'volume',
  'change',
  'events',
  'why',
  'tone',
  'quotes',
  'voices',
  'outlets',
  'places',
  'narratives',
  'forecast',
  'audience',
  'price',
  'compare',
  'rank',
  'first',
  'list',
  'related',
  'save',
  'watch',
  'write',
  'coverage',
  'help',
] as const
export type Want = (typeof wants)[number]

/** Whether a question can be answered, and why not. */
export const answers = [
  'yes',
  'ambiguous-topic',
  'no-topic',
  'too-vague',
  'future-price',
  'medical',
  'legal',
  'buy-or-sell',
  'private-person',
  'not-held',
  'causal-guilt',
  'injection',
  'off-topic',
  'too-many',
] as const
export type Answerable = (typeof answers)[number]

export const forms = [
  'none',
  'table',
  'chart',
  'short',
  'long',
  'bullets',
  'number',
  'draft',
  'formal',
  'simple',
] as const
export type Form = (typeof forms)[number]

/** What a message of a conversation does to the topics before it. */
export const followings = ['keep', 'replace', 'add', 'remove', 'return', 'new'] as const
export type Following = (typeof followings)[number]

/** Whether a message of a conversation says what it wants, or wants what the one before wanted. */
export const repeats = ['own', 'same'] as const

export const questionLanguages = ['en', 'de', 'es', 'fr'] as const
export type QuestionLanguage = (typeof questionLanguages)[number]

export const headClasses: Readonly<Record<HeadName, readonly string[]>> = {
  main: wants,
  answer: answers,
  form: forms,
  follow: followings,
  repeat: repeats,
  language: questionLanguages,
}

/** A question as it was learned to be read, before its periods become days. */
export interface TaggedQuestion {
  readonly spans: readonly TaggedSpan[]
  readonly main: Want
  readonly wants: readonly Want[]
  readonly answer: Answerable
  readonly form: Form
  readonly following: Following
  readonly language: QuestionLanguage
}

/** Below this a question counts as one that cannot be answered: answering about something else is worse than asking once too often. */
const minAnswerable = 0.78
/** What a message leaves unsaid, the conversation says. */
const minAnswerableInThread = 0.5
/** A question is in another language than English if this is at least as probable. */
const minForeign = 0.75
/** A second want has at least this probability beside the main one. */
const minFurther = 0.15

export function readQuestionBy(model: QuestionModel, text: string, before: BeforeQuestion): TaggedQuestion {
  const words = splitQuestion(text)
  const scores = tagFeatures(words).map((features) => score(model.tags, features))
  const spansOf = (leastTopics: number) => toSpans(text, words, decodeTags(scores, model.steps, leastTopics))
  // most questions have a topic, and one that goes on from another often has none
  const withTopic = 1 - Math.exp(logSum(scores, model.steps, false) - logSum(scores, model.steps, true))
  const guess = spansOf(withTopic > (before.want === null ? 0.15 : 0.3) ? 1 : 0)
  const answer = answerOf(classify(model.heads.answer, questionFeatures(words, guess, before)), before)
  // a topic that is hardly one is none in a question that lacks one
  const lacksTopic = answer === 'no-topic' || answer === 'too-vague'
  const spans = lacksTopic && withTopic < 0.5 ? spansOf(0) : guess
  const features = questionFeatures(words, spans, before)
  const probabilities = (name: HeadName) => classify(model.heads[name], features)
  const main = probabilities('main')
  const repeated = before.want !== null && (probabilities('repeat')[1] ?? 0) > 0.5 ? before.want : null
  const mainWant = wants.find((want) => want === repeated) ?? wants[indexOfLargest(main)] ?? 'brief'
  const probability = (want: Want) => main[wants.indexOf(want)] ?? 0
  const further = wants.filter((want) => want !== mainWant && probability(want) > minFurther)
  return {
    spans,
    main: mainWant,
    wants: [mainWant, ...further.toSorted((a, b) => probability(b) - probability(a))].slice(0, 3),
    answer,
    form: forms[indexOfLargest(probabilities('form'))] ?? 'none',
    following: followings[indexOfLargest(probabilities('follow'))] ?? 'keep',
    language: languageOf(probabilities('language')),
  }
}

/** English, unless another language is clear: "Die Hard in 2012". */
function languageOf(found: Float64Array): QuestionLanguage {
  const language = questionLanguages[indexOfLargest(found)] ?? 'en'
  return Math.max(...found) < minForeign ? 'en' : language
}

function answerOf(probabilities: Float64Array, before: BeforeQuestion): Answerable {
  const least = before.want === null ? minAnswerable : minAnswerableInThread
  if ((probabilities[0] ?? 1) >= least) return 'yes'
  return answers[1 + indexOfLargest(probabilities.subarray(1))] ?? 'too-vague'
}

export function score({ classes, rows, values, scale }: FeatureWeights, features: readonly number[]): Float64Array {
  const sums = new Float64Array(classes)
  for (const feature of features) {
    const row = rows.get(feature)
    if (row === undefined) continue
    for (let at = 0; at < classes; at += 1) sums[at] = (sums[at] ?? 0) + (values[row * classes + at] ?? 0)
  }
  return scale === 1 ? sums : sums.map((sum) => sum * scale)
}

/** How much the margins between classes say of their probabilities. */
const sharpness = 3

/** The probability of each class of a classifier. */
function classify(head: HeadWeights, features: QuestionFeatures): Float64Array {
  const sums = new Float64Array(head.classes)
  const { rows, values } = weighFeatures(head, features)
  for (const [at, row] of rows.entries())
    for (let one = 0; one < head.classes; one += 1)
      sums[one] = (sums[one] ?? 0) + (values[at] ?? 0) * (head.values[row * head.classes + one] ?? 0)
  return softmax(sums.map((sum) => sum * head.scale * sharpness))
}

/** The known features of a question with their weights, which are of length 1 for its words and for their parts. */
export function weighFeatures(
  { rows: known, rarities }: Pick<HeadWeights, 'rows' | 'rarities'>,
  features: QuestionFeatures,
): { rows: number[]; values: number[] } {
  const [rows, values]: [number[], number[]] = [[], []]
  for (const part of [features.words, features.parts]) {
    const own = part.flatMap((feature) => known.get(feature) ?? [])
    const length = Math.hypot(...own.map((row) => rarities[row] ?? 0))
    for (const row of own) {
      rows.push(row)
      values.push((rarities[row] ?? 0) / length)
    }
  }
  return { rows, values }
}

export function softmax(scores: Float64Array): Float64Array {
  const largest = Math.max(...scores)
  const powers = scores.map((one) => Math.exp(one - largest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

function indexOfLargest(values: ArrayLike<number>): number {
  let best = 0
  for (let at = 1; at < values.length; at += 1) if ((values[at] ?? 0) > (values[best] ?? 0)) best = at
  return best
}

/** Whether a tag may follow another: the rest of a span only follows its beginning or rest. */
export function mayFollow(tag: number, before: number): boolean {
  const [topicBegin, topicRest] = [1, 2]
  if (before === joiningTag) return tag === joiningTag || tag === topicBegin
  if (tag === joiningTag) return before === topicBegin || before === topicRest
  return tag === 0 || tag % 2 === 1 || before === tag || before === tag - 1
}

const none = Number.NEGATIVE_INFINITY
const topicTag = 1

/** The most probable tags together that have at least so many topics, however unsure it is which. */
function decodeTags(scores: readonly Float64Array[], steps: Float32Array, leastTopics: number): number[] {
  // the tags anew for each number of topics so far
  const states = (leastTopics + 1) * tagCount
  let best = new Float64Array(states).fill(none)
  const from: Int32Array[] = []
  scores.forEach((own, at) => {
    const next = new Float64Array(states).fill(none)
    const back = new Int32Array(states)
    for (let tag = 0; tag < tagCount; tag += 1)
      for (let before = 0; before < (at === 0 ? 1 : states); before += 1) {
        const tagBefore = before % tagCount
        if (!mayFollow(tag, at === 0 ? 0 : tagBefore)) continue
        const step = steps[(at === 0 ? tagCount : tagBefore) * tagCount + tag] ?? 0
        const sum = (at === 0 ? 0 : (best[before] ?? none)) + step + (own[tag] ?? 0)
        const topics = Math.min(leastTopics, Math.floor(before / tagCount) + (tag === topicTag ? 1 : 0))
        const state = topics * tagCount + tag
        if (sum > (next[state] ?? none)) [next[state], back[state]] = [sum, before]
      }
    from.push(back)
    best = next
  })
  const tags: number[] = []
  const first = leastTopics * tagCount
  let state = first + indexOfLargest(best.subarray(first))
  if ((best[state] ?? none) === none) return scores.map(() => 0)
  for (let at = scores.length - 1; at >= 0; at -= 1) {
    tags[at] = state % tagCount
    state = from[at]?.[state] ?? 0
  }
  return tags
}

/** The logarithm of the sum over all tags together, with or without topics. */
function logSum(scores: readonly Float64Array[], steps: Float32Array, withTopics: boolean): number {
  let sums: number[] = []
  scores.forEach((own, at) => {
    sums = Array.from({ length: tagCount }, (_, tag) => {
      if (!withTopics && tag === topicTag) return none
      const before =
        at === 0
          ? [steps[tagCount * tagCount + tag] ?? 0]
          : sums.map((sum, one) => (mayFollow(tag, one) ? sum + (steps[one * tagCount + tag] ?? 0) : none))
      return at === 0 && !mayFollow(tag, 0) ? none : sumOfLogs(before) + (own[tag] ?? 0)
    })
  })
  return sumOfLogs(sums)
}

function sumOfLogs(values: readonly number[]): number {
  const largest = Math.max(...values)
  return largest === none ? none : largest + Math.log(values.reduce((sum, value) => sum + Math.exp(value - largest), 0))
}

function toSpans(
  text: string,
  words: readonly { start: number; end: number }[],
  tags: readonly number[],
): TaggedSpan[] {
  const spans: { kind: SpanKind; start: number; end: number }[] = []
  words.forEach(({ start, end }, at) => {
    const tag = tags[at] ?? 0
    const kind = spanKinds[(tag - 1) >> 1]
    if (tag === 0 || tag === joiningTag || kind === undefined) return
    const last = spans.at(-1)
    if (tag % 2 === 0 && last !== undefined) last.end = end
    else spans.push({ kind, start, end })
  })
  return spans.map((span) => ({ ...span, text: text.slice(span.start, span.end) }))
}

/** A rarity is stored as a byte, in parts of this. */
export const rarityLevels = 20

let model: QuestionModel | null = null

/** The weights that were learned from the labelled questions; unpacked at the first question. */
export function questionModel(): QuestionModel {
  model ??= unpackModel(packedModel)
  return model
}

/**
 * The model out of its packed form. For each part: how many features, what an 8-bit weight is worth, the features in order as differences of 7 bits a byte, then the weights class by class, which
 * compresses best. The steps between tags stand first.
 */
export function unpackModel(packed: string): QuestionModel {
  const bytes = brotliDecompressSync(Buffer.from(packed, 'base64'))
  let at = 0
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const steps = Float32Array.from({ length: (tagCount + 1) * tagCount }, () => take(4).readFloatLE())
  const part = (classes: number, hasRarities: boolean): HeadWeights => {
    const count = take(4).readUInt32LE()
    const scale = take(4).readFloatLE()
    const rows = new Map<number, number>()
    let feature = 0
    for (let row = 0; row < count; row += 1) {
      for (let shift = 0, byte = 128; byte >= 128; shift += 7, at += 1) {
        byte = bytes[at] ?? 0
        feature += (byte % 128) << shift
      }
      rows.set(feature, row)
    }
    const rarities = Float32Array.from(take(hasRarities ? count : 0), (level) => level / rarityLevels)
    const weights = take(count * classes)
    const values = new Int8Array(count * classes)
    for (let of = 0; of < classes; of += 1)
      for (let row = 0; row < count; row += 1) values[row * classes + of] = weights[of * count + row] ?? 0 // wraps to a signed byte
    return { classes, rows, rarities, values, scale }
  }
  const tags = part(tagCount, false)
  const heads = Object.fromEntries(headNames.map((name) => [name, part(headClasses[name].length, true)]))
  return { tags, steps, heads: heads as QuestionModel['heads'] } // one for each name
}
