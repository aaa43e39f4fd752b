import { brotliDecompressSync } from 'node:zlib'
import { packedModel } from './packed-model.gen.ts'
import {
  type BeforeQuestion,
  findWordKind,
  type QuestionFeatures,
  questionFeatures,
  type QuestionWord,
  splitClauses,
  splitQuestion,
  tagFeatures,
  type TaggedSpan,
} from './question-words.ts'
import {
  bestTaggings,
  describeWords,
  type FeatureRows,
  type FirstReading,
  isComparable,
  readingFeatures,
  splitList,
  tagCount,
  type Tagging,
  toFeatureRows,
  topicBegin,
  toSpans,
} from './tag-words.ts'

/** Weights of features for each class: the numbers of one feature stand together. */
export interface FeatureWeights {
  readonly classes: number
  readonly rows: FeatureRows
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
  /** How much each feature of a way to mark the topics adds to its score. */
  readonly ranking: FeatureWeights
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
  const taggings = listTaggings(model, text, before)
  const isNeeded = before.want === null || namesNext(words)
  const spans = toSpans(text, words, chooseTags(model, taggings, isNeeded))
  const features = questionFeatures(words, spans, before)
  const probabilities = (name: HeadName) => classify(model.heads[name], features)
  const answer = probabilities('answer')
  const scores = wantScores(model.heads.main, words, spans, before)
  if (before.want === null && !isComparable(text, words, spans))
    scores[wants.indexOf('compare')] = Number.NEGATIVE_INFINITY
  const main = softmax(scores.map((sum) => sum * sharpness))
  const repeated = before.want !== null && (probabilities('repeat')[1] ?? 0) > 0.5 ? before.want : null
  const mainWant = wants.find((want) => want === repeated) ?? wants[indexOfLargest(main)] ?? 'brief'
  const probability = (want: Want) => main[wants.indexOf(want)] ?? 0
  const further = wants.filter((want) => want !== mainWant && probability(want) > minFurther)
  return {
    spans: mainWant === 'compare' || mainWant === 'rank' ? splitList(text, spans) : spans,
    main: mainWant,
    wants: [mainWant, ...further.toSorted((a, b) => probability(b) - probability(a))].slice(0, 3),
    answer: unlessHeld(answerOf(answer, before), answer),
    form: forms[indexOfLargest(probabilities('form'))] ?? 'none',
    following: followings[indexOfLargest(probabilities('follow'))] ?? 'keep',
    language: languageOf(probabilities('language')),
  }
}

/** Where a topic is to be expected, a reading without one must be this probable: answering it means to ask back. */
const minTopicless = 0.55
const maxNextWords = 6
const nextOpening = /^(?:hm+|ok|and|now|what|how|about|same|for|und|y|et)$/u
/** A word as rare as this one is more often a name than what is asked. */
const rareBand = 6

/** Whether a message only names what is asked about next: "and verstappen?" */
function namesNext(words: readonly QuestionWord[]): boolean {
  const [first, ...others] = words.filter(({ folded }) => /^[\p{L}\p{N}]/u.test(folded))
  if (first === undefined || others.length >= maxNextWords || !nextOpening.test(first.folded)) return false
  return others.some(
    ({ folded }) =>
      !nextOpening.test(folded) && /^\p{L}{3}/u.test(folded) && (findWordKind(folded)?.band ?? rareBand) >= rareBand,
  )
}

function chooseTags(
  model: QuestionModel,
  taggings: ReturnType<typeof listTaggings>,
  isTopicNeeded: boolean,
): readonly number[] {
  const ranks = softmax(
    Float64Array.from(
      taggings,
      ({ score: own, features }) => own * tagWeight + (score(model.ranking, features)[0] ?? 0),
    ),
  )
  const hasTopic = taggings.map(({ tags }) => tags.includes(topicBegin))
  const topicless = ranks.reduce((sum, rank, at) => sum + (hasTopic[at] === true ? 0 : rank), 0)
  const open = !isTopicNeeded || topicless > minTopicless || !hasTopic.includes(true)
  return (
    taggings[indexOfLargest(open ? ranks : ranks.map((rank, at) => (hasTopic[at] === true ? rank : 0)))]?.tags ?? []
  )
}

