import type { InflectionMarker, InflectionsSection } from '@auspex/sdk'
import { addDays } from '../../../lib/dates.ts'
import { formatDay, formatDayRange, formatRatio, formatShare } from '../../../lib/format.ts'
import type { MarkerKind } from '../../../ui/charts/legend.tsx'

/** The shape of a change. */
export const glyphOf = ({ kind, before, after }: InflectionMarker): MarkerKind => {
  if (kind === 'spike') return 'up'
  return after < before ? 'level-down' : 'level-up'
}

const glyphWords: Record<MarkerKind, string> = {
  up: 'Spike',
  'level-up': 'Rise to a new level',
  'level-down': 'Fall to a new level',
}

/**
 * After a spike the volume falls even if the new level is higher than the one before it: the label mentions the spike, so that
 * nobody expects a rise on that day.
 */
export const wordOf = (point: InflectionMarker, points: readonly InflectionMarker[] = []): string => {
  const { day, kind, before, after } = point
  const isAfterSpike =
    kind === 'shift' &&
    points.some((other) => other.kind === 'spike' && other.endDay !== null && addDays(other.endDay, 1) === day)
  if (isAfterSpike) return after < before ? 'Lower level after a spike' : 'Higher level after a spike'
  return glyphWords[glyphOf(point)]
}

/** The days of a change: for a shift, the first day of the new level. */
export const daysOf = ({ day, endDay, kind }: InflectionMarker): string => {
  if (kind === 'shift') return formatDay(day)
  return endDay === null ? `since ${formatDay(day)}` : formatDayRange(day, endDay)
}

/** The ratio to the previous level; null if that was 0, or if the ratio cannot be stated. */
export const ratioOf = ({ change, before }: InflectionMarker): string | null =>
  before === 0 || change === null ? null : formatRatio(change.value)

export const intervalOf = ({ change, before }: InflectionMarker): string | null =>
  before === 0 || change === null ? null : `${formatRatio(change.low)} to ${formatRatio(change.high)}`

export const levelOf = (level: number, basis: InflectionsSection['basis']): string => {
  if (basis === 'share') return formatShare(level)
  const stories = level.toLocaleString('en', { maximumFractionDigits: level < 10 ? 1 : 0 })
  return `${stories} ${stories === '1' ? 'story' : 'stories'} a day`
}

/** The chance that a series without any change shows one as strong. */
export const chanceOf = ({ pValue }: InflectionMarker): string =>
  pValue < 0.0001 ? 'under 0.01 %' : formatShare(pValue)
