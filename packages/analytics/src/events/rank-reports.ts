import type { WordReader } from '../meaning/word-vectors.ts'
import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { addDays, daysBetween } from '../series/daily-series.ts'
import { tokens } from '../text/tokenize.ts'
import { canReport, isReport, reportFactor } from './headline-style.ts'
import {
  countHolders,
  type EventDocument,
  findCompanions,
  foldTitles,
  readTitles,
  sharesWords,
  styleOf,
  type TitledStory,
  toStories,
} from './titled-stories.ts'
import { likenessesOf, minLikeness, termsOf, type WeighedStory, weighStems, weighStory } from './weighed-stories.ts'

export interface ReportsInput {
  /** Documents of some days. */
  within: readonly EventDocument[]
  /** Documents of the same topic from before these days. */
  other: readonly EventDocument[]
  /** Folded words of the topic (`tokens`). */
  queryWords: readonly string[]
  /** Whether a title names the topic. */
  isAbout: (title: string) => boolean
  /** What the words of the library mean; null where that is unknown. */
  reader: WordReader | null
  /** A day that stands out among them, YYYY-MM-DD: what was published before it is not about it. */
  peakDay: string | null
}

/** A title that reports what happened. */
export interface RankedReport {
  /** An index into `within`. */
  document: number
  /** What it says of these days, how well, and how much it was noticed; for comparison with the others. */
  score: number
  /** Whether no other had nearly as many reactions. */
  isDiscussed: boolean
}

/** Fewer stories from a peak on say little of it: those before it are read as well. */
const minStories = 4
/** Titles that ask, explain or cannot be quoted have less. */
const minStyle = 0.75
/** A title of anger, delight or advertising has less, and so has one that is overtaken in several ways. */
const minReport = 0.31
/** A title with less says next to nothing of these days. */
const minScore = 0.13

/** Titles that report what happened on some days, as it is known at their end, the best first. */
export function rankReports(input: ReportsInput): RankedReport[] {
  const { within, reader, isAbout, peakDay } = input
  const { stories, before } = readStories(input)
  const weights = weighStems(stories, before)
  const weighed = stories.map((story) => weighStory(story, { weights, reader }))
  const likenesses = likenessesOf(weighed, { weights, reader })
  const { scores, isDiscussed } = scoreReports(
    { weighed, likenesses, weights, reader },
    { documents: within, peakDay, isAbout: ({ title }) => isAbout(title) },
  )
  return stories
    .flatMap((story, at) => {
      const score = scores[at] ?? 0
      return score < minScore ? [] : [{ document: story.document, score, isDiscussed: isDiscussed(story) }]
    })
    .toSorted((a, b) => b.score - a.score || a.document - b.document)
}

/** Stories of some days, as they are compared. */
interface ComparedStories {
  weighed: readonly WeighedStory[]
  likenesses: readonly Float64Array[]
  weights: ReadonlyMap<string, number>
  reader: WordReader | null
}

/** How well the title of each story reports what happened on these days; 0 for one that does not, or that may tell something else. */
export function scoreReports(
  compared: ComparedStories,
  {
    documents,
    peakDay,
    isAbout,
  }: { documents: readonly EventDocument[]; peakDay: string | null; isAbout: (story: TitledStory) => boolean },
): { scores: number[]; isDiscussed: (story: TitledStory) => boolean } {
  const stories = compared.weighed.map(({ story }) => story)
  const measures = createMeasures(stories, compared, documents)
  const isBacked = createBacking(stories, compared.likenesses)
  const mustBeAbout = stories.filter(isAbout).length >= minAboutPart * stories.length
  const scores = stories.map((story, at) => {
    const style = styleOf(story)
    const report = reportFactor(story.whole)
    if (style < minStyle || report < minReport || !isBacked(at) || (mustBeAbout && !isAbout(story))) return 0
    if (!isReport(story.title) || !canReport(story.whole) || story.title.includes('?')) return 0
    const publishedAt = documents[story.document]?.publishedAt ?? ''
    const distance = peakDay === null ? 0 : Math.abs(daysBetween(peakDay, publishedAt.slice(0, 10)))
    return (
      measures.evidenceOf(at) *
      measures.sharedPartOf(story) ** sharedPower *
      measures.noticedPartOf(story) *
      measures.outletPartOf(story) *
      measures.latenessOf(publishedAt) *
      Math.max(minNear, nearFactor ** distance) *
      style ** 2 *
      report
    )
  })
  return { scores, isDiscussed: measures.isDiscussed }
}