/** How much the tagger says beside the ranking. */
export const tagWeight = 0.7
/** So many ways to mark the topics are weighed against each other: the right one is among them for 94 of 100 questions. */
const maxTaggings = 8

/** The most probable ways to mark the topics of a question, with the features by which they are weighed. */
export function listTaggings(
  model: QuestionModel,
  text: string,
  before: BeforeQuestion,
): (Tagging & { readonly features: readonly number[] })[] {
  const words = splitQuestion(text)
  const scores = tagFeatures(words).map((features) => score(model.tags, features))
  const taggings = bestTaggings(scores, model.steps, maxTaggings)
  const described = describeWords(words)
  const best = taggings[0]
  const features = questionFeatures(words, best === undefined ? [] : toSpans(text, words, best.tags), before)
  const first: FirstReading = {
    want: wants[indexOfLargest(classify(model.heads.main, features))] ?? 'brief',
    answer: answerOf(classify(model.heads.answer, features), before),
    language: languageOf(classify(model.heads.language, features)),
    isFollowUp: before.want !== null,
  }
  return taggings.map(({ tags, score: own }) => ({
    tags,
    score: own - (best?.score ?? 0),
    features: readingFeatures(described, tags, first),
  }))
}

/** What is not held turns out when it is looked up: "what audience has kefir" is not declined where it is more probably answerable. */
function unlessHeld(answer: Answerable, probabilities: Float64Array): Answerable {
  return answer === 'not-held' && (probabilities[0] ?? 0) > 0.5 ? 'yes' : answer
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
  return softmax(classScores(head, features).map((sum) => sum * sharpness))
}

/** How far a question is on the side of each class. */
function classScores(head: HeadWeights, features: QuestionFeatures): Float64Array {
  const sums = new Float64Array(head.classes)
  const { rows, values } = weighFeatures(head, features)
  for (const [at, row] of rows.entries())
    for (let one = 0; one < head.classes; one += 1)
      sums[one] = (sums[one] ?? 0) + (values[at] ?? 0) * (head.values[row * head.classes + one] ?? 0)
  return sums.map((sum) => sum * head.scale)
}

/** How much the clearest clause says of what is wanted beside the whole question; chosen by trying others on the open questions. */
const clauseWeight = 0.4

/** In a long question one clause says what is wanted, and the rest is why: the clearest clause counts beside the whole. */
function wantScores(
  head: HeadWeights,
  words: readonly QuestionWord[],
  spans: readonly TaggedSpan[],
  before: BeforeQuestion,
): Float64Array {
  const whole = classScores(head, questionFeatures(words, spans, before))
  const clauses = splitClauses(words, spans)
  if (clauses.length < 2) return whole
  const parts = clauses.map((clause) => {
    const own = spans.filter(({ start, end }) => clause.some((word) => start < word.end && end > word.start))
    return classScores(head, questionFeatures(clause, own, before))
  })
  return whole.map((sum, at) => sum + clauseWeight * Math.max(...parts.map((part) => part[at] ?? 0)))
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
    const known = new Uint32Array(count)
    let feature = 0
    for (let row = 0; row < count; row += 1) {
      for (let shift = 0, byte = 128; byte >= 128; shift += 7, at += 1) {
        byte = bytes[at] ?? 0
        feature += (byte % 128) << shift
      }
      known[row] = feature
    }
    const rarities = Float32Array.from(take(hasRarities ? count : 0), (level) => level / rarityLevels)
    const weights = take(count * classes)
    const values = new Int8Array(count * classes)
    for (let of = 0; of < classes; of += 1)
      for (let row = 0; row < count; row += 1) values[row * classes + of] = weights[of * count + row] ?? 0 // wraps to a signed byte
    return { classes, rows: toFeatureRows(known), rarities, values, scale }
  }
  const tags = part(tagCount, false)
  const ranking = part(1, false)
  const heads = Object.fromEntries(headNames.map((name) => [name, part(headClasses[name].length, true)]))
  return { tags, steps, ranking, heads: heads as QuestionModel['heads'] } // one for each name
}
