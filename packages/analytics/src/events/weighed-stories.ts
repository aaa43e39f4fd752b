import { logOddsTerms } from '../changes/log-odds.ts'
import { canNameSubject, isOneWord, writtenForm } from '../meaning/name-groups.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { beginsSentence, isTitleCase } from '../wording/topic-spelling.ts'
import { styleOf, type TitledStory } from './titled-stories.ts'
import { compareText } from '../text/compare-text.ts'

/** A story with the weight of its stems and the direction of their meaning. */
export interface WeighedStory {
  story: TitledStory
  weight: number
  /** Of length one; null where no word is known. */
  meaning: Float64Array | null
}

/** How much each stem says about some days, and what words mean. */
export interface Weighing {
  weights: ReadonlyMap<string, number>
  reader: WordReader | null
}

/** Likeness from which two stories belong to one group. */
export const minLikeness = 0.35
/** Terms with a lower z may be due to chance. */
const minZ = 1.96
/** Factor for a stem that chance does not explain. */
const certainWeight = 3
/** Number of words added to each title when it is weighted, so that a title of two words does not win by being short. */
const addedWords = 4
/** Minimum centrality of a title that has nothing in common with the others: it may still be the only one. */
const minCentrality = 0.02
/** Additional weight of the most noticed title of the days over one without reactions. */
const noticedWeight = 2
/** Part of the likeness that is the meaning of words, and the cosine of two titles of one topic that say different things. */
const meaningPart = 0.5
const usualCosine = 0.3
/** Fewer terms name nothing, unless they are a phrase. */
const minTerms = 2
const maxTerms = 5
/** Stems among which terms are chosen, and the content that each has at least. */
const termCandidates = 9
const minContent = 0.25
/** About that of a word in eight of 100,000 documents. */
const rarestIdf = 9

/** How much each stem says about the days of `stories`, held against the days `before`: see `createEventDescriber`. */
export function weighStems(stories: readonly TitledStory[], before: readonly TitledStory[]): Map<string, number> {
  const [after, usual] = [countStems(stories), countStems(before)]
  const outlets = new Map<string, Set<string>>()
  for (const story of stories)
    for (const stem of story.stems.keys()) {
      const found = outlets.get(stem) ?? new Set()
      outlets.set(stem, found)
      for (const outlet of story.outlets) found.add(outlet)
    }
  const compared = [...after.counts].map(([term, count]) => ({
    term,
    after: count,
    before: usual.counts.get(term) ?? 0,
  }))
  // one more on both sides: a topic without other days still has words
  const odds = logOddsTerms(compared, { after: after.total + 1, before: usual.total + 1 })
  const certain = new Set(odds.filter(({ z }) => z >= minZ).map(({ term }) => term))
  return new Map(
    compared.map(({ term, after: count, before: elsewhere }) => [
      term,
      Math.sqrt((count - 1) * (outlets.get(term)?.size ?? 1)) *
        Math.sqrt(count / (count + elsewhere + 1)) *
        (certain.has(term) ? certainWeight : 1),
    ]),
  )
}

/** The number of stories that contain each stem, and the total number of their stems. */
function countStems(stories: readonly TitledStory[]): { counts: ReadonlyMap<string, number>; total: number } {
  const counts = new Map<string, number>()
  let total = 0
  for (const { stems } of stories)
    for (const stem of stems.keys()) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1)
      total++
    }
  return { counts, total }
}

export function weighStory(story: TitledStory, { weights, reader }: Weighing): WeighedStory {
  return {
    story,
    weight: sumOf(story.stems.keys(), weights),
    meaning: reader === null ? null : meaningOf(story, { weights, reader }),
  }
}

/** Part of a stem's weight in the meaning of a title that does not depend on these days. */
const usualWeight = 0.25