/** The part of a title that is shared decides more than what else is known of it. */
const sharedPower = 1.5
/** What a title keeps for each day between it and the peak, and the least. */
const [nearFactor, minNear] = [0.88, 0.6]
/** Where this part of the titles name the topic, one that does not may tell something else. */
const minAboutPart = 0.3
/** A title is like this part of the stories, and more if its words are not those of these days; else it tells something of its own. */
const [minLikePart, minLikeOnly] = [0.12, 0.35]

/** Whether the stories of these days tell what a title tells. */
function createBacking(stories: readonly TitledStory[], likenesses: readonly Float64Array[]): (at: number) => boolean {
  const holders = countHolders(stories)
  const total = stories.length
  return (at) => {
    const like = [...(likenesses[at] ?? [])].filter((value) => value >= minLikeness).length
    return like >= (sharesWords(stories[at], { holders, total }) ? minLikePart : minLikeOnly) * total
  }
}

/** The most discussed has this many reactions, and this many times those of the next. */
const [minReactions, minLead] = [100, 2]

/** The stories of the days from the beginning of a peak on, or of all, and those from before these days. */
function readStories({ within, other, queryWords, peakDay }: ReportsInput) {
  const query = new Set(queryWords.map(lightStem))
  const titles = readTitles(other)
  const companions = findCompanions(titles, query)
  const before = foldTitles(other, titles, { query, companions })
  const all = toStories(within, { query, companions })
  const dayOf = ({ document }: TitledStory) => (within[document]?.publishedAt ?? '').slice(0, 10)
  const firstDay = peakDay === null ? '' : beginOfPeak(all.map(dayOf), peakDay)
  const since = all.filter((story) => dayOf(story) >= firstDay)
  return { stories: since.length < minStories ? all : since, before }
}

/** What rose to a peak began on the first of the days before it that have this part of its number. */
const minRising = 0.4

function beginOfPeak(days: readonly string[], peakDay: string): string {
  const countOn = (day: string) => days.filter((other) => other === day).length
  const least = Math.max(1, minRising * countOn(peakDay))
  let day = peakDay
  while (countOn(addDays(day, -1)) >= least) day = addDays(day, -1)
  return day
}

/** Words that are added to the length of a title, so that one of two words does not win by being short. */
const addedWords = 4
/** What a title without a weighty word, and one unlike all others, still has. */
const [minWeight, minCentrality] = [0.1, 0.02]
/** How many times as much the most noticed has as one without reactions, less one. */
const noticedWeight = 3
/** What a title has from an outlet with hardly any other. */
const minOutlet = 0.5
/** What the first title has, and what is added up to the last. */
const [earliest, lateAddition] = [0.88, 0.24]

function createMeasures(
  stories: readonly TitledStory[],
  { weighed, likenesses, weights, reader }: ComparedStories,
  documents: readonly EventDocument[],
) {
  const weightFor = weighed.map(({ weight, story }) => weight / Math.sqrt(story.stems.size + addedWords))
  const maxWeight = Math.max(Number.MIN_VALUE, ...weightFor)
  const reactions = stories.map((story) => story.reactions).toSorted((a, b) => b - a)
  const [most = 0, next = 0] = reactions
  const outlets = countOutlets(stories)
  const times = stories.map(({ document }) => documents[document]?.publishedAt ?? '').toSorted()
  return {
    /** What its words say of these days for its length, and how like the others it is. */
    evidenceOf: (at: number) =>
      (minWeight + (weightFor[at] ?? 0) / maxWeight) *
      (minCentrality + (sumOf(likenesses[at] ?? []) - 1) / Math.max(1, stories.length - 1)),
    sharedPartOf: createSharedPart(stories, { weights, reader }),
    noticedPartOf: (story: TitledStory) =>
      1 + noticedWeight * (Math.log1p(story.reactions) / Math.max(1, Math.log1p(most))) ** 2,
    outletPartOf: (story: TitledStory) =>
      minOutlet + (1 - minOutlet) * Math.max(...[...story.outlets].map((name) => outlets.get(name) ?? 0)),
    latenessOf: (publishedAt: string) =>
      earliest + (lateAddition * times.indexOf(publishedAt)) / Math.max(1, times.length - 1),
    isDiscussed: (story: TitledStory) => story.reactions === most && most >= Math.max(minReactions, minLead * next),
  }
}

/** A word is shared that this part of the stories hold, and two. */
const minHolderPart = 0.03
/** The strongest shared words, to which others can be near in meaning; */
const maxStrongest = 15
/** they are from this cosine on, fully from the second; */
const [minNearness, fullNearness] = [0.3, 0.8]
/** and count as this part of a shared word. */
const nearWeight = 0.7
/** About the weight of a word that the library does not know, and what is added to that of each. */
const [unknownWeight, addedWeight] = [9, 0.2]

