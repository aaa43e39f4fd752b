import { isContextTerm } from '../contexts/context-terms.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { daysBetween } from '../series/daily-series.ts'
import { tokenize } from '../text/tokenize.ts'
import { conceptOf, isAction, isDateWord } from './article-words.ts'
import { pairModel } from './pair-model.gen.ts'

/** A content word of a title: its number in the reader, -1 for an unknown one, and ln(documents / documents with it). */
interface TitleWord {
  row: number
  rarity: number
}

/** What a title says, prepared once for all comparisons. */
export interface ReadTitle {
  day: string
  reader: WordReader
  words: ReadonlyMap<string, TitleWord>
  /** Sum of the rarities of its words. */
  rarity: number
  /** Numbers and words of order: what tells one case from the next. */
  numbers: ReadonlySet<string>
  dates: ReadonlySet<string>
  countries: ReadonlySet<string>
  actions: ReadonlySet<string>
  /** All stems, stop words included: how far two titles are written alike. */
  stems: ReadonlySet<string>
  /** The direction of all words by rarity, of length one, and that of the words that are no names. */
  meaning: Float32Array
  predicate: Float32Array
}

const ordinals: ReadonlySet<string> = new Set(
  'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' '),
)
/** Rarity of a word that the library does not know, and of one so common that it has no vector. */
const unknownRarity = 9
const commonRarity = 0.5
/** In a Title That Capitalises Everything a word this rare counts as a name. */
const nameRarity = 6
/** Titles with fewer content words say too little to be compared. */
const minWords = 3

/** Reads a title with what the words of its language mean; null for one that says too little. */
export function readTitle(title: string, publishedAt: string, reader: WordReader): ReadTitle | null {
  const tokens = tokenize(title)
  const isLower = (start: number) => /^\p{Ll}/u.test(title.slice(start, start + 2))
  const isSentence = tokens.some(({ text, start }) => isContextTerm(text) && isLower(start))
  const words = new Map<string, TitleWord>()
  const names = new Set<string>()
  const [numbers, dates] = [new Set<string>(), new Set<string>()]
  const [countries, actions] = [new Set<string>(), new Set<string>()]
  tokens.forEach(({ text, start }, at) => {
    if (/^\d+$/.test(text) || ordinals.has(text)) numbers.add(text)
    if (isDateWord(text)) dates.add(text)
    const stem = lightStem(text)
    const concept = conceptOf(stem)
    if (concept?.startsWith('@') === true) countries.add(concept)
    else if (concept !== null && isAction(concept)) actions.add(concept)
    if (!isContextTerm(text) || isDateWord(text) || words.has(stem)) return
    const [row = -1] = reader.readRows([text])
    const rarity = row >= 0 ? (reader.idf[row] ?? 0) : rarityWithoutRow(text, reader)
    words.set(stem, { row, rarity })
    if (!isLower(start) && (isSentence ? at > 0 : rarity >= nameRarity)) names.add(stem)
  })
  const meaning = directionOf([...words.values()], reader)
  if (words.size < minWords || meaning === null) return null
  const others = [...words].filter(([stem]) => !names.has(stem)).map(([, word]) => word)
  return {
    day: publishedAt.slice(0, 10),
    reader,
    words,
    rarity: [...words.values()].reduce((sum, { rarity }) => sum + rarity, 0),
    numbers,
    dates,
    countries,
    actions,
    stems: new Set(tokens.map(({ text }) => lightStem(text))),
    meaning,
    predicate: directionOf(others, reader) ?? new Float32Array(meaning.length),
  }
}

function rarityWithoutRow(word: string, reader: WordReader): number {
  return reader.isKnown(word) ? commonRarity : unknownRarity
}

function directionOf(words: readonly TitleWord[], { rows, vectors }: WordReader): Float32Array | null {
  const { dimensions } = vectors
  const sum = new Float32Array(dimensions)
  for (const { row, rarity } of words) {
    if (row < 0) continue
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + rarity * (rows[row * dimensions + at] ?? 0)
  }
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0))
  return length === 0 ? null : sum.map((value) => value / length)
}

