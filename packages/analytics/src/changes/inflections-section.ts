import type { CoveredSeries } from '../series/covered-series.ts'
import type { InflectionMarker, InflectionsSection } from '@auspex/sdk/types'
import { supportThresholds } from '../claims/support.ts'
import { showableRatio } from '../series/interval.ts'
import { type ChangedLevel, findInflections } from './find-inflections.ts'

/** How points are found, as described in docs/measures.md. */
const inflectionMethod = 'PELT and two-state bursts, false discovery rate 5%'
const maxPoints = 50
const minDays = 14
const maxValue = 10_000_000_000
const maxRatio = 1_000_000_000

/** The comparable series of a topic, and its days. */
export interface ComparableSeries {
  /** The stories that can be compared over time; null when there are none. */
  series: CoveredSeries | null
  days: readonly string[]
}

export interface InflectionsInput {
  /** The same series as for momentum; null when nothing can be compared. */
  topic: ComparableSeries
  /** First and last day that the report shows; the series may begin earlier. */
  firstDay: string
  /** How many documents each document read represents; above 1 for a sample. */
  factor: number
}

/**
 * Days on which the series changed: the strongest, oldest first. The end, pause or start of a group is coverage and not a change. Only the operation
 * of inflection points adds explanations.
 */
export function buildInflections({ topic, firstDay, factor }: InflectionsInput): InflectionsSection {
  const { counts, exposure, basis } = topic.series ?? { counts: [], exposure: [], basis: 'count' }
  const isShare = basis === 'share'
  const section = { section: 'inflections', basis, method: inflectionMethod } as const
  if (counts.length < minDays)
    return {
      ...section,
      points: [],
      found: 0,
      reason: `The series has ${counts.length} days; changes need ${minDays}.`,
    }
  const isEven = !isShare && exposure.every((exposureOfDay) => exposureOfDay === null || exposureOfDay === 1)
  const inflections = findInflections({
    firstDay: topic.days[0] ?? firstDay,
    // a sample scatters like the documents read, not like the documents they represent
    counts: counts.map((count) => (count === null ? null : count / factor)),
    // without exposure, an improbable silence is treated as days that were not read
    ...(!isEven && {
      exposure: exposure.map((exposureOfDay) =>
        exposureOfDay === null || !isShare ? exposureOfDay : exposureOfDay / factor,
      ),
    }),
  })
  const within = inflections.filter((point) => point.kind !== 'coverage_gap').filter(({ day }) => day >= firstDay)
  const points = within
    .toSorted(byStrength)
    .slice(0, maxPoints)
    .map((point) => toMarker(point, { isShare, factor }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  return { ...section, points, found: within.length, reason: null }
}

/** Sorts by p-value, the least likely first. */
export function byStrength(a: { pValue: number }, b: { pValue: number }): number {
  return a.pValue - b.pValue
}

function toMarker(
  { day, endDay, kind, change, before, after, countBefore, countAfter, pValue }: ChangedLevel,
  { isShare, factor }: { isShare: boolean; factor: number },
): InflectionMarker {
  const scale = (level: number) => Math.min(maxValue, isShare ? level : level * factor)
  const bounded = (ratio: number) => Math.min(maxRatio, Math.max(0, ratio))
  return {
    day,
    endDay,
    kind,
    change: showableRatio(
      {
        value: bounded(change.ratio),
        low: bounded(change.low),
        high: bounded(change.high),
        n: Math.round((countBefore + countAfter) * factor),
        method: `log ratio of ${isShare ? 'shares' : 'counts'} with the scatter of days`,
      },
      supportThresholds.level.min,
    ),
    before: scale(before),
    after: scale(after),
    pValue,
  }
}
