import { joinCovered, momentum, toComparable, type UnknownMomentumReason } from '@auspex/analytics'
import type { DocumentKind, Estimate, SourceKey } from '@auspex/sdk/types'
import { toEstimate } from '../signals/index.ts'
import type { TopicCount } from '../documents/index.ts'
import { type Comparison, onDays } from './library-comparison.ts'

/** What was counted of a topic on a day, in the unit of its measure: documents or stories. */
export interface GroupCount {
  /** Null for a day outside the windows. */
  day: string | null
  source: SourceKey
  kind: DocumentKind
  count: number
}

/** A topic over the two windows, in the compared sources. */
export interface MeasuredTopic {
  /** Counted in the last window and in the one before, covered days or not: what the lists behind them hold. */
  current: number
  previous: number
  /** Null for a day that no source which tells of the topic covers. */
  days: (number | null)[]
  /** Growth of the shares of the sources' own totals over the days that each covers; null when it cannot be told. */
  growth: Estimate | null
  /** The chance of such a growth, or such a fall, had nothing changed; null without `growth`. */
  pValue: number | null
  unknown: UnknownMomentumReason | null
}

/** Documents and their totals in the two windows. */
export interface WindowCounts {
  current: number
  previous: number
}

/** Measures one topic of its counts by day, source and kind; what is of other days or sources is left out. */
export function measureTopic(counts: readonly GroupCount[], { windows, groups }: Comparison): MeasuredTopic {
  const { windowDays } = windows
  const days = onDays(counts, windows, ({ count }) => count)
  const { current, previous } = sumWindows(days, windowDays)
  const series = joinCovered(
    groups.map(({ source, kind, totals, runs }) => ({
      counts: onDays(
        counts.filter((count) => count.source === source && count.kind === kind),
        windows,
        ({ count }) => count,
      ),
      totals,
      runs,
    })),
  )
  if (series === null)
    return { current, previous, days: days.map(() => null), growth: null, pValue: null, unknown: 'no-documents' }
  // the windows end where they end, also where the last days tell nothing of this topic
  const toWindows = (values: readonly (number | null)[]) => days.map((_, place) => values[place] ?? null)
  const comparable = toComparable(series)
  const grown = momentum({
    counts: toWindows(comparable.counts),
    exposure: toWindows(comparable.exposure),
    windowDays,
  })
  const isUnknown = 'unknown' in grown
  return {
    current,
    previous,
    days: toWindows(series.counts),
    growth: isUnknown ? null : toEstimate(grown, { n: grown.currentCount + grown.previousCount, basis: grown.basis }),
    pValue: isUnknown ? null : grown.pValue,
    unknown: isUnknown ? grown.unknown : null,
  }
}

/** The documents of a topic by group and day. */
export function documentCounts(counts: readonly TopicCount[]): GroupCount[] {
  return counts.map(({ day, source, kind, documents }) => ({ day, source, kind, count: documents }))
}

/** The denominators of shares: all documents of each window, in the compared sources. */
export function windowTotals({ groups, windows }: Pick<Comparison, 'groups' | 'windows'>): WindowCounts {
  const sums = groups.map(({ totals }) => sumWindows(totals, windows.windowDays))
  return {
    current: sumOf(sums.map(({ current }) => current)),
    previous: sumOf(sums.map(({ previous }) => previous)),
  }
}

/** Counts of one question each, in its order. */
export function byTopic<Count extends { topic: number }>(counts: readonly Count[], topics: number): Count[][] {
  const groups = Array.from({ length: topics }, (): Count[] => [])
  for (const count of counts) groups[count.topic]?.push(count)
  return groups
}

export function sumWindows(days: readonly number[], windowDays: number): WindowCounts {
  return { current: sumOf(days.slice(windowDays)), previous: sumOf(days.slice(0, windowDays)) }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
