import { daysBetween, isContextTerm, momentum, poolSources, tokens } from '@auspex/analytics'
import type { Headline } from '../../library/index.ts'
import type { CoveredGroup } from './library-comparison.ts'
import type { TrendWindows } from './trend-windows.ts'

interface Tally {
  /** Stories by group and part of the two windows. */
  counts: Int32Array
  firstOutlet: number
  hasMoreOutlets: boolean
}

/** Terms that may have grown. */
export interface Candidates {
  /** Those whose share of headlines grew most, by the lower bound of its interval. */
  terms: string[]
  /** Number of terms examined to find them, grown or not. */
  tested: number
}

/** Maximum number of candidates that are counted exactly; each costs one indexed count. */
const maxCandidates = 120
/** Fewer headlines in the last window are anecdotal. */
const minHeadlines = 5
/** Longer headlines are lists. */
const maxWords = 40
/** Parts per window, enough to distinguish one busy day from growth; daily counts of every word would take gigabytes over two years. */
const windowParts = 7

/**
 * Collects words and pairs of words of headlines, and returns those that grew, the most certain first. A story counts once per window, so that a
 * hundred copies of one headline are not a trend, and only on days that its group covers, so that the end of an archive is not one either. If there
 * are several outlets, a term that only one of them uses is ignored.
 */
export function createCandidates({ asOf, windowDays, from, middle }: TrendWindows, groups: readonly CoveredGroup[]) {
  const tallies = new Map<string, Tally>()
  const noCounts = (): Int32Array => new Int32Array(groups.length * 2 * windowParts)
  const totals = noCounts()
  const seen = new Set<string>()
  const outlets = new Set<number>()
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
      outlets.add(outletId)
      const part = Math.floor((dayIndex * windowParts) / windowDays)
      const at = group.index * 2 * windowParts + part
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
      for (const [term, { counts }] of tallies) if (lastOf(counts) < minHeadlines) tallies.delete(term)
    },

    best(): Candidates {
      let tested = 0
      const scored: { term: string; low: number }[] = []
      for (const [term, { counts, hasMoreOutlets }] of tallies) {
        if ((!hasMoreOutlets && outlets.size > 1) || lastOf(counts) < minHeadlines) continue
        tested += 1
        const grown = momentum({
          ...poolSources(
            groups.map((_, index) => ({ counts: partsOf(counts, index), totals: partsOf(totals, index) })),
          ),
          windowDays: windowParts,
        })
        if (!('unknown' in grown) && grown.ratio > 1) scored.push({ term, low: grown.low })
      }
      const terms = scored
        .toSorted((a, b) => b.low - a.low || (a.term < b.term ? -1 : 1))
        .slice(0, maxCandidates)
        .map(({ term }) => term)
      return { terms, tested }
    },
  }
}

function partsOf(counts: Int32Array, group: number): number[] {
  return Array.from(counts.subarray(group * 2 * windowParts, (group + 1) * 2 * windowParts))
}

/** Stories of the last window, in all groups. */
function lastOf(counts: Int32Array): number {
  let sum = 0
  for (let at = 0; at < counts.length; at++) if (at % (2 * windowParts) >= windowParts) sum += counts[at] ?? 0
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

/** The words of a headline that can be a topic, and its pairs of adjacent ones, without duplicates. */
export function headlineTerms(title: string): Set<string> {
  const words = tokens(title).slice(0, maxWords)
  const terms = new Set<string>()
  let before: string | null = null
  for (const word of words) {
    const isTopic = isContextTerm(word) && word.length > 2 && !calendarWords.has(word) && !headlineFurniture.has(word)
    if (isTopic) {
      terms.add(word)
      if (before !== null) terms.add(`${before} ${word}`)
    }
    before = isTopic ? word : null
  }
  return terms
}
