import type { WordReader } from '../meaning/word-vectors.ts'
import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { addDays, daysBetween } from '../series/daily-series.ts'
import { tokens } from '../text/tokenize.ts'
import { canReport, isReport, reportFactor } from './headline-style.ts'
import {
  type EventDocument,
  findCompanions,
  foldTitles,
  readTitles,
  styleOf,
  type TitledStory,
  toStories,
} from './titled-stories.ts'
import { likenessesOf, weighStems, weighStory } from './weighed-stories.ts'

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
  /** A day that stands out among them, YYYY-MM-DD: what was published before it does not tell it. */
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

/** Titles that report what happened on some days, the best first. */
export function rankReports({ within, other, queryWords, isAbout, reader, peakDay }: ReportsInput): RankedReport[] {
  const query = new Set(queryWords.map(lightStem))
  const titles = readTitles(other)
  const companions = findCompanions(titles, query)
  const before = foldTitles(other, titles, { query, companions })
  const all = toStories(within, { query, companions })
  const dayOf = ({ document }: TitledStory) => (within[document]?.publishedAt ?? '').slice(0, 10)
  const firstDay = peakDay === null ? '' : beginOfPeak(all.map(dayOf), peakDay)
  const since = all.filter((story) => dayOf(story) >= firstDay)
  const stories = since.length < minStories ? all : since
  const weights = weighStems(stories, before)
  const weighed = stories.map((story) => weighStory(story, { weights, reader }))
  const likenesses = likenessesOf(weighed, { weights, reader })
  const sharedBy = createSharedPart(stories, { weights, reader })
  const reactions = stories.map((story) => story.reactions).toSorted((a, b) => b - a)
  const most = Math.max(1, Math.log1p(reactions[0] ?? 0))
  const outlets = countOutlets(stories)
  const times = stories.map(({ document }) => within[document]?.publishedAt ?? '').toSorted()
  const lengths = weighed.map(({ weight, story }) => weight / Math.sqrt(story.stems.size + addedWords))
  const longest = Math.max(1e-9, ...lengths)
  return stories
    .flatMap((story, at) => {
      const style = styleOf(story)
      if (!canReport(story.title) || style < minStyle || story.title.includes('?')) return []
      const centrality = (sumOf(likenesses[at] ?? []) - 1) / Math.max(1, stories.length - 1)
      const distance = peakDay === null ? 0 : Math.max(0, daysBetween(peakDay, dayOf(story)))
      const time = times.indexOf(within[story.document]?.publishedAt ?? '') / Math.max(1, times.length - 1)
      const outlet = Math.max(...[...story.outlets].map((name) => outlets.get(name) ?? 0))
      const parts = {
        evidence: 0.1 + (lengths[at] ?? 0) / longest,
        shared: sharedBy(story) ** 1.5,
        central: 0.02 + centrality,
        noticed: 1 + 3 * (Math.log1p(story.reactions) / most) ** 2,
        outlet: 0.7 + 0.3 * outlet,
        late: (0.88 + 0.24 * time) * Math.max(minNear, nearFactor ** distance),
        style: style ** 2,
        overtaken: reportFactor(story.whole),
        verb: isReport(story.title) ? 1 : verblessFactor,
        about: isAbout(story.title) ? 1 : 0.3,
      }
      const score = Object.values(parts).reduce((product, factor) => product * factor, 1)
      if (score < minScore) return []
      const isDiscussed =
        story.reactions >=
          Math.max(minReactions, minLead * (reactions.find((count) => count < story.reactions) ?? 0)) &&
        story.reactions === reactions[0]
      return [{ document: story.document, score, isDiscussed, parts }]
    })
    .toSorted((a, b) => b.score - a.score || a.document - b.document)
}

/** What rose to a peak began on the first of the days before it that have this part of its number. */
const minRising = 0.4

function beginOfPeak(days: readonly string[], peakDay: string): string {
  const countOn = (day: string) => days.filter((other) => other === day).length
  let day = peakDay
  while (countOn(addDays(day, -1)) >= minRising * countOn(peakDay)) day = addDays(day, -1)
  return day
}