/** Numbers, words of order and dates in a title: the same sentence with others is another edition of a notice. */
export function editionOf(title: string): Set<string> {
  const isOfEdition = (word: string) => /^\d+(?:st|nd|rd|th)?$/.test(word) || ordinals.has(word) || isDateWord(word)
  return new Set(tokenize(title).flatMap(({ text }) => (isOfEdition(text) ? [text] : [])))
}

export function cosineOf(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** What the model of pairs looks at, in this order. */
export const pairFeatures = [
  'meaning',
  'predicate',
  'shared',
  'rarest',
  'nearness',
  'numbers apart',
  'dates apart',
  'countries apart',
  'action shared',
  'alike',
  'replaced',
  'days',
] as const

/** Titles that share this part of their words are one sentence, in which something may be replaced. */
const sentencePart = 0.5

/**
 * The features of two titles: cosines of all words and of those that are no names; the part of rarity that they share, and the rarest shared word; how near
 * each word is to the nearest of the other title; numbers, dates and countries that contradict each other; an action that both report; how much of the
 * shorter one's words both have, and what was replaced in the same sentence; days apart, up to two.
 */
export function comparePair(one: ReadTitle, other: ReadTitle): number[] {
  let [shared, rarest, common] = [0, 0, 0]
  for (const [stem, { rarity }] of one.words) {
    if (!other.words.has(stem)) continue
    shared += rarity
    rarest = Math.max(rarest, rarity)
  }
  for (const stem of one.stems) if (other.stems.has(stem)) common++
  const alike = common / Math.max(1, Math.min(one.stems.size, other.stems.size))
  const replaced = Math.min(one.rarity, other.rarity) - shared
  return [
    cosineOf(one.meaning, other.meaning),
    cosineOf(one.predicate, other.predicate),
    shared / Math.max(1, Math.sqrt(one.rarity * other.rarity)),
    rarest / 10,
    (nearness(one, other) + nearness(other, one)) / 2,
    contradict(one.numbers, other.numbers) ? 1 : 0,
    contradict(one.dates, other.dates) ? 1 : 0,
    contradict(one.countries, other.countries) && !overlap(one.countries, other.countries) ? 1 : 0,
    overlap(one.actions, other.actions) ? 1 : 0,
    alike,
    alike >= sentencePart ? Math.min(1, Math.max(0, replaced) / 5) : 0,
    Math.min(2, Math.abs(daysBetween(one.day, other.day))) / 2,
  ]
}

/** Each has what the other lacks. */
function contradict(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return !isPart(one, other) && !isPart(other, one)
}

/** Whether a set has nothing that another lacks. */
export function isPart(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const item of part) if (!whole.has(item)) return false
  return true
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const item of one) if (other.has(item)) return true
  return false
}

/** How near each word of a title is to the nearest one of another, weighed by rarity. */
function nearness(one: ReadTitle, other: ReadTitle): number {
  const { rows, vectors } = one.reader
  const { dimensions } = vectors
  let sum = 0
  for (const [stem, { row, rarity }] of one.words) {
    if (other.words.has(stem)) sum += rarity
    else if (row >= 0) {
      let best = 0
      for (const word of other.words.values()) {
        if (word.row < 0) continue
        let product = 0
        for (let at = 0; at < dimensions; at++)
          product += (rows[row * dimensions + at] ?? 0) * (rows[word.row * dimensions + at] ?? 0)
        if (product > best) best = product
      }
      sum += rarity * best
    }
  }
  return one.rarity === 0 ? 0 : sum / one.rarity
}

/** Log odds that two titles tell one event, by logistic regression over `comparePair`; above 0 they rather do. */
export function oddsOfOneEvent(one: ReadTitle, other: ReadTitle): number {
  return comparePair(one, other).reduce((sum, value, at) => sum + value * (pairModel.weights[at] ?? 0), pairModel.bias)
}
