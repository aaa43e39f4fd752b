import type { InflectionMarker, InflectionsSection } from '@auspex/sdk'
import { formatDay, formatDayRange, formatRatio, formatShare } from '../../../lib/format.ts'
import type { ChartMarker } from '../../../ui/charts/chart-markers.ts'
import type { Bucket } from '../../../lib/buckets.ts'

/** How a change is drawn. */
export const glyphOf = ({ kind, change }: InflectionMarker): ChartMarker['kind'] => {
  if (kind === 'coverage_gap') return 'gap'
  if (kind === 'spike') return 'up'
  return (change?.value ?? 1) < 1 ? 'level-down' : 'level-up'
}

const glyphWords: Record<ChartMarker['kind'], string> = {
  up: 'Spike',
  'level-up': 'Rise to a new level',
  'level-down': 'Fall to a new level',
  gap: 'Gap in coverage',
}

export const wordOf = (point: InflectionMarker): string => glyphWords[glyphOf(point)]

/** The days of a change: of a shift the first of the new level. */
export const daysOf = ({ day, endDay, kind }: InflectionMarker): string => {
  if (kind === 'shift') return formatDay(day)
  return endDay === null ? `since ${formatDay(day)}` : formatDayRange(day, endDay)
}

/** A change in a line: "Spike, 1 Nov 2026, ×3.1". From no level nobody can say how many times. */
export const lineOf = (point: InflectionMarker): string =>
  [wordOf(point), daysOf(point), ratioOf(point)].filter((part) => part !== null).join(', ')

/** How many times the level before; null for a gap, and where there was none before. */
export const ratioOf = ({ change, before }: InflectionMarker): string | null =>
  change === null || before === 0 ? null : formatRatio(change.value)

export const intervalOf = ({ change, before }: InflectionMarker): string | null =>
  change === null || before === 0 ? null : `${formatRatio(change.low)} to ${formatRatio(change.high)}`

export const levelOf = (level: number | null, basis: InflectionsSection['basis']): string | null => {
  if (level === null) return null
  if (basis === 'share') return formatShare(level)
  return `${level.toLocaleString('en', { maximumFractionDigits: level < 10 ? 1 : 0 })} a day`
}

/** The chance that a series without any change shows one as strong. */
export const chanceOf = ({ pValue }: InflectionMarker): string | null => {
  if (pValue === null) return null
  return pValue < 0.0001 ? 'under 0.01 %' : formatShare(pValue)
}

/** The changes of the shown days as markers of a chart; what began before is at the first column while it lasts. */
export const toMarkers = (
  points: readonly InflectionMarker[],
  buckets: readonly Bucket[],
  selectedDay: string | undefined,
): readonly ChartMarker[] =>
  points.flatMap((point) => {
    const index = buckets.findIndex(({ first, last }) => point.day >= first && point.day <= last)
    if (index === -1) return []
    return [
      {
        key: `${point.day} ${point.kind}`,
        index,
        kind: glyphOf(point),
        label: lineOf(point),
        weight: point.kind === 'coverage_gap' ? 0 : 1 + Math.abs(Math.log(Math.max(0.01, point.change?.value ?? 1))),
        selected: point.day === selectedDay,
      },
    ]
  })

/** Days that are a gap of the sources, as the changes tell it. */
export const gapDays = (points: readonly InflectionMarker[]): ((day: string) => boolean) => {
  const gaps = points.filter(({ kind }) => kind === 'coverage_gap')
  return (day) => gaps.some((gap) => day >= gap.day && (gap.endDay === null || day <= gap.endDay))
}
