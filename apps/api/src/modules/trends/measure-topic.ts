import { momentum, poolSources, type UnknownMomentumReason } from '@auspex/analytics'
import type { Estimate, Trend } from '@auspex/sdk/types'
import { toEstimate } from '../signals/index.ts'
import { bySource, type Comparison } from './library-comparison.ts'
import { describeTrend, type WindowTotals } from './trend-words.ts'
import type { TopicCount } from '../documents/index.ts'

/** A topic over the two windows, in the compared sources. */
export interface MeasuredTopic {
  documents: number
  previous: number
  days: number[]
  /** Growth of the shares of the sources' own totals; null when it cannot be told. */
  growth: Estimate | null
  unknown: UnknownMomentumReason | null
}

/** Measures one topic of its counts by day and source; what is of other days or sources is left out. */
export function measureTopic(counts: readonly TopicCount[], { windows, totals }: Comparison): MeasuredTopic {
  const matching = bySource(counts, windows)
  const noDays: readonly number[] = Array.from({ length: 2 * windows.windowDays }, () => 0)
  const sources = [...totals].map(([source, all]) => ({ counts: matching.get(source) ?? noDays, totals: all }))
  const pooled = poolSources(sources)
  const growthEstimate = momentum({ ...pooled, windowDays: windows.windowDays })
  const days = noDays.map((_, day) => sources.reduce((sum, source) => sum + (source.counts[day] ?? 0), 0))
  const { documents, previous } = halves(days, windows.windowDays)
  const isUnknown = 'unknown' in growthEstimate
  return {
    documents,
    previous,
    days,
    growth: isUnknown ? null : toEstimate(growthEstimate, { n: documents + previous, basis: 'share' }),
    unknown: isUnknown ? growthEstimate.unknown : null,
  }
}

/** The denominators of shares. */
export function windowTotals({ totals, windows }: Pick<Comparison, 'totals' | 'windows'>): WindowTotals {
  const sums = [...totals.values()].map((days) => halves(days, windows.windowDays))
  return {
    documents: sumOf(sums.map(({ documents }) => documents)),
    previous: sumOf(sums.map(({ previous }) => previous)),
  }
}

/** A measured topic as the contract shows it; null when no document of either window holds it. */
export function toTrend(term: string, topic: MeasuredTopic, comparison: Comparison): Trend | null {
  const { documents, previous, days, growth } = topic
  if (growth === null) return null
  const all = windowTotals(comparison)
  return {
    term,
    documents,
    previous,
    share: shareOf(documents, all.documents),
    previousShare: shareOf(previous, all.previous),
    momentum: growth,
    why: describeTrend({ documents, previous, momentum: growth }, { all, windowDays: comparison.windows.windowDays }),
    days,
  }
}

/** Counts of one question each, in its order. */
export function byTopic(counts: readonly TopicCount[], topics: number): TopicCount[][] {
  const groups = Array.from({ length: topics }, (): TopicCount[] => [])
  for (const count of counts) groups[count.topic]?.push(count)
  return groups
}

function halves(days: readonly number[], windowDays: number): WindowTotals {
  return { documents: sumOf(days.slice(windowDays)), previous: sumOf(days.slice(0, windowDays)) }
}

function shareOf(part: number, all: number): number | null {
  return all === 0 ? null : part / all
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
