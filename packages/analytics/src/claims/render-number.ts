import type { ClaimNumber, ClaimUnit } from './claim.ts'

/** What distinct texts are called: by what was published where all of it is of one kind. */
export type PieceNoun = 'pieces' | 'posts' | 'articles'

type Noun = readonly [one: string, many: string]

const nouns: Record<'documents' | 'stories' | 'outlets' | 'authors' | 'days', Noun> = {
  documents: ['document', 'documents'],
  stories: ['piece', 'pieces'],
  outlets: ['outlet', 'outlets'],
  authors: ['author', 'authors'],
  days: ['day', 'days'],
}

const pieceNouns: Record<PieceNoun, Noun> = {
  pieces: nouns.stories,
  posts: ['post', 'posts'],
  articles: ['article', 'articles'],
}
/** The noun of one of them; "piece" stands beside a number alone. */
export function singularNoun(noun: PieceNoun): string {
  return noun === 'pieces' ? 'text' : pieceNouns[noun][0]
}

/** The noun of several distinct texts; "pieces" stands beside a number alone. */
export function pluralNoun(noun: PieceNoun, count: number): string {
  if (count === 1) return singularNoun(noun)
  return noun === 'pieces' ? 'documents' : noun
}

/** Reports that were stored before say "stories". */
const formerNoun: Noun = ['story', 'stories']

/**
 * Writes a number as sentences show it, with its unit, its interval and its subject: `about 1,600 documents (1,530 to 1,680)`, `40% positive (35 to
 * 46%)`, `1.8 times (1.3 to 2.5)`. One number has one rendering, so a text can be checked.
 */
export function renderNumber(number: Omit<ClaimNumber, 'text'>): string {
  return render(number, null)
}

/** The same with another noun than that of its unit; an empty one leaves it out. */
function render(number: Omit<ClaimNumber, 'text'>, noun: Noun | null): string {
  const { unit, value, subject, low, high } = number
  const interval = low === null || high === null ? null : `${bound(number, low)} to ${bound(number, high)}`
  if (unit === 'percent') {
    const phrase = subject === null ? `${format(unit, value)}%` : `${format(unit, value)}% ${subject}`
    return interval === null ? phrase : `${phrase} (${interval}%)`
  }
  if (unit === 'ratio' || unit === 'score') {
    const amount = unit === 'ratio' ? `${format(unit, value)} times` : format(unit, value)
    const phrase = subject === null ? amount : `${subject} ${amount}`
    return interval === null ? phrase : `${phrase} (${interval})`
  }
  const [one, many] = noun ?? nouns[unit]
  const counted = `${format(unit, value)} ${Math.round(value) === 1 ? one : many}`.trim()
  if (subject !== null)
    return interval === null ? `${subject} (${counted})` : `${subject} (about ${counted}, ${interval})`
  return interval === null ? counted : `about ${counted} (${interval})`
}

type NumberInput = { value: number; unit: ClaimUnit } & Partial<Omit<ClaimNumber, 'text'>>

/** A number of a claim with its rendering. `n` is its sample size; a number without `low` and `high` is exact. */
export function claimNumber(input: NumberInput): ClaimNumber {
  const number = toNumber(input)
  return { ...number, text: renderNumber(number) }
}

/**
 * The same number as a sentence for reading aloud writes it; its interval stays in the claim. `noun` is what stories are called; null where the sentence
 * has said it already.
 */
export function plainNumber(input: NumberInput & { noun?: PieceNoun | 'documents' | null }): ClaimNumber {
  const number = toNumber(input)
  return { ...number, text: renderPlainly(number, nounNamed(input.noun)) }
}

const noNoun: Noun = ['', '']

/** Null for the noun of the unit. */
function nounNamed(name: PieceNoun | 'documents' | null | undefined): Noun | null {
  if (name === undefined) return null
  if (name === null) return noNoun
  return name === 'documents' ? nouns.documents : pieceNouns[name]
}

function toNumber(input: NumberInput): Omit<ClaimNumber, 'text'> {
  const { pointer = null, subject = null, value, low = null, high = null, n = null, unit } = input
  // copied field by field: an estimate passed in whole may have more fields than a claim
  return { pointer, subject, value, low, high, n, unit }
}

/** What a unit is called besides its own noun. */
const otherNouns: Partial<Record<ClaimUnit, readonly Noun[]>> = {
  stories: [...Object.values(pieceNouns), nouns.documents, formerNoun, noNoun],
  documents: [pieceNouns.posts, pieceNouns.articles, noNoun],
}

/** Whether the text of a number is one of its renderings: with its interval or without, and with each noun of what it counts. */
export function isRendering(number: ClaimNumber): boolean {
  return [null, ...(otherNouns[number.unit] ?? [])].some((noun) =>
    [
      render(number, noun),
      renderPlainly(number, noun),
      renderFormerly(number),
      inWords(renderPlainly(number, noun)),
    ].includes(number.text),
  )
}

const smallNumbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** A count that begins a sentence: a small one is a word. */
function inWords(text: string): string {
  return text.replace(/^[1-9](?= \p{L})/u, (digit) => smallNumbers[Number(digit)] ?? digit)
}

/** A number that begins a sentence. */
export function startNumber(input: NumberInput & { noun?: PieceNoun | null }): ClaimNumber {
  const number = plainNumber(input)
  return { ...number, text: inWords(number.text) }
}

