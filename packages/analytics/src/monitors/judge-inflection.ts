import { findInflections } from '../changes/find-inflections.ts'
import { support } from '../claims/support.ts'
import { addDays } from '../series/daily-series.ts'
import { tellRatio } from '../series/telling-ratio.ts'
import type { Judgement, MonitorRule, MonitorSeries } from './monitor.types.ts'

/** Points of so many days are news; what is found later than that is history. */
export const recentDays = 14
const leastDays = 14
/** Older days say nothing about the last two weeks that these do not, and would cost time. */
const mostDays = 365

/** Judges whether an inflection point of the last fourteen days is found when only the days up to `end` are known. */
export function judgeInflection(
  series: MonitorSeries,
  end: number,
  rule: Extract<MonitorRule, { kind: 'new-inflection' }>,
): Pick<Judgement, 'value' | 'isTold' | 'holds' | 'unknown' | 'pointDay'> {
  if (end < leastDays) return { value: null, holds: null, unknown: 'too-short', pointDay: null }
  const start = Math.max(0, end - mostDays)
  const factor = series.factor ?? 1
  const part = (days: readonly (number | null)[]) =>
    days.slice(start, end).map((value) => (value === null ? null : value / factor))
  const since = addDays(series.firstDay, end - recentDays)
  const point = findInflections({
    firstDay: addDays(series.firstDay, start),
    counts: part(series.stories),
    ...(series.exposure && { exposure: part(series.exposure) }),
  })
    .filter((found) => found.kind !== 'coverage_gap')
    .filter(({ kind }) => rule.inflection === 'any' || kind === rule.inflection)
    .findLast(({ day }) => day >= since)
  if (point === undefined) return { value: null, holds: false, unknown: null, pointDay: null }
  const { ratio, ...bounds } = point.change
  const n = point.countBefore + point.countAfter
  const isTold = tellRatio({ value: ratio, ...bounds, n }, support.level.told) !== null
  return { value: ratio, isTold, holds: true, unknown: null, pointDay: point.day }
}
