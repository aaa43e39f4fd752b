import { findCues, isCountryWord } from './word-lists.ts'
import {
  findWordKind,
  hashFeature,
  type QuestionWord,
  sentencesOf,
  shapeOf,
  sideOf,
  type SpanKind,
  spanKinds,
  type TaggedSpan,
} from './question-words.ts'

/** Outside, then the beginning and the rest of each kind of span, then what joins two topics ("or"). */
export const tagCount = 2 + 2 * spanKinds.length
export const joiningTag = tagCount - 1
export const [topicBegin, topicRest] = [1, 2]

/** Whether a tag may follow another: the rest of a span only follows its beginning or rest. */
export function mayFollow(tag: number, before: number): boolean {
  if (before === joiningTag) return tag === joiningTag || tag === topicBegin
  if (tag === joiningTag) return before === topicBegin || before === topicRest
  return tag === 0 || tag % 2 === 1 || before === tag || before === tag - 1
}

/** A way to tag all words of a question, and the sum of its weights. */
export interface Tagging {
  readonly tags: readonly number[]
  readonly score: number
}

/** Best ways that lead to one tag are remembered for each word. */
const maxWays = 16

interface Ways {
  readonly scores: number[]
  /** The tag before, and which of its ways, as one number. */
  readonly from: number[]
}

/** The most probable taggings that differ in their topics, the best first. */
export function bestTaggings(scores: readonly Float64Array[], steps: Float32Array, limit: number): Tagging[] {
  const each = Array.from({ length: tagCount }, (_, tag) => tag)
  const stepOf = (before: number, tag: number) => steps[before * tagCount + tag] ?? 0
  const reached: Ways[][] = []
  for (const own of scores) {
    const last = reached.at(-1)
    const ways = each.map((tag): Ways => {
      if (last === undefined)
        return mayFollow(tag, 0)
          ? { scores: [stepOf(tagCount, tag) + (own[tag] ?? 0)], from: [-1] }
          : { scores: [], from: [] }
      const open = each
        .filter((before) => mayFollow(tag, before))
        .map((before) => ({
          before,
          at: 0,
          add: stepOf(before, tag) + (own[tag] ?? 0),
          scores: last[before]?.scores ?? [],
        }))
      return mergeWays(open)
    })
    reached.push(ways)
  }
  const ends = reached.at(-1)
  if (ends === undefined) return []
  const { scores: sums, from } = mergeWays(
    each.map((before) => ({ before, at: 0, add: 0, scores: ends[before]?.scores ?? [] })),
  )
  const found = new Map<string, Tagging>()
  for (const [at, score] of sums.entries()) {
    if (found.size >= limit) break
    const tags: number[] = []
    let way = from[at] ?? 0
    for (let word = scores.length - 1; word >= 0; word -= 1) {
      const tag = Math.floor(way / maxWays)
      tags[word] = tag
      way = reached[word]?.[tag]?.from[way % maxWays] ?? 0
    }
    const topics = tags.map((tag) => (tag === topicBegin || tag === topicRest ? tag : 0)).join('')
    if (!found.has(topics)) found.set(topics, { tags, score })
  }
  return [...found.values()]
}

/** The best of several lists of ways that are in order each. */
function mergeWays(open: { before: number; at: number; add: number; scores: readonly number[] }[]): Ways {
  const [scores, from]: [number[], number[]] = [[], []]
  while (scores.length < maxWays) {
    let best: (typeof open)[number] | null = null
    let bestScore = Number.NEGATIVE_INFINITY
    for (const list of open) {
      const score = (list.scores[list.at] ?? Number.NEGATIVE_INFINITY) + list.add
      if (score > bestScore) [best, bestScore] = [list, score]
    }
    if (best === null) break
    scores.push(bestScore)
    from.push(best.before * maxWays + best.at)
    best.at += 1
  }
  return { scores, from }
}

/** The spans of a tagging. */
export function toSpans(text: string, words: readonly QuestionWord[], tags: readonly number[]): TaggedSpan[] {
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

const joinedPattern = /\s+(?:and|or|vs\.?|versus|und|oder|y|et|ou)\s+/giu
const lastOfList =
  /^\s*,?\s*(?:and|or|und|oder|y|et|ou)\s+([\p{L}\p{N}][\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]+)?)[\s.?!]*$/u

/** The spans of a comparison with the end of its list as topics: "xbox and nintendo" in "playstation, xbox and nintendo" is two, unless two periods or places of one topic are compared. */
export function splitList(text: string, spans: readonly TaggedSpan[]): readonly TaggedSpan[] {
  const topics = spans.filter(({ kind }) => kind === 'topic')
  const last = topics.at(-1)
  const before = topics.at(-2)
  if (last === undefined) return spans
  const isListed = before !== undefined && /^\s*,\s*$/u.test(text.slice(before.end, last.start))
  const areOthersCompared = ['period', 'place', 'outlet'].some(
    (kind) => spans.filter((span) => span.kind === kind).length > 1,
  )
  const ending = isListed ? lastOfList.exec(text.slice(last.end))?.[1] : undefined
  if (ending !== undefined) {
    const start = text.indexOf(ending, last.end)
    return [...spans, { kind: 'topic', start, end: start + ending.length, text: ending }]
  }
  if (!isListed && (topics.length > 1 || areOthersCompared)) return spans
  let from = last.start
  const parts = last.text.split(joinedPattern).map((part): TaggedSpan => {
    const start = text.indexOf(part, from)
    from = start + part.length
    return { kind: 'topic', start, end: from, text: part }
  })
  return spans.flatMap((span) => (span === last ? parts : [span]))
}