/** The direction of a title's meaning; of length one. */
function meaningOf(
  { stems }: TitledStory,
  { weights, reader }: { weights: ReadonlyMap<string, number>; reader: WordReader },
): Float64Array | null {
  const { dimensions } = reader.vectors
  const sum = new Float64Array(dimensions)
  for (const [stem, word] of stems) {
    const row = reader.rowOfWord(word)
    if (row < 0) continue
    const weight = Math.sqrt((weights.get(stem) ?? 0) + usualWeight) * (reader.weights[row] ?? 0)
    const from = row * dimensions
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + weight * (reader.rows[from + at] ?? 0)
  }
  let squares = 0
  for (let at = 0; at < dimensions; at++) squares += (sum[at] ?? 0) ** 2
  if (squares === 0) return null
  const length = Math.sqrt(squares)
  for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) / length
  return sum
}

/** Half the cosine of the weighted stems of two stories, and half that of their meaning; of stems alone where words mean nothing. */
function joinLikeness(
  one: WeighedStory,
  other: WeighedStory,
  { common, part }: { common: number; part: number },
): number {
  const ofWords = common > 0 ? common / Math.sqrt(one.weight * other.weight) : 0
  if (one.meaning === null || other.meaning === null) return (1 - part) * ofWords
  return (
    (1 - part) * ofWords + part * Math.max(0, (cosineOf(one.meaning, other.meaning) - usualCosine) / (1 - usualCosine))
  )
}

function cosineOf(one: Float64Array, other: Float64Array): number {
  // four sums: one would make each product wait for the one before
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let at = 0; at < one.length; at += 4) {
    a += (one[at] ?? 0) * (other[at] ?? 0)
    b += (one[at + 1] ?? 0) * (other[at + 1] ?? 0)
    c += (one[at + 2] ?? 0) * (other[at + 2] ?? 0)
    d += (one[at + 3] ?? 0) * (other[at + 3] ?? 0)
  }
  return a + b + (c + d)
}

/** How alike each two of some stories are, row by row. */
export function likenessesOf(stories: readonly WeighedStory[], { weights, reader }: Weighing): Float64Array[] {
  const part = reader === null ? 0 : meaningPart
  // by stem rather than by pair: most pairs share none
  const common = stories.map(() => new Float64Array(stories.length))
  for (const [stem, holders] of holdersOf(stories)) {
    const weight = weights.get(stem) ?? 0
    for (const one of holders) {
      const row = common[one]
      if (row !== undefined) for (const other of holders) row[other] = (row[other] ?? 0) + weight
    }
  }
  stories.forEach((one, at) => {
    const row = common[at] ?? new Float64Array()
    row[at] = 1
    for (let second = at + 1; second < stories.length; second++) {
      const value = joinLikeness(one, stories[second] ?? one, { common: row[second] ?? 0, part })
      row[second] = value
      const column = common[second]
      if (column !== undefined) column[at] = value
    }
  })
  return common
}

function holdersOf(stories: readonly WeighedStory[]): Map<string, number[]> {
  const holders = new Map<string, number[]>()
  stories.forEach(({ story }, at) => {
    for (const stem of story.stems.keys()) {
      const known = holders.get(stem)
      if (known === undefined) holders.set(stem, [at])
      else known.push(at)
    }
  })
  return holders
}

export interface RankedTitle {
  /** The number of its story. */
  at: number
  style: number
  /** What it says of these days, whatever its style. */
  evidence: number
}

/** What a title keeps of its rank whose words are all its own. */
const ownWords = 0.5

/** What a title keeps of its rank that does not name the topic, where others do: only its text does. */
const unnamedFactor = 0.6

/** The part of a title's words that other stories of the days have. */
function sharedPart({ stems }: TitledStory, weights: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const stem of stems.keys()) if ((weights.get(stem) ?? 0) > 0) shared += 1
  return shared / Math.max(1, stems.size)
}

