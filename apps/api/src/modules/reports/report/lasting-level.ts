import { addDays, type DailyReport, type PieceNoun, type ReportedShift, supportThresholds } from '@auspex/analytics'
import { countDays } from '@auspex/contract/days'
import type { InflectionMarker, SignalReport } from '@auspex/sdk/types'

/** Levels that lasted no longer than this were passing: coming down from one is not a fall. */
const maxPassingDays = 180

/** A level that is younger may be a passing one. */
const minLevelDays = 120

/** The 97.5 % quantile, for 95 % intervals. */
const normalQuantile = 1.96

/** What the documents of some days are called, the last ones without an end. */
export type NounOf = (from: string, until: string | null) => PieceNoun

/** Posts where forums alone published anything, articles where news did; else pieces. */
export function createNounOf({ days, groups }: Pick<DailyReport['volume'], 'days' | 'groups'>): NounOf {
  const kinds = groups.map(({ kind }) => kind)
  return (from, until) => {
    const groupKeys = new Set<string>()
    for (const { day, groups: counts } of days)
      if (from <= day && (until === null || day <= until))
        counts.forEach((count, at) => {
          if (count > 0) groupKeys.add(kinds[at] ?? '')
        })
    const [kind] = groupKeys
    return groupKeys.size === 1 && kind === 'post'
      ? 'posts'
      : groupKeys.size === 1 && kind === 'article'
        ? 'articles'
        : 'pieces'
  }
}

export interface ShiftSections {
  lastDay: string
  inflections: SignalReport['inflections']
  stage: SignalReport['stage']
  volume: Pick<DailyReport['volume'], 'days' | 'groups'>
}

type Change = ReportedShift['change']

/**
 * The last lasting change that still holds, if any. A higher level is not reported for a topic that fell silent, nor a fall to next to nothing, which
 * may only reflect what its archives chose to hold. The change is measured against the last level that lasted, since the end of a month of headlines
 * is not a fall; if the level is back to the one before them, nothing has changed.
 */
export function lastShift(
  { lastDay, inflections, stage, volume }: ShiftSections,
  nounOf: NounOf,
): ReportedShift | null {
  const index = inflections.points.findLastIndex(({ kind }) => kind === 'shift')
  const shift = inflections.points[index]
  if (shift === undefined || shift.change === null) return null
  const lastCovered = lastDayOfSameSources(shift.day, volume) ?? lastDay
  // some weeks are no lasting level yet
  if (countDays(shift.day, lastCovered) < minLevelDays) return null
  const recent = inflections.points.filter(
    ({ kind, day }) => kind === 'shift' && day >= addDays(shift.day, -maxPassingDays) && day <= shift.day,
  )
  const first = recent[0] ?? shift
  const isOfPassingLevel = first.day !== shift.day
  const change = isOfPassingLevel ? joinChanges(recent) : shift.change
  if (change === null || (isOfPassingLevel && change.low <= 1 && change.high >= 1)) return null
  // spikes are not part of a level
  const spikes = inflections.points.filter(({ kind }) => kind === 'spike')
  const isLevel = (day: string) =>
    day >= shift.day && !spikes.some((spike) => spike.day <= day && (spike.endDay === null || day <= spike.endDay))
  const storiesSince = volume.days.reduce(
    (sum, { day, firstTellings, isCovered }) => sum + (isCovered && isLevel(day) ? firstTellings : 0),
    0,
  )
  const isOver = change.value > 1 ? stage.stage === 'dormant' : storiesSince < supportThresholds.fallenLevel.min
  if (isOver) return null
  return {
    day: shift.day,
    before: isOfPassingLevel ? first.day : null,
    change,
    basis: inflections.basis,
    noun: nounOf(volume.days[0]?.day ?? shift.day, null),
    lastDay: lastCovered,
    pointer: isOfPassingLevel ? null : `/inflections/points/${index}/change/value`,
  }
}

/** The last day that all the groups cover that covered a day: what others published later is no continuation of a level. */
function lastDayOfSameSources(day: string, { groups }: ShiftSections['volume']): string | null {
  const ends = groups.flatMap(({ documents, spans }) => {
    const isCovering = documents > 0 && spans.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
    return isCovering ? (spans.at(-1)?.lastDay ?? []) : []
  })
  return ends.length === 0 ? null : ends.reduce((first, end) => (end < first ? end : first))
}

/**
 * The ratio of the level after several changes to the one before them: the product of the ratios. The levels in between cancel out, but their
 * variances are added as if they did not, so the interval is rather too wide. Null when a change has no ratio.
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
