import { addDays, type ReportedShift, support } from '@auspex/analytics'
import type { InflectionMarker, SignalReport } from '@auspex/sdk/types'
import type { DailyReport } from './daily-series.ts'

interface ShiftSections extends Pick<SignalReport, 'inflections' | 'stage'> {
  volume: Pick<DailyReport['volume'], 'days'>
}

type Change = ReportedShift['change']

/** Levels that held no longer than this were passing: a topic that comes down from one has not fallen. */
const passingDays = 180

/**
 * The last lasting change, if the series has one that still holds: of a topic that fell silent no higher level is told, and no fall
 * to next to nothing, which may as well be what its archives chose to hold. It is held against the last level that lasted, since nobody
 * calls the end of a month of headlines a fall; where the level is the one from before those, nothing has changed.
 */
export function lastShift({ inflections, stage, volume }: ShiftSections): ReportedShift | null {
  const index = inflections.points.findLastIndex(({ kind }) => kind === 'shift')
  const shift = inflections.points[index]
  if (shift === undefined || shift.change === null) return null
  const recent = inflections.points.filter(
    ({ kind, day }) => kind === 'shift' && day >= addDays(shift.day, -passingDays) && day <= shift.day,
  )
  const first = recent[0] ?? shift
  const isOfPassingLevel = first.day !== shift.day
  const change = isOfPassingLevel ? joinChanges(recent) : shift.change
  if (change === null || (isOfPassingLevel && change.low <= 1 && change.high >= 1)) return null
  // days that stand out are no part of a level
  const spikes = inflections.points.filter(({ kind }) => kind === 'spike')
  const isLevel = (day: string) =>
    day >= shift.day && !spikes.some((spike) => spike.day <= day && (spike.endDay === null || day <= spike.endDay))
  const storiesSince = volume.days.reduce(
    (sum, { day, firstTellings, isCovered }) => sum + (isCovered && isLevel(day) ? firstTellings : 0),
    0,
  )
  const isOver = change.value > 1 ? stage.stage === 'dormant' : storiesSince < support.fallenLevel.told
  if (isOver) return null
  return {
    day: shift.day,
    before: isOfPassingLevel ? first.day : null,
    change,
    basis: inflections.basis,
    pointer: isOfPassingLevel ? null : `/inflections/points/${index}/change/value`,
  }
}

/**
 * The ratio of the level behind several changes to the one before them: the ratios multiplied. The levels between them cancel out, but their
 * variances are counted as if they did not, so that the interval is rather too wide. Null when one of them has no ratio.
 */
function joinChanges(points: readonly InflectionMarker[]): Change | null {
  let [logValue, variance, n] = [0, 0, Infinity]
  for (const { change } of points) {
    if (change === null || change.low <= 0) return null
    logValue += Math.log(change.value)
    variance += ((Math.log(change.high) - Math.log(change.low)) / (2 * normalQuantile)) ** 2
    n = Math.min(n, change.n)
  }
  const reach = normalQuantile * Math.sqrt(variance)
  return { value: Math.exp(logValue), low: Math.exp(logValue - reach), high: Math.exp(logValue + reach), n }
}

/** Of 97.5 %, for 95 % intervals. */
const normalQuantile = 1.96