const minStyle = 0.75
const addedWords = 4
/** A title without a verb names what happened at best. */
const verblessFactor = 0.35
/** What a title keeps for each day between it and the peak, and the least. */
const [nearFactor, minNear] = [0.88, 0.6]
/** A title with less says next to nothing of these days. */
const minScore = 0.04
/** The most discussed of these days has this many reactions, and this many times those of the next. */
const [minReactions, minLead] = [100, 2]

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
  const least = Math.max(2, 0.03 * stories.length)
  const strongest = [...weights]
    .filter(([stem]) => (holders.get(stem) ?? 0) >= least)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 15)
    .map(([stem]) => stem)
  const rows =
    reader === null ? [] : strongest.map((stem) => reader.rowOfWord(wordOf.get(stem) ?? '')).filter((row) => row >= 0)
  const nearness = (word: string) => {
    const row = reader?.rowOfWord(word) ?? -1
    if (reader === null || row < 0) return 0
    let best = 0
    for (const other of rows) best = Math.max(best, cosine(reader, row, other))
    return Math.max(0, Math.min(1, (best - 0.3) / 0.5))
  }
  const rarity = (word: string) => {
    const row = reader?.rowOfWord(word) ?? -1
    return reader === null ? 1 : Math.sqrt(row < 0 ? 9 : (reader.weights[row] ?? 0)) + 0.2
  }
  return ({ stems }) => {
    let [shared, total] = [0.5, 1]
    for (const [stem, word] of stems) {
      const weight = rarity(word)
      total += weight
      shared += weight * ((holders.get(stem) ?? 0) >= least ? 1 : 0.7 * nearness(word))
    }
    return shared / total
  }
}

function cosine({ vectors: { dimensions }, rows }: WordReader, one: number, other: number): number {
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

function countHolders(titles: readonly { title: string }[]): Map<string, number> {
  const holders = new Map<string, number>()
  for (const { title } of titles)
    for (const stem of stemsOf(title).keys()) holders.set(stem, (holders.get(stem) ?? 0) + 1)
  return holders
}

/** How much more often titles hold each stem than other titles of their topic: part · ln(part / part of the others). */
export function profileTitles(
  titles: readonly { title: string }[],
  other: readonly { title: string }[],
): Map<string, number> {
  const before = countHolders(other)
  const profile = new Map<string, number>()
  for (const [stem, count] of countHolders(titles)) {
    const part = count / titles.length
    const usual = (1 + (before.get(stem) ?? 0)) / (2 + other.length)
    if (count > 1 && part > usual) profile.set(stem, part * Math.log(part / usual))
  }
  return profile
}

/** The cosine of two profiles, from 0 to 1: how far two topics say the same. */
export function compareProfiles(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0
  for (const [stem, value] of one) product += value * (other.get(stem) ?? 0)
  const squares = (profile: ReadonlyMap<string, number>) => sumOf([...profile.values()].map((value) => value ** 2))
  return product / Math.sqrt(Math.max(Number.MIN_VALUE, squares(one) * squares(other)))
}

/** Two titles tell the same if their words, or these and what they mean, are this near. */
const minSame = 0.5

/** Whether two titles report the same event, in whatever words. */
export function tellSame(one: string, other: string, reader: WordReader | null): boolean {
  const [a, b] = [stemsOf(one), stemsOf(other)]
  const rarity = (word: string) => {
    const row = reader?.rowOfWord(word) ?? -1
    return reader === null ? 1 : row < 0 ? rarest : (reader.weights[row] ?? 0)
  }
  const total = (stems: ReadonlyMap<string, string>) => sumOf([...stems.values()].map(rarity))
  const common = sumOf([...a].flatMap(([stem, word]) => (b.has(stem) ? [rarity(word)] : [])))
  const ofWords = common / Math.sqrt(Math.max(Number.MIN_VALUE, total(a) * total(b)))
  return ofWords >= minSame
}

const rarest = 9