/** The part of a title's content that others of these days share, in words or in meaning. */
function createSharedPart(
  stories: readonly TitledStory[],
  { weights, reader }: { weights: ReadonlyMap<string, number>; reader: WordReader | null },
): (story: TitledStory) => number {
  const holders = new Map<string, number>()
  const wordOf = new Map<string, string>()
  for (const { stems } of stories)
    for (const [stem, word] of stems) {
      holders.set(stem, (holders.get(stem) ?? 0) + 1)
      wordOf.set(stem, word)
    }
  const least = Math.max(2, minHolderPart * stories.length)
  const isShared = (stem: string) => (holders.get(stem) ?? 0) >= least
  const strongest = [...weights]
    .filter(([stem]) => isShared(stem))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxStrongest)
    .map(([stem]) => wordOf.get(stem) ?? '')
  const rows = reader === null ? [] : strongest.map(reader.rowOfWord).filter((row) => row >= 0)
  const nearnessOf = (word: string) => {
    const row = reader?.rowOfWord(word) ?? -1
    if (reader === null || row < 0) return 0
    const nearest = Math.max(0, ...rows.map((other) => cosineOf(reader, row, other)))
    return Math.max(0, Math.min(1, (nearest - minNearness) / (fullNearness - minNearness)))
  }
  return ({ stems }) => {
    // a word that is half shared is added, so that one shared word alone is not all
    let [shared, total] = [0.5, 1]
    for (const [stem, word] of stems) {
      const weight = Math.sqrt(rarityOf(word, reader)) + addedWeight
      total += weight
      shared += weight * (isShared(stem) ? 1 : nearWeight * nearnessOf(word))
    }
    return shared / total
  }
}

/** How much a word says, whatever the topic. */
function rarityOf(word: string, reader: WordReader | null): number {
  if (reader === null) return 1
  const row = reader.rowOfWord(word)
  return row < 0 ? unknownWeight : (reader.weights[row] ?? 0)
}

function cosineOf({ vectors: { dimensions }, rows }: WordReader, one: number, other: number): number {
  let sum = 0
  for (let at = 0; at < dimensions; at += 1)
    sum += (rows[one * dimensions + at] ?? 0) * (rows[other * dimensions + at] ?? 0)
  return sum
}

/** How many stories each outlet has, as a part of those of the largest. */
function countOutlets(stories: readonly TitledStory[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { outlets } of stories) for (const outlet of outlets) counts.set(outlet, (counts.get(outlet) ?? 0) + 1)
  const largest = Math.max(1, ...counts.values())
  return new Map([...counts].map(([outlet, count]) => [outlet, Math.sqrt(count / largest)]))
}

function sumOf(values: Iterable<number>): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/** The stems of a title that say something. */
function stemsOf(title: string): Map<string, string> {
  return new Map(
    tokens(title).flatMap((word) => (word.length > 2 && isContextTerm(word) ? [[lightStem(word), word] as const] : [])),
  )
}

/** A term is common that this part of the stories hold, and this many. */
const [minCommonPart, minCommon] = [0.15, 3]
const maxCommonTerms = 3
/** The number of a game or a part, such as XLVII, says nothing. */
const romanNumeral = /^(?=[ivxl])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/iu

/** Words and phrases beside those of the topic that titles of some days have in common, and more often than others of it, as most of them write them. */
export function findCommonTerms(input: ReportsInput): string[] {
  const { stories, before } = readStories(input)
  const { reader } = input
  const titles = stories.map(({ title }) => title.toLowerCase())
  const least = Math.max(minCommon, minCommonPart * stories.length)
  return termsOf(stories, { stories, weights: weighStems(stories, before), reader })
    .filter((term) => !romanNumeral.test(term))
    .filter((term) => titles.filter((title) => title.includes(term.toLowerCase())).length >= least)
    .slice(0, maxCommonTerms)
}

/** Two titles report the same if their rare words are this near. */
const minSame = 0.5

/** Whether two titles report the same event. */
export function reportSame(one: string, other: string, reader: WordReader | null): boolean {
  const [a, b] = [stemsOf(one), stemsOf(other)]
  const total = (words: Iterable<string>) => sumOf([...words].map((word) => rarityOf(word, reader)))
  const common = total([...a].flatMap(([stem, word]) => (b.has(stem) ? [word] : [])))
  return common >= minSame * Math.sqrt(total(a.values()) * total(b.values())) && common > 0
}