/** What a first reading of the question found, by which its ways to mark the topics are weighed. */
export interface FirstReading {
  readonly want: string
  readonly answer: string
  readonly language: string
  /** Whether the message goes on from another one. */
  readonly isFollowUp: boolean
}

/** A topic from one word up to another. */
interface MarkedTopic {
  readonly from: number
  readonly to: number
}

/** How the words of a question are written and used; the same for all ways to mark its topics. */
export interface DescribedWords {
  readonly words: readonly QuestionWord[]
  readonly uses: readonly string[]
  readonly bands: readonly string[]
  readonly shapes: readonly string[]
  readonly sentences: readonly number[]
  /** The sentences that ask, and those in which people speak of themselves. */
  readonly asking: ReadonlySet<number>
  readonly own: ReadonlySet<number>
  readonly isLower: boolean
}

export function describeWords(words: readonly QuestionWord[]): DescribedWords {
  const shapes = words.map(({ text }) => plainShape(text))
  const kinds = words.map(({ folded }) => findWordKind(folded))
  const sentences = sentencesOf(words, /^[.?!:;]$/u).flatMap((sentence, number) => sentence.map(() => number))
  const having = (pattern: RegExp) =>
    new Set(words.flatMap(({ folded }, at) => (pattern.test(folded) ? [sentences[at] ?? 0] : [])))
  return {
    words,
    uses: words.map((_, at) => kinds[at]?.kind ?? shapes[at] ?? ''),
    bands: words.map(({ folded }, at) => (/^\p{L}/u.test(folded) ? `${kinds[at]?.band ?? 9}` : (shapes[at] ?? ''))),
    shapes,
    sentences,
    asking: having(/^\?$/u),
    own: having(/^(?:i|my|we|our|me)$/u),
    isLower: !words.some(({ text }, at) => at > 0 && /^\p{Lu}/u.test(text)),
  }
}

const plainShapes: Readonly<Record<string, string>> = { XxX: 'Xx', xX: 'x', Xd: 'xd' }

/** Names are alike whether one of their later letters is a capital or not. */
function plainShape(text: string): string {
  const shape = shapeOf(text)
  return plainShapes[shape] ?? shape
}

const edge = '<>'

/** The features of one way to mark the topics of a question: each topic as a whole with its neighbours, and all of them together. */
export function readingFeatures(described: DescribedWords, tags: readonly number[], first: FirstReading): number[] {
  const { words, shapes, bands, sentences } = described
  const topics = listTopics(tags)
  const count = topics.length
  const found: string[] = [
    `n ${Math.min(count, 6)}`,
    `n ${Math.min(count, 3)} ${first.want}`,
    `n ${Math.min(count, 2)} ${first.answer}`,
    `n ${Math.min(count, 3)} ${first.isFollowUp}`,
    `n ${Math.min(count, 3)} ${Math.min(words.length >> 3, 4)}`,
  ]
  topics.forEach((topic, at) =>
    found.push(...topicFeatures(described, topic, first), ...neighbourFeatures(described, topics, at)),
  )
  let names = 0
  words.forEach(({ text, folded }, at) => {
    if ((tags[at] ?? 0) !== 0) return
    if (/^\p{L}/u.test(text) && (bands[at] === '9' || Number(bands[at]) >= 5)) found.push('rare outside')
    const isName = at > 0 && /^(?:Xx|X)$/u.test(shapes[at] ?? '') && sentences[at] === sentences[at - 1]
    if (isName && folded !== 'i') names += 1
  })
  found.push(`names ${Math.min(names, 4)}`, `names ${Math.min(names, 2)} ${Math.min(count, 2)}`)
  return found.map(hashFeature)
}

function listTopics(tags: readonly number[]): MarkedTopic[] {
  return tags.flatMap((tag, from) => {
    if (tag !== topicBegin) return []
    const after = tags.findIndex((one, at) => at > from && one !== topicRest)
    return [{ from, to: after === -1 ? tags.length : after }]
  })
}

