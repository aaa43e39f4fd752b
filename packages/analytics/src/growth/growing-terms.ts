import type { DocumentKind, SourceKey } from '@auspex/sdk/types'
import { isDiscovery } from '../changes/find-shifts.ts'
import { isContextTerm } from '../contexts/context-terms.ts'
import type { CoveredRun } from '../series/covered-series.ts'
import { daysBetween } from '../series/daily-series.ts'
import { z95 } from '../series/interval.ts'
import { poolSources, splitChance } from '../series/momentum.ts'
import { tokens } from '../text/tokenize.ts'

/** Two windows of equal length: the last one ends with `asOf`, the other ends the day before it begins. */
export interface TrendWindows {
  asOf: string
  windowDays: number
  /** First day of the earlier window. */
  from: string
  /** First day of the last window. */
  middle: string
}

/** A headline of a document. */
export interface Headline {
  day: string
  source: SourceKey
  kind: DocumentKind
  outletId: number
  clusterId: string
  title: string
}

/** An archive of documents of one kind of one source, with the days of both windows that it covers. */
interface HeadlineGroup {
  source: SourceKey
  kind: DocumentKind
  runs: readonly CoveredRun[]
}

/** A word, or two neighbouring ones, that is in a larger share of the headlines than before. */
export interface GrownTerm {
  /** Folded words. */
  term: string
  /** Stories of the last window with it in their headline. */
  stories: number
  /** The same of the window before. */
  previous: number
  /** By what factor its share grew at least (`leastGrowth`). */
  growth: number
  /** Whether so many stories more are no chance among all terms examined, if each story is one observation. */
  isDiscovery: boolean
}

/** Terms that may have grown. */
export interface GrownTerms {
  /** Those whose share of headlines grew: discoveries first, then by what they grew at least. */
  terms: GrownTerm[]
  /** Number of terms examined to find them, grown or not. */
  tested: number
}

interface Tally {
  /** Stories by group and window: the earlier one, then the last. */
  counts: Int32Array
  firstOutlet: number
  hasMoreOutlets: boolean
}

/** Terms from which topics are formed. */
const maxTerms = 300
/** Fewer headlines in the last window are anecdotal. */
const minHeadlines = 5
/** False discovery rate of the terms that grew (Benjamini & Hochberg 1995). */
const falseShare = 0.05
/** Longer headlines are lists. */
const maxWords = 40

/**
 * By what factor a share grew at least: the lower bound of the 95 % interval of the ratio, with each story an independent observation. It ranks what
 * broke out in the last days above what grew a little every day; whether growth is certain is decided with the scatter of the days (`momentum`).
 */
export function leastGrowth({
  stories,
  previous,
  ratio,
}: {
  stories: number
  previous: number
  /** Of the shares. */
  ratio: number
}): number {
  const added = stories === 0 || previous === 0 ? 0.5 : 0
  return ratio * Math.exp(-z95 * Math.sqrt(1 / (stories + added) + 1 / (previous + added)))
}

/**
 * Collects words and pairs of words of headlines, and returns those that grew, the most certain first. A story counts once per window, so that a
 * hundred copies of one headline are not a trend, and only on days that its group covers, so that the end of an archive is not one either. A
 * term that only one outlet uses is ignored, unless that outlet has most of the stories.
 */