/** Fractions that have a word, in percent, with how far a value may be from them to be called about that. */
const fractions: readonly [percent: number, within: number, word: string][] = [
  [25, 2.5, 'a quarter'],
  [100 / 3, 2.5, 'a third'],
  [50, 4, 'half'],
  [200 / 3, 2.5, 'two thirds'],
  [75, 2.5, 'three quarters'],
]
/** A value this close to a fraction is called by it without "about"; sentences that were stored before allowed more. */
const exactWithin = 0.05
const formerlyWithin = 1
const minNearlyAll = 97
const multiples = [
  '',
  '',
  'twice',
  ...['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word) => `${word} times`),
]
/** Sentences that were stored before knew no more words than these. */
const formerMultiples = 8
/** How far from a whole multiple a ratio may be to be called about that, as a part of it. */
const multipleWithin = 0.12
/** Between twice and three times there is one more word. */
const twoAndHalf = 2.5
const nearTwoAndHalf = 0.15

/** Writes a number without its interval, in words where these are close enough: `about half`, `about three times`, `about 1,600 documents`. */
function renderPlainly(number: Omit<ClaimNumber, 'text'>, noun: Noun | null): string {
  const { unit, value, subject, low } = number
  if (unit === 'percent') return subject === null ? partWords(value) : `${percentWords(value)} ${subject}`
  if (unit === 'ratio') return subject === null ? ratioWords(value) : `${subject} ${ratioWords(value)}`
  if (unit === 'score' || low === null) return render({ ...number, low: null, high: null }, noun)
  const counted = render({ ...number, subject: null, low: null, high: null }, noun)
  return subject === null ? `about ${counted}` : `${subject} (about ${counted})`
}

/** How sentences that were stored before wrote a part or a multiple. */
function renderFormerly({ unit, value, subject }: Omit<ClaimNumber, 'text'>): string | null {
  if (unit === 'ratio') {
    const words = ratioWords(value, { known: formerMultiples, isCoarse: false })
    return subject === null ? words : `${subject} ${words}`
  }
  if (unit !== 'percent') return null
  const words = percentWords(value, formerlyWithin)
  return subject === null ? words : `${words} ${subject}`
}

/** The whole and nothing of it have a word only where it is said of what: "98% as many", and not "nearly all as many". */
function partWords(value: number): string {
  return value === 0 || value >= minNearlyAll ? `${trim(value, 1)}%` : percentWords(value)
}

function percentWords(value: number, within = exactWithin): string {
  if (value === 0) return 'none'
  const fraction = fractions.find(([percent, near]) => Math.abs(value - percent) <= near)
  if (fraction !== undefined) return Math.abs(value - fraction[0]) <= within ? fraction[2] : `about ${fraction[2]}`
  if (value >= minNearlyAll) return value === 100 ? 'all' : 'nearly all'
  return value < 1 ? 'under 1%' : `${trim(value, 0)}%`
}

function ratioWords(value: number, { known = multiples.length, isCoarse = true } = {}): string {
  const rounded = Math.round(value)
  const words = rounded < known ? (multiples[rounded] ?? '') : ''
  if (words !== '' && Math.abs(value - rounded) <= multipleWithin * rounded) return `about ${words}`
  if (isCoarse && Math.abs(value - twoAndHalf) <= nearTwoAndHalf) return 'about two and a half times'
  const least = isCoarse ? (multiples[Math.floor(value)] ?? '') : ''
  if (least !== '') return `more than ${least}`
  return value < known ? `${ratio(value)} times` : `about ${trim(Number(value.toPrecision(2)), 0)} times`
}

function upTo(digits: number) {
  return new Intl.NumberFormat('en', { maximumFractionDigits: digits })
}

// created once: creating one takes as long as writing a hundred numbers
const writers = { 0: upTo(0), 1: upTo(1), 2: upTo(2), 3: upTo(3) }

function format(unit: ClaimUnit, value: number): string {
  if (unit === 'percent') return value > 0 && value < 0.1 ? 'under 0.1' : trim(value, value < 10 ? 1 : 0)
  if (unit === 'ratio') return ratio(value)
  if (unit !== 'score') return trim(Math.round(value), 0)
  const text = Math.abs(value).toFixed(2)
  return Number(text) === 0 ? '0.00' : `${value < 0 ? '−' : '+'}${text}`
}

/** A bound written with as few digits as keep it on its side of no change: "0.18 to 0.998" is a fall, "0.18 to 1" may be none. */
function bound({ unit }: { unit: ClaimUnit }, value: number): string {
  const text = format(unit, value)
  const none = noChange[unit]
  if (none === undefined || value === none || Number(text) !== none) return text
  for (let digits = minDigits; digits <= maxDigits; digits++) {
    const fixed = value.toFixed(digits)
    if (Number(fixed) !== none)
      return unit === 'score' ? `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}` : fixed
  }
  return `${value < none ? 'under' : 'over'} ${text}`
}

/** The value that means no change, or a tone without a direction. */
const noChange: Partial<Record<ClaimUnit, number>> = { ratio: 1, score: 0 }
const minDigits = 2
const maxDigits = 4

/** Two significant digits, so that a value close to 1 is not written as 1. */
function ratio(value: number): string {
  if (value < 0.1) return trim(value, 3)
  if (value < 1) return trim(value, 2)
  return value < 10 ? value.toFixed(1) : trim(value, 0)
}

function trim(value: number, digits: keyof typeof writers): string {
  return writers[digits].format(value)
}