/** The best titles by what they say of these days and how, those with a word of the query before others. */
export function rankTitles(
  within: readonly WeighedStory[],
  likenesses: readonly Float64Array[],
  { weights, limit }: { weights: ReadonlyMap<string, number>; limit: number },
): RankedTitle[] {
  const mustBeAbout = within.some(({ story }) => story.isAbout)
  const noticed = within.map(({ story }) => Math.log1p(Math.max(0, story.reactions)))
  const maxNoticed = Math.max(1, ...noticed)
  const all = within
    .flatMap(({ story, weight }, at): Omit<RankedTitle, 'style'>[] => {
      const centrality = sumOfRow(likenesses[at]) / within.length
      const evidence =
        (weight / Math.sqrt(story.stems.size + addedWords)) *
        (ownWords + (1 - ownWords) * sharedPart(story, weights)) *
        (1 + (noticedWeight * (noticed[at] ?? 0)) / maxNoticed) *
        (minCentrality + centrality) *
        (mustBeAbout && !story.isAbout ? unnamedFactor : 1)
      return [{ at, evidence }]
    })
    .toSorted((a, b) => b.evidence - a.evidence || a.at - b.at)
  // a style is at most 1 and slow to judge: titles that cannot come among the best are not looked at
  const ranked: RankedTitle[] = []
  for (const { at, evidence } of all) {
    const last = ranked[limit - 1]
    if (last !== undefined && evidence < last.evidence * last.style) break
    const story = within[at]?.story
    if (story === undefined) continue
    ranked.push({ at, evidence, style: styleOf(story) })
    ranked.sort((a, b) => b.evidence * b.style - a.evidence * a.style || a.at - b.at)
  }
  return ranked.slice(0, limit)
}

function sumOfRow(row: Float64Array | undefined): number {
  let sum = 0
  if (row !== undefined) for (let at = 0; at < row.length; at++) sum += row[at] ?? 0
  return sum
}

/** A stem with one that follows or precedes it in a phrase, or alone. */
function joinPhrase(
  stem: string,
  others: readonly string[],
  isPhrase: (first: string, second: string) => boolean,
): string[] {
  const next = others.find((other) => isPhrase(stem, other))
  if (next !== undefined) return [stem, next]
  const previous = others.find((other) => isPhrase(other, stem))
  return previous === undefined ? [stem] : [previous, stem]
}

/** The stems that say most of a group, then of all stories; those that make a phrase of the library together. As its titles write them, nouns first. */
export function termsOf(
  group: readonly TitledStory[],
  { stories, weights, reader, least = minTerms }: Weighing & { stories: readonly TitledStory[]; least?: number },
): string[] {
  if (group.length === 0) return []
  const strongest = [
    ...strongestStems(group, { weights, reader }),
    ...strongestStems(stories, { weights, reader }),
  ].filter((stem) => canNameSubject([stem]))
  const wordOf = new Map(stories.flatMap(({ stems }) => [...stems]))
  const isPhrase = (first: string, second: string) => {
    const words = [wordOf.get(first) ?? first, wordOf.get(second) ?? second] as const
    return reader !== null && reader.isPhrase(...words) && isWritten(words.join(' '), stories)
  }
  const terms: string[][] = []
  const used = new Set<string>()
  for (const stem of strongest) {
    if (terms.length === maxTerms || [...used].some((other) => isOneWord(stem, other))) continue
    const free = strongest.filter((other) => other !== stem && !used.has(other))
    const term = joinPhrase(stem, free, isPhrase)
    for (const part of term) used.add(part)
    // a number alone says nothing
    if (term.some((part) => !/^\d+(?:st|nd|rd|th)?$/.test(part))) terms.push(term)
  }
  const documents = [...group, ...stories].map(({ title }) => ({ title, body: null }))
  const isNamed = terms.length >= least || (terms[0]?.length ?? 0) > 1
  if (!isNamed) return []
  const written = terms.map((stems) => withOwnCapital(writtenForm(stems, documents), documents))
  const { nouns = [], others = [] } = Object.groupBy(written, (term) =>
    term.includes(' ') || isNoun(term, documents) ? 'nouns' : 'others',
  )
  return [...nouns, ...others]
}

const determiner =
  /(?<![\p{L}\p{N}])(?:an?|the|th(?:is|at|ese|ose)|my|our|your|his|her|its|their|no|any|of|in|on|at|for|with|from|by|about|against|over|into|than|between|as)\s+$/iu