/** The topic as a whole: its first and last word, what it is made of, and what stands beside it. */
function topicFeatures(described: DescribedWords, { from, to }: MarkedTopic, { language }: FirstReading): string[] {
  const { words, uses, bands, shapes, sentences, asking, own, isLower } = described
  const [before, last, after] = [from - 1, to - 1, to]
  const word = (at: number) => words[at]?.folded ?? edge
  const kind = (at: number) => uses[at] ?? edge
  const band = (at: number) => bands[at] ?? edge
  const shape = (at: number) => shapes[at] ?? edge
  const sentence = sentences[from] ?? 0
  const place = sideOf(sentence, sentences.at(-1) ?? 0)
  const isCut = (at: number, side: number) => shape(at) === 'Xx' && sentences[at] === sentence && (at > 0 || side > 0)
  return [
    `l ${Math.min(to - from, 5)}`,
    `l ${Math.min(to - from, 4)} ${language}`,
    `pw ${word(before)}`,
    `nw ${word(after)}`,
    `pu ${kind(before)} ${kind(from)}`,
    `nu ${kind(last)} ${kind(after)}`,
    `pb ${band(before)} ${band(from)}`,
    `nb ${band(last)} ${band(after)}`,
    `fw ${word(from)}`,
    `lw ${word(last)}`,
    `fu ${kind(from)}`,
    `lu ${kind(last)}`,
    `pwb ${word(before)} ${band(from)}`,
    `nwb ${band(last)} ${word(after)}`,
    `lx ${word(last).slice(-3)}`,
    `ps ${shape(before)} ${shape(from)} ${isLower}`,
    `ns ${shape(last)} ${shape(after)} ${isLower}`,
    `s ${shapes.slice(from, Math.min(to, from + 4)).join(' ')} ${isLower}`,
    `b ${bands.slice(from, Math.min(to, from + 5)).join(' ')}`,
    `u ${kind(from)} ${to - from === 1 ? '' : kind(last)}`,
    ...words.slice(from + 1, last).map(({ folded }) => `in ${folded}`),
    `st ${place} ${asking.has(sentence)} ${own.has(sentence)}`,
    `st ${place} ${shape(from)}`,
    `country ${isCountryWord(words[from] as QuestionWord)}`, // a topic has a word
    `number ${words.slice(from, to).some(({ text }) => /\p{N}/u.test(text))}`,
    `cut ${isCut(before, -1)} ${isCut(after, 1)} ${shape(from)}`,
  ]
}

/** A topic beside the others: what stands between it and the one before, and whether a word of it comes again. */
function neighbourFeatures({ words, sentences }: DescribedWords, topics: readonly MarkedTopic[], at: number): string[] {
  const topic = topics[at] as MarkedTopic // one of them
  const long = words.slice(topic.from, topic.to).flatMap(({ folded }) => (folded.length > 3 ? [folded] : []))
  const isRepeated = words.some(({ folded }, word) => (word < topic.from || word >= topic.to) && long.includes(folded))
  const others = topics.filter((one) => one !== topic)
  const isShared = others.some(({ from, to }) => words.slice(from, to).some(({ folded }) => long.includes(folded)))
  const found = [`again ${isRepeated} ${isShared}`, `k ${Math.min(at, 3)}`]
  const before = topics[at - 1]
  if (before === undefined) return found
  const between = words.slice(before.to, topic.from)
  const isSame = sentences[before.to - 1] === sentences[topic.from]
  return [
    ...found,
    between.length <= 3 ? `mid ${between.map(({ folded }) => folded).join(' ')}` : `far ${isSame}`,
    `ll ${Math.min(before.to - before.from, 3)} ${Math.min(topic.to - topic.from, 3)}`,
  ]
}

/** The row of each feature that a part of the model knows; a feature is an integer from 0, below 2^22. */
export interface FeatureRows extends Iterable<readonly [feature: number, row: number]> {
  get(feature: number): number | undefined
}

/** The rows of features that are given in ascending order. The features of the model take a megabyte in arrays, and 16 in maps. */
export function toFeatureRows(ascending: Uint32Array): FeatureRows {
  return {
    get: (feature) => {
      const row = lowerBound(ascending, feature)
      return ascending[row] === feature ? row : undefined
    },
    *[Symbol.iterator]() {
      for (const [row, feature] of ascending.entries()) yield [feature, row]
    },
  }
}

/** The place of the first number that is not below another. */
function lowerBound(ascending: Uint32Array, least: number): number {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ascending[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}

/** What only says where, when or how the one is beside the other: "solar panels on rental homes", "Windows 7 users complain about driver support". */
const besideEachOther =
  /^(?!.*\b(?:and|or|then|than|as|to|vs|but)\b)[^,;:.?!&/]*\b(?:on|in|at|about|after|before|during|for|of|inside|into|without)\s+(?:the\s+|an?\s+)?$/iu

/** Whether two or more spans of one kind may be set against each other. */
function areListed(text: string, spans: readonly TaggedSpan[]): boolean {
  return spans.some((span, at) => {
    if (span.kind !== 'topic') return spans.length > 1
    const next = spans[at + 1]
    return next !== undefined && !besideEachOther.test(text.slice(span.end, next.start))
  })
}

/** Whether a question names two of something, or has a word that compares. */
export function isComparable(text: string, words: readonly QuestionWord[], spans: readonly TaggedSpan[]): boolean {
  const plain = words.map(({ folded }) => folded)
  return (
    spanKinds.some((kind) =>
      areListed(
        text,
        spans.filter((span) => span.kind === kind),
      ),
    ) || plain.some((_, at) => findCues(plain, at).has('compare'))
  )
}
