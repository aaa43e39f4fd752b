import { addDays, findInflections, type Inflection } from '@auspex/analytics'
import type { InflectionMarker, InflectionsSection } from '@auspex/sdk/types'
import { isShareSeries, type MeasuredDay } from './momentum-section.ts'

/** How points are found, in the words of docs/measures.md. */
export const inflectionMethod = 'PELT and two-state bursts, false discovery rate 5 %'
const pointLimit = 50
const leastDays = 14
const most = 10_000_000_000
const mostRatio = 1_000_000_000

export interface InflectionsInput {
  /** The series that momentum is measured on. */
  days: readonly MeasuredDay[]
  /** First and last day that the report shows; the series may begin before. */
  firstDay: string
  lastDay: string
  /** Today is not over: it counts once it holds more than the day before. */
  today: string
  /** How many documents stand for one that was read; above 1 when a sample was. */
  factor: number
}

/** Days at which the series changed: the strongest, oldest first. Explained by the operation of inflection points alone. */
export function buildInflections({ days, firstDay, lastDay, today, factor }: InflectionsInput): InflectionsSection {
  const isShare = isShareSeries(days)
  const section = { section: 'inflections', basis: isShare ? 'share' : 'count', method: inflectionMethod } as const
  if (days.length < leastDays)
    return {
      ...section,
      points: [],
      found: 0,
      reason: `The series has ${days.length} days; changes need ${leastDays}.`,
    }
  const isOver = lastDay < today || (days.at(-1)?.documents ?? 0) > (days.at(-2)?.documents ?? 0)
  const told = isOver ? days : days.slice(0, -1)
  const found = findInflections({
    firstDay: addDays(lastDay, 1 - days.length),
    // a sample scatters like what was read, not like what it stands for
    counts: told.map(({ documents }) => documents / factor),
    ...(isShare && { exposure: told.map(({ total }) => (total ?? 0) / factor) }),
  })
  const within = found.filter(({ day }) => day >= firstDay)
  const points = within
    .toSorted(byStrength)
    .slice(0, pointLimit)
    .map((point) => toMarker(point, { isShare, factor }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  return { ...section, points, found: within.length, reason: null }
}

/** The least likely by chance first; gaps last, which are no changes. */
export function byStrength(
  a: Pick<InflectionMarker, 'kind' | 'pValue'>,
  b: Pick<InflectionMarker, 'kind' | 'pValue'>,
): number {
  return Number(a.kind === 'coverage_gap') - Number(b.kind === 'coverage_gap') || (a.pValue ?? 0) - (b.pValue ?? 0)
}

function toMarker(point: Inflection, { isShare, factor }: { isShare: boolean; factor: number }): InflectionMarker {
  const { day, endDay, kind, change, before, after, countBefore, countAfter, pValue } = point
  const scale = (level: number | null) => (level === null ? null : Math.min(most, isShare ? level : level * factor))
  const bounded = (ratio: number) => Math.min(mostRatio, Math.max(0, ratio))
  return {
    day,
    endDay,
    kind,
    change:
      change === null
        ? null
        : {
            value: bounded(change.ratio),
            low: bounded(change.low),
            high: bounded(change.high),
            n: Math.round((countBefore + countAfter) * factor),
            method: `log ratio of ${isShare ? 'shares' : 'counts'} with the scatter of days`,
          },
    before: scale(before),
    after: scale(after),
    pValue,
  }
}