const verbBefore =
  /(?<![\p{L}\p{N}])(?:to|will|would|can|could|should|may|might|must|not|i|we|they|he|she|it|who|is|are|was|were|be|been|has|have|had|got|gets?|don['’]t|doesn['’]t|didn['’]t|can['’]t|won['’]t)\s+$/iu
const nounAfter =
  /^(?:\s*(?:[.,:;!?)"”’—–-]|['’]s\b|$)|\s+(?:and|or|is|was|are|were|has|have|had|in|of|on|for|from|with|that)\b)/iu
const verbAfter = /^\s+(?:an?|the|this|that|my|our|your|his|her|its|their|them|it|him|us|you|me|to)\b/iu

/** Whether titles use a word as a noun at least as often as otherwise: things come before what they do (*sets, dedicated*). */
export function isNoun(word: string, documents: readonly { title: string }[]): boolean {
  if (/\p{Lu}/u.test(word)) return true
  let [asNoun, asOther] = [0, 0]
  for (const { title } of documents) {
    const at = indexOfWord(title.toLowerCase(), word)
    if (at < 0) continue
    const [before, after] = [title.slice(0, at), title.slice(at + word.length)]
    const isOther = verbBefore.test(before) || verbAfter.test(after)
    if (isOther) asOther += 1
    else if (nounAfter.test(after) || (determiner.test(before) && !/^\s+\p{L}/u.test(after))) asNoun += 1
  }
  return asNoun > 0 && asNoun >= asOther
}

const wordCharacter = /[\p{L}\p{N}]/u

function indexOfWord(text: string, word: string): number {
  const isWhole = (at: number) => ![text[at - 1], text[at + word.length]].some((one) => one && wordCharacter.test(one))
  let at = text.indexOf(word)
  while (at >= 0 && !isWhole(at)) at = text.indexOf(word, at + 1)
  return at
}

/** Whether several titles hold a phrase as it is: stems alone may meet in none ("North Korea threatens"). */
function isWritten(phrase: string, stories: readonly TitledStory[]): boolean {
  return stories.filter(({ title }) => title.toLowerCase().includes(phrase.toLowerCase())).length > 1
}

/** A single word without the capitals that only some headlines give it: it would look like a name (*Trailer, FIRED*). */
export function withOwnCapital(term: string, documents: readonly { title: string }[]): string {
  if (!/^\p{Lu}(?:\p{Ll}+|\p{Lu}{3,})$/u.test(term)) return term
  let [asName, asWord] = [0, 0]
  for (const { title } of documents) {
    const at = title.toLowerCase().indexOf(term.toLowerCase())
    if (at <= 0 || beginsSentence(title, at) || isTitleCase(title.slice(0, at) + title.slice(at + term.length)))
      continue
    if (title.startsWith(term, at)) asName += 1
    else asWord += 1
  }
  // an acronym is one however rarely it stands inside a sentence
  const isAcronym = /^\p{Lu}+$/u.test(term) && asWord === 0
  return isAcronym || (asName >= minAsName && asName > maxAsWord * asWord) ? term : term.toLowerCase()
}

/** A name is written as one this often inside sentences, and this many times as often as without its capital. */
const minAsName = 2
const maxAsWord = 4

function strongestStems(stories: readonly TitledStory[], { weights, reader }: Weighing): string[] {
  const found = new Map<string, { word: string; stories: number }>()
  for (const { stems } of stories)
    for (const [stem, word] of stems) {
      const known = found.get(stem)
      if (known === undefined) found.set(stem, { word, stories: 1 })
      else known.stories++
    }
  return [...found]
    .flatMap(([stem, { word, stories: holders }]) => {
      const weight = weights.get(stem) ?? 0
      if (weight === 0 || (reader?.contentOf(word) ?? 1) < minContent) return []
      return [{ stem, evidence: holders * weight * rarityOf(word, reader) }]
    })
    .toSorted((a, b) => b.evidence - a.evidence || compareText(a.stem, b.stem))
    .slice(0, termCandidates)
    .map(({ stem }) => stem)
}

/** How much a word says, whatever the topic: √(content · idf). A word that the library does not know is as rare as the rarest that it knows. */
function rarityOf(word: string, reader: WordReader | null): number {
  if (reader === null) return 1
  const row = reader.rowOfWord(word)
  return Math.sqrt(row < 0 ? rarestIdf : (reader.weights[row] ?? 0))
}

function sumOf(stems: Iterable<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const stem of stems) sum += weights.get(stem) ?? 0
  return sum
}
