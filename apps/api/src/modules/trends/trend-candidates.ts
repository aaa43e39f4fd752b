import { daysBetween, isContextTerm, momentum, tokens } from '@auspex/analytics'
import type { Headline } from '../documents/index.ts'
import type { TrendWindows } from './trend-windows.ts'

interface Tally {
  counts: number[]
  outlets: Set<number>
}

/** Candidates that are counted exactly; each costs one indexed count. */
const maxCandidates = 120
/** Fewer headlines in the last window are an anecdote, fewer outlets an outlet's own matter. */
const minHeadlines = 5
const minOutlets = 2
/** Longer headlines are lists. */
const maxWords = 40

/**
 * Collects words and pairs of words of headlines, and names those that grew, the most certain first. A story counts once a
 * day, so that a hundred copies of one headline are no trend.
 */
export function createCandidates({ asOf, windowDays, from }: TrendWindows) {
  const tallies = new Map<string, Tally>()
  const noDays = (): number[] => Array.from({ length: 2 * windowDays }, () => 0)
  const totals = noDays()
  const seen = new Set<string>()

  return {
    add({ day, outletId, clusterId, title }: Headline): void {
      const index = daysBetween(from, day)
      const story = `${day} ${clusterId}`
      if (day > asOf || index < 0 || seen.has(story)) return
      seen.add(story)
      totals[index] = (totals[index] ?? 0) + 1
      for (const term of headlineTerms(title)) {
        const tally = tallies.get(term) ?? { counts: noDays(), outlets: new Set() }
        tally.counts[index] = (tally.counts[index] ?? 0) + 1
        if (tally.outlets.size < minOutlets) tally.outlets.add(outletId)
        tallies.set(term, tally)
      }
    },

    /** The terms whose share of headlines grew most, by the lower end of its interval. */
    best(): string[] {
      const scored: { term: string; low: number }[] = []
      for (const [term, { counts, outlets }] of tallies) {
        if (outlets.size < minOutlets || sumOf(counts.slice(windowDays)) < minHeadlines) continue
        const grown = momentum({ counts, exposure: totals, windowDays })
        if (!('unknown' in grown) && grown.ratio > 1) scored.push({ term, low: grown.low })
      }
      return scored
        .toSorted((a, b) => b.low - a.low || (a.term < b.term ? -1 : 1))
        .slice(0, maxCandidates)
        .map(({ term }) => term)
    },
  }
}

/** Each comes up when its day or month does. */
const calendarWords = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
  november december jan feb mar apr jun jul aug sep sept oct nov dec today yesterday tomorrow`.split(/\s+/),
)

/** What headlines are made with, whatever they are about: more of it is no news. */
export const headlineFurniture: ReadonlySet<string> = new Set(
  'news latest update updates breaking live watch video photos million billion'.split(' '),
)

/** The words of a headline that can be a topic, and its pairs of neighbouring ones, each once. */
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

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
