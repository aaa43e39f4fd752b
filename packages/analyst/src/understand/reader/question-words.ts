import { brotliDecompressSync } from 'node:zlib'
import { packedWordKinds } from './word-kinds.gen.ts'
import { findCues, foreignBands, isAmbiguousName, isCountryWord } from './word-lists.ts'
import { dateClass } from '../period-words.ts'

/** A word, number or sign of a question, with its position in the text. */
export interface QuestionWord {
  readonly text: string
  /** Lower case, without accents. */
  readonly folded: string
  readonly start: number
  readonly end: number
  /** Whether it follows the one before without a space. */
  readonly isJoined: boolean
}

const pattern = /['’]s(?!\p{L})|[\p{L}\p{M}\p{N}]+|[^\s]/gu
const maxWords = 300

export function splitQuestion(text: string): QuestionWord[] {
  let before = 0
  return Array.from(text.matchAll(pattern))
    .slice(0, maxWords)
    .map(({ 0: word, index }) => {
      const isJoined = index === before && index > 0
      before = index + word.length
      return { text: word, folded: foldWord(word), start: index, end: before, isJoined }
    })
}

export function foldWord(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').replace('’', "'").toLowerCase()
}

/** 22 bits: of 100,000 features in 4 million one of forty unknown ones is taken for a known one, and the numbers compress well. */
export function hashFeature(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 10
}

/** How a word is written: `Xx`, `X`, `x`, `xX`, `d4`, `Xd` or the sign itself. */
export function shapeOf(word: string): string {
  if (/^\p{N}+$/u.test(word)) return `d${Math.min(word.length, 5)}`
  if (/\p{N}/u.test(word)) return /\p{Lu}/u.test(word) ? 'Xd' : 'xd'
  if (/^\p{Lu}+$/u.test(word)) return word.length === 1 ? 'X1' : 'X'
  if (/^\p{Lu}/u.test(word)) return /\p{Lu}/u.test(word.slice(1)) ? 'XxX' : 'Xx'
  if (!/^\p{L}/u.test(word)) return word
  return /\p{Lu}/u.test(word) ? 'xX' : 'x'
}

const sentenceEnds = new Set(['.', '?', '!', ':', '\n', '-', '–', '—'])

/** The features of each word, for the tagger: the word, its neighbours, how they are written, and what a calendar or an atlas knows of them. */
export function tagFeatures(words: readonly QuestionWord[]): number[][] {
  const isLower = !words.some(({ text }, at) => at > 0 && /^\p{Lu}\p{Ll}/u.test(text))
  const length = lengthOf(words)
  const shapes = words.map(({ text }) => shapeOf(text))
  const kinds = words.map(({ folded }, at) => kindOf(words, at, folded))
  const known = words.map(({ folded }) => findWordKind(folded))
  const letters = words.filter(({ folded }) => /^\p{L}/u.test(folded)).length
  const isEnglish = known.filter((one) => one !== null).length > letters * 0.7
  const sentences = describeSentences(words, kinds)
  const repeated = repeatedWords(words)
  const foreign = words.map(({ folded }) => foreignBands(folded))
  const plain = words.map(({ folded }) => folded)
  const cued = words.map((_, at) => [...findCues(plain, at)].join(' '))
  let isQuoted = false
  return words.map(({ text, folded, isJoined }, at) => {
    const word = (step: number) => words[at + step]?.folded ?? (at + step < 0 ? '<' : '>')
    const shape = (step: number) => shapes[at + step] ?? '<>'
    const kind = (step: number) => kinds[at + step] ?? '<>'
    const use = (step: number) => known[at + step]?.kind ?? shape(step)
    const band = (step: number) => known[at + step]?.band ?? (/^\p{L}/u.test(word(step)) ? 9 : shape(step))
    const other = (step: number) => foreign[at + step] ?? '<>'
    const cue = (step: number) => cued[at + step] ?? ''
    const begins = at === 0 || sentenceEnds.has(words[at - 1]?.text ?? '')
    if (text === '"' || text === '“' || text === '”') isQuoted = !isQuoted
    const found = [
      'bias',
      `w ${folded}`,
      `w-1 ${word(-1)}`,
      `w+1 ${word(1)}`,
      `w-2 ${word(-2)}`,
      `w+2 ${word(2)}`,
      `w-10 ${word(-1)} ${folded}`,
      `w01 ${folded} ${word(1)}`,
      `w-11 ${word(-1)} ${word(1)}`,
      `w-2-1 ${word(-2)} ${word(-1)}`,
      `w12 ${word(1)} ${word(2)}`,
      `s ${shape(0)} ${begins} ${isLower}`,
      `s-1 ${shape(-1)} ${shape(0)}`,
      `s+1 ${shape(0)} ${shape(1)}`,
      `s3 ${shape(-1)} ${shape(0)} ${shape(1)}`,
      `k ${kind(0)}`,
      `k-1 ${kind(-1)} ${kind(0)}`,
      `k+1 ${kind(0)} ${kind(1)}`,
      `k3 ${kind(-1)} ${kind(0)} ${kind(1)}`,
      `k4 ${kind(-2)} ${kind(-1)} ${kind(0)}`,
      `kw ${word(-1)} ${kind(0)}`,
      `ks ${word(-1)} ${shape(0)}`,
      `sk ${shape(0)} ${word(1)}`,
      `b ${band(0)} ${isEnglish}`,
      `b3 ${band(-1)} ${band(0)} ${band(1)} ${isEnglish}`,
      `bs ${band(0)} ${shape(0)} ${isLower}`,
      `bw ${word(-1)} ${band(0)}`,
      `wb ${band(0)} ${word(1)}`,
      `u ${use(0)}`,
      `u-1 ${use(-1)}`,
      `u+1 ${use(1)}`,
      `u-10 ${use(-1)} ${use(0)}`,
      `u01 ${use(0)} ${use(1)}`,
      `uw ${word(-1)} ${use(0)}`,
      `wu ${use(0)} ${word(1)}`,
      `z ${sentences[at]} ${band(0)}`,
      `zs ${sentences[at]} ${shape(0)} ${isLower}`,
      `zu ${sentences[at]?.slice(0, 3)} ${use(0)}`,
      `b5 ${band(-2)} ${band(-1)} ${band(0)} ${band(1)} ${band(2)}`,
      `k5 ${kind(-3)} ${kind(-2)} ${kind(-1)}`,
      `w21b ${word(-2)} ${word(-1)} ${band(0)}`,
      `b12w ${band(0)} ${word(1)} ${word(2)}`,
      `w-3 ${word(-3)}`,
      `w+3 ${word(3)}`,
      `r ${repeated.has(folded)} ${band(0)}`,
      `y ${other(0)} ${isEnglish} ${band(0)}`,
      `y3 ${other(-1)} ${other(0)} ${other(1)} ${isEnglish}`,
      `yw ${word(-1)} ${other(0)}`,
      `wy ${other(0)} ${word(1)}`,
      `q ${isQuoted}`,
      `c ${cue(0)}`,
      `c-1 ${cue(-1)}`,
      `c+1 ${cue(1)}`,
      `cb ${cue(0)} ${band(0)} ${shape(0)}`,
      `c3 ${cue(-1) !== ''} ${cue(0) !== ''} ${cue(1) !== ''} ${band(0)}`,
      `j ${isJoined} ${words[at + 1]?.isJoined ?? false}`,
      `l ${length} ${Math.min(at, 3)} ${shape(0)}`,
      `e ${Math.min(words.length - at, 3)} ${length}`,
    ]
    if (/^\p{L}/u.test(folded)) {
      for (let size = 2; size <= 4 && size < folded.length; size += 1) {
        found.push(`p ${folded.slice(0, size)}`, `x ${folded.slice(-size)}`)
      }
      found.push(`n ${Math.min(folded.length, 12)} ${shape(0)}`)
    }
    found.push(`x-1 ${word(-1).slice(-3)}`, `x+1 ${word(1).slice(-3)}`)
    return found.map(hashFeature)
  })
}

/** Short, of middle length, or long. */
function lengthOf({ length }: readonly QuestionWord[]): string {
  if (length <= 7) return 's'
  return length <= 25 ? 'm' : 'l'
}

/** The places of the words of each sentence. */
export function sentencesOf(words: readonly QuestionWord[], ends: RegExp): number[][] {
  const sentences: number[][] = [[]]
  words.forEach(({ text }, at) => {
    sentences.at(-1)?.push(at)
    if (ends.test(text) && at < words.length - 1 && !(words[at + 1]?.isJoined ?? false)) sentences.push([])
  })
  return sentences
}

/** Whether a sentence is the only one, the first, the last, or one between. */
export function sideOf(sentence: number, last: number): string {
  if (last === 0) return 'o'
  if (sentence === 0) return 'f'
  return sentence === last ? 'l' : 'm'
}

/** Of each word's sentence: whether it asks, whether it has days, whether it is of the person, and whether it is the first or the last. */
function describeSentences(words: readonly QuestionWord[], kinds: readonly string[]): string[] {
  const sentences = sentencesOf(words, /^[.?!]$/u)
  return sentences.flatMap((sentence, place) => {
    const has = (found: (at: number) => boolean) => (sentence.some(found) ? '1' : '0')
    const asks = has((at) => words[at]?.text === '?')
    const dated = has((at) => /^(?:year|month|sign (?:last|past|since))$/u.test(kinds[at] ?? ''))
    const own = has((at) => /^(?:i|my|we|our|ich|wir|je|yo|mi)$/u.test(words[at]?.folded ?? ''))
    return sentence.map(() => `${sideOf(place, sentences.length - 1)}${asks}${own}${dated}`)
  })
}

function repeatedWords(words: readonly QuestionWord[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(
    words.flatMap(({ folded }) => (folded.length > 3 && seen.size === seen.add(folded).size ? [folded] : [])),
  )
}

function kindOf(words: readonly QuestionWord[], at: number, folded: string): string {
  const date = dateClass(folded)
  if (date !== null) return date
  if (isCountryWord(words[at] as QuestionWord)) return 'country'
  if (/^\p{L}/u.test(folded)) return folded.length <= 3 ? 'short' : 'word'
  return /^\p{N}/u.test(folded) ? 'mixed' : folded
}

/** A span that the tagger found. */
export interface TaggedSpan {
  readonly kind: SpanKind
  readonly start: number
  readonly end: number
  readonly text: string
}

export const spanKinds = ['topic', 'excluded', 'period', 'place', 'outlet'] as const
export type SpanKind = (typeof spanKinds)[number]

/** What the classifiers know of the conversation that a question goes on. */
export interface BeforeQuestion {
  /** The main want of the message before; null for a first message. */
  readonly want: string | null
}

/** The features of a question for the classifiers; of its words and of their parts, which are weighed apart. */
export interface QuestionFeatures {
  readonly words: readonly number[]
  readonly parts: readonly number[]
}

/** The features of a whole question: its words without those of its spans, which are about the topic and not about what is wanted. */
export function questionFeatures(
  words: readonly QuestionWord[],
  spans: readonly TaggedSpan[],
  before: BeforeQuestion,
): QuestionFeatures {
  const { plain, marks, features: own } = withoutSpans(words, spans)
  const counts = spanKinds.map((kind) => Math.min(3, spans.filter((span) => span.kind === kind).length))
  const features = new Set([
    'bias',
    ...own,
    ...countFeatures(counts, plain),
    ...meaningFeatures(spans, plain, counts),
    `before ${before.want ?? '-'}`,
    ...(before.want === null ? [] : [`before ${before.want} ${counts[0]} ${plain.length <= 4}`]),
    ...plain.flatMap((word, at) => wordFeatures(plain, word, at)),
    ...cueFeatures(plain, marks),
  ])
  return { words: Array.from(features, hashFeature), parts: Array.from(new Set(plain.flatMap(partsOf)), hashFeature) }
}

/** A question with one word for each span, such as "_topic". */
interface PlainWords {
  readonly plain: readonly string[]
  /** The mark of the sentence that each word is in. */
  readonly marks: readonly string[]
  /** Each word with its mark, and the words of the spans, which `plain` no longer has. */
  readonly features: readonly string[]
}

function withoutSpans(words: readonly QuestionWord[], spans: readonly TaggedSpan[]): PlainWords {
  const plain: string[] = []
  const marks: string[] = []
  const features: string[] = []
  const marksOfAll = markSentences(words, spans)
  let last = '<'
  for (const [at, { folded, start, end }] of words.entries()) {
    const span = spans.find((one) => one.start < end && one.end > start)
    if (span === undefined || span.start === start || at === 0) {
      const word = span === undefined ? folded : `_${span.kind}`
      const mark = marksOfAll[at] ?? ''
      plain.push(word)
      marks.push(mark)
      // the main wish is mostly in the first sentence that asks about the topic
      if (mark !== '') features.push(`s${mark} ${word}`, `sb${mark} ${last} ${word}`)
      last = word
    }
    if (span === undefined || span.kind === 'period') continue
    features.push(`in ${folded}`)
    const used = findWordKind(folded)?.kind
    if (used !== undefined) features.push(`iu ${used}`)
  }
  return { plain, marks, features }
}

/** Up to so many words a question counts as one of the first, second, … length. */
const lengths = [2, 4, 8, 20]

function countFeatures(counts: readonly number[], plain: readonly string[]): string[] {
  return [
    `n ${counts[0]}`,
    `n ${counts[0]} ${counts[2]}`,
    `np ${counts[2]}`,
    `nt ${counts[0]} ${counts[1]} ${counts[2]} ${counts[3]} ${counts[4]}`,
    `long ${lengths.filter((length) => plain.length > length).length}`,
  ]
}

/** "Mercury", "delta": another word of the question may say which one is meant. */
function meaningFeatures(spans: readonly TaggedSpan[], plain: readonly string[], counts: readonly number[]): string[] {
  if (!spans.some(({ kind, text }) => kind === 'topic' && isAmbiguousName(foldWord(text)))) return []
  const own = plain.filter((word) => /^\p{L}/u.test(word) && word !== '_topic' && (findWordKind(word)?.band ?? 9) > 2)
  return ['two meanings', `two meanings ${Math.min(own.length, 4)} ${counts[0]}`, `two meanings ${counts[1]}`]
}

/** A word with those behind it, and where it stands. */
function wordFeatures(plain: readonly string[], word: string, at: number): string[] {
  const [next = '>', third = '>'] = plain.slice(at + 1, at + 3)
  const features = [`w ${word}`, `b ${word} ${next}`, `t ${word} ${next} ${third}`, `g ${word} ${third}`]
  if (at < 3) features.push(`f${at} ${word}`)
  if (at === 0) features.push(`ff ${word} ${next}`)
  if (plain.length - at <= 2) features.push(`e ${word}`)
  const used = findWordKind(word)?.kind
  if (used !== undefined) features.push(`u ${used}`, `ub ${used} ${next}`, `bu ${plain[at - 1] ?? '<'} ${used}`)
  return features
}

/** Three to five letters of a word in a row, by which a typo is still known. */
function partsOf(word: string): string[] {
  if (word.startsWith('_') || !/^\p{L}/u.test(word)) return []
  const padded = `<${word}>`
  return [3, 4, 5].flatMap((size) =>
    Array.from({ length: Math.max(0, padded.length - size + 1) }, (_, from) => padded.slice(from, from + size)),
  )
}

const joiners = /^(?:and|but|und|aber|y|pero|et|mais)$/u

/** The parts of a question between its signs and joining words; a span stays whole. */
export function splitClauses(words: readonly QuestionWord[], spans: readonly TaggedSpan[]): QuestionWord[][] {
  const clauses: QuestionWord[][] = [[]]
  for (const [at, word] of words.entries()) {
    const isInside = spans.some(({ start, end }) => start < word.end && end > word.start)
    const ends = !isInside && /^[.?!:;,–—]$/u.test(word.text) && words[at + 1]?.isJoined !== true
    if (!isInside && joiners.test(word.folded)) clauses.push([word])
    else clauses.at(-1)?.push(word)
    if (ends) clauses.push([])
  }
  return clauses.filter((clause) => clause.some(({ text }) => /^\p{L}/u.test(text)))
}

/** What the words say that is wanted, in order, and beside which words they stand. */
function cueFeatures(plain: readonly string[], marks: readonly string[]): string[] {
  const found = plain.map((_, at) => findCues(plain, at))
  const features: string[] = []
  const order: string[] = []
  const counts = new Map<string, number>()
  found.forEach((wants, at) => {
    for (const want of wants) {
      const count = (counts.get(want) ?? 0) + 1
      counts.set(want, count)
      if (count <= 3) features.push(`c${count} ${want}`)
      features.push(`cs${marks[at]} ${want}`, `cb ${plain[at - 1] ?? '<'} ${want}`)
      if (!order.includes(want)) order.push(want)
    }
  })
  const [first = '-', second = '-'] = order
  return [
    ...features,
    `cf ${first}`,
    `cg ${first} ${second}`,
    `cl ${order.at(-1) ?? '-'}`,
    `cn ${Math.min(order.length, 5)}`,
  ]
}

/** Of each word's sentence, where there are several: whether it asks, whether it names the topic, and whether it is the first such; empty for the rest. */
function markSentences(words: readonly QuestionWord[], spans: readonly TaggedSpan[]): string[] {
  const sentences = sentencesOf(words, /^[.?!:;]$/u)
  if (sentences.length === 1) return words.map(() => 'q')
  let [asked, named] = [0, 0]
  return sentences.flatMap((sentence) => {
    const asks = sentence.some((at) => words[at]?.text === '?')
    const [from, to] = [words[sentence[0] ?? 0]?.start ?? 0, words[sentence.at(-1) ?? 0]?.end ?? 0]
    const names = spans.some(({ kind, start, end }) => kind === 'topic' && start >= from && end <= to)
    if (asks) asked += 1
    if (names) named += 1
    if (asks && asked === 1) return sentence.map(() => 'q')
    if (names && named === 1) return sentence.map(() => 't')
    return sentence.map(() => (asks ? 'r' : ''))
  })
}

/** What is known of a word of English: how frequent it is, and which words are used like it. */
interface WordKind {
  /** 0 for the fifty most frequent words, up to 6 for the rarest known ones. */
  readonly band: number
  readonly kind: string
}

let kinds: ReadonlyMap<string, WordKind> | null = null
const bands = [50, 200, 700, 2_000, 6_000, 12_000]

export function findWordKind(folded: string): WordKind | null {
  kinds ??= new Map(
    brotliDecompressSync(Buffer.from(packedWordKinds, 'base64'))
      .toString()
      .split('\n')
      .map((line, rank) => {
        const [word = '', kind = ''] = line.split(' ')
        return [word, { kind, band: bands.filter((limit) => rank >= limit).length }]
      }),
  )
  return kinds.get(folded) ?? null
}