export function createTermCounter({ asOf, from, middle }: TrendWindows, groups: readonly HeadlineGroup[]) {
  const tallies = new Map<string, Tally>()
  const noCounts = (): Int32Array => new Int32Array(groups.length * 2)
  const totals = noCounts()
  const seen = new Set<string>()
  /** Stories by outlet. */
  const outlets = new Map<number, number>()
  // the archives of a source and kind each cover their own days
  const groupsByKey = Map.groupBy(
    groups.map((group, index) => ({ ...group, index })),
    ({ source, kind }) => `${source} ${kind}`,
  )
  let mayBegin = true

  return {
    add({ day, source, kind, outletId, clusterId, title }: Headline): void {
      const dayIndex = daysBetween(from, day)
      if (day > asOf || dayIndex < 0) return
      const group = groupsByKey
        .get(`${source} ${kind}`)
        ?.find(({ runs }) => runs.some((run) => dayIndex >= run.from && dayIndex < run.to))
      if (group === undefined) return
      const story = `${day >= middle ? 'last' : 'before'} ${clusterId}`
      if (seen.has(story)) return
      seen.add(story)
      outlets.set(outletId, (outlets.get(outletId) ?? 0) + 1)
      const at = group.index * 2 + (day >= middle ? 1 : 0)
      totals[at] = (totals[at] ?? 0) + 1
      for (const term of headlineTerms(title)) {
        const existingTally = tallies.get(term)
        if (existingTally === undefined && !mayBegin) continue
        const tally = existingTally ?? { counts: noCounts(), firstOutlet: outletId, hasMoreOutlets: false }
        tally.counts[at] = (tally.counts[at] ?? 0) + 1
        if (tally.firstOutlet !== outletId) tally.hasMoreOutlets = true
        if (existingTally === undefined) tallies.set(term, tally)
      }
    },

    /** Drops the terms that are too rare in the last window, read so far; from here on no new terms are added. */
    forgetRare(): void {
      mayBegin = false
      for (const [term, { counts }] of tallies) if (sumOf(counts, 1) < minHeadlines) tallies.delete(term)
    },

    /** Stories counted in the earlier window. */
    storiesBefore: (): number => sumOf(totals, 0),

    /** Stories of the last window with a word or pair in their headline. */
    storiesWith(term: string): number {
      const tally = tallies.get(term)
      return tally === undefined ? 0 : sumOf(tally.counts, 1)
    },

    grown(): GrownTerms {
      let tested = 0
      const found: (Omit<GrownTerm, 'isDiscovery'> & { chance: number })[] = []
      const speaker = findSpeaker(outlets)
      for (const [term, { counts, firstOutlet, hasMoreOutlets }] of tallies) {
        const stories = sumOf(counts, 1)
        if ((!hasMoreOutlets && firstOutlet !== speaker) || stories < minHeadlines) continue
        tested += 1
        const previous = sumOf(counts, 0)
        const { ratio, part } = compare(counts, totals)
        if (ratio <= 1) continue
        const growth = leastGrowth({ stories, previous, ratio })
        found.push({ term, stories, previous, growth, chance: splitChance(stories, previous, part) })
      }
      const discoveries = isDiscovery(
        found.map(({ chance }) => chance),
        falseShare,
        tested,
      )
      const terms = found
        .map(({ term, stories, previous, growth }, index) => ({
          term,
          stories,
          previous,
          growth,
          isDiscovery: discoveries[index] ?? false,
        }))
        .toSorted(
          (a, b) => Number(b.isDiscovery) - Number(a.isDiscovery) || b.growth - a.growth || (a.term < b.term ? -1 : 1),
        )
      return { terms: terms.slice(0, maxTerms), tested }
    },
  }
}

/** An outlet with most of the stories: a site on which many people post speaks for them. Null where there is none. */
function findSpeaker(outlets: ReadonlyMap<number, number>): number | null {
  const all = [...outlets.values()].reduce((sum, stories) => sum + stories, 0)
  return [...outlets].find(([, stories]) => stories > all / 2)?.[0] ?? null
}

/** The ratio of the shares of the two windows, each group with its own total, and the part of the last one in what was expected of both. */
function compare(counts: Int32Array, totals: Int32Array): { ratio: number; part: number } {
  const sources = Array.from({ length: counts.length / 2 }, (_, group) => ({
    counts: [counts[2 * group] ?? 0, counts[2 * group + 1] ?? 0],
    totals: [totals[2 * group] ?? 0, totals[2 * group + 1] ?? 0],
  }))
  const {
    counts: [before = 0, last = 0],
    exposure: [exposureBefore = 0, exposure = 0],
  } = poolSources(sources)
  if (exposureBefore === 0 || exposure === 0) return { ratio: 0, part: 1 }
  const added = before === 0 ? 0.5 : 0
  return {
    ratio: (last + added) / exposure / ((before + added) / exposureBefore),
    part: exposure / (exposure + exposureBefore),
  }
}

/** Stories of one window, in all groups. */
function sumOf(counts: Int32Array, window: 0 | 1): number {
  let sum = 0
  for (let at: number = window; at < counts.length; at += 2) sum += counts[at] ?? 0
  return sum
}

/** Each becomes frequent on its day or in its month. */
const calendarWords = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
  november december jan feb mar apr jun jul aug sep sept oct nov dec today yesterday tomorrow`.split(/\s+/),
)

/** Common headline words, whatever the topic: more of them is not news. */
export const headlineFurniture: ReadonlySet<string> = new Set(
  'news latest update updates breaking live watch video photos million billion'.split(' '),
)

/** Whether a folded word can be a topic: no stop word, day or month; two letters only with a digit (*e3*). */
function isTopicWord(word: string): boolean {
  return (
    isContextTerm(word) &&
    (word.length > 2 || /\d/.test(word)) &&
    !calendarWords.has(word) &&
    !headlineFurniture.has(word)
  )
}

/** The words of a headline that can be a topic, and its pairs of adjacent ones, without duplicates. */
export function headlineTerms(title: string): Set<string> {
  const words = tokens(title).slice(0, maxWords)
  const terms = new Set<string>()
  let before: string | null = null
  for (const word of words) {
    const isTopic = isTopicWord(word)
    if (isTopic) {
      terms.add(word)
      if (before !== null) terms.add(`${before} ${word}`)
    }
    before = isTopic ? word : null
  }
  return terms
}
