import { type ChangedLevel, findInflections, support, tellRatio } from '@auspex/analytics'
import type { InflectionMarker, InflectionsSection } from '@auspex/sdk/types'
import type { CoveredTopic } from './covered-topic.ts'

/** How points are found, in the words of docs/measures.md. */
export const inflectionMethod = 'PELT and two-state bursts, false discovery rate 5 %'
const pointLimit = 50
const leastDays = 14
const most = 10_000_000_000
const mostRatio = 1_000_000_000

export interface InflectionsInput {
  /** What momentum is measured on too; null where nothing can be compared. */
  topic: Pick<CoveredTopic, 'series' | 'days'>
  /** First and last day that the report shows; the series may begin before. */
  firstDay: string
  /** How many documents stand for one that was read; above 1 when a sample was. */
  factor: number
}

/**
 * Days at which the series changed: the strongest, oldest first. Where a group ends, pauses or begins is its coverage and no change.
 * Explained by the operation of inflection points alone.
 */
export function buildInflections({ topic, firstDay, factor }: InflectionsInput): InflectionsSection {
  const { counts, exposure, basis } = topic.series ?? { counts: [], exposure: [], basis: 'count' }
  const isShare = basis === 'share'
  const section = { section: 'inflections', basis, method: inflectionMethod } as const
  if (counts.length < leastDays)
    return {
      ...section,
      points: [],
      found: 0,
      reason: `The series has ${counts.length} days; changes need ${leastDays}.`,
    }
  const isEven = !isShare && exposure.every((held) => held === null || held === 1)
  const found = findInflections({
    firstDay: topic.days[0] ?? firstDay,
    // a sample scatters like what was read, not like what it stands for
    counts: counts.map((count) => (count === null ? null : count / factor)),
    // without exposure a silence that chance would not bring is taken for days that were not read
    ...(!isEven && {
      exposure: exposure.map((held) => (held === null ? null : isShare ? held / factor : held)),
    }),
  })
  const within = found.filter((point) => point.kind !== 'coverage_gap').filter(({ day }) => day >= firstDay)
  const points = within
    .toSorted(byStrength)
    .slice(0, pointLimit)
    .map((point) => toMarker(point, { isShare, factor }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  return { ...section, points, found: within.length, reason: null }
}

/** The least likely by chance first. */
export function byStrength(a: Pick<InflectionMarker, 'pValue'>, b: Pick<InflectionMarker, 'pValue'>): number {
  return a.pValue - b.pValue
}

function toMarker(
  { day, endDay, kind, change, before, after, countBefore, countAfter, pValue }: ChangedLevel,
  { isShare, factor }: { isShare: boolean; factor: number },
): InflectionMarker {
  const scale = (level: number) => Math.min(most, isShare ? level : level * factor)
  const bounded = (ratio: number) => Math.min(mostRatio, Math.max(0, ratio))
  return {
    day,
    endDay,
    kind,
    change: tellRatio(
      {
        value: bounded(change.ratio),
        low: bounded(change.low),
        high: bounded(change.high),
        n: Math.round((countBefore + countAfter) * factor),
        method: `log ratio of ${isShare ? 'shares' : 'counts'} with the scatter of days`,
      },
      support.level.told,
    ),
    before: scale(before),
    after: scale(after),
    pValue,
  }
}
