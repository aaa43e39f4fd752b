import type { InflectionMarker, InflectionsSection } from '@auspex/sdk'
import { formatDay, formatDayRange, formatRatio, formatShare } from '../../../lib/format.ts'
import type { MarkerKind } from '../../../ui/charts/marker-glyph.tsx'

/** How a change is drawn. */
export const glyphOf = ({ kind, before, after }: InflectionMarker): MarkerKind => {
  if (kind === 'spike') return 'up'
  return after < before ? 'level-down' : 'level-up'
}

const glyphWords: Record<MarkerKind, string> = {
  up: 'Spike',
  'level-up': 'Rise to a new level',
  'level-down': 'Fall to a new level',
}

export const wordOf = (point: InflectionMarker): string => glyphWords[glyphOf(point)]

/** The days of a change: of a shift the first of the new level. */
export const daysOf = ({ day, endDay, kind }: InflectionMarker): string => {
  if (kind === 'shift') return formatDay(day)
  return endDay === null ? `since ${formatDay(day)}` : formatDayRange(day, endDay)
}

/** How many times the level before; null where there was none before, or where it may not be told. */
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
