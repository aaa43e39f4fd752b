import type { InflectionMarker, InflectionsSection } from '@auspex/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Anchor } from '@mantine/core'
import { addDays } from '../../../lib/time/dates.ts'
import { formatRatio, formatShare, formatPlural } from '../../../lib/numbers/format.ts'
import { formatDay, formatDayRange } from '../../../lib/time/format.ts'
import type { MarkerKind } from '../../../ui/charts/legend.tsx'
import { useFigureSignal } from '../scope.ts'
import { Section } from '../../../ui/page.tsx'
import { NullResult } from '../placeholders.tsx'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'

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
  return `${stories} ${stories === '1' ? 'piece' : 'pieces'} a day`
}

/** The chance that a series without any change shows one as strong. */
export const chanceOf = ({ pValue }: InflectionMarker): string =>
  pValue < 0.0001 ? 'under 0.01%' : formatShare(pValue)

/** Opens the explanation of the change that begins on a day; undefined closes it. The state is in the URL. */
export const useOpenChange = () => {
  const navigate = useNavigate()
  const figureSignal = useFigureSignal()
  return (day: string | undefined, { replace = false } = {}) =>
    void (figureSignal === null
      ? navigate({
          from: '/signals/$signalId',
          to: '.',
          search: (search) => ({ ...search, change: day }),
          resetScroll: false,
          replace,
        })
      : navigate({ to: '/signals/$signalId', params: { signalId: figureSignal }, search: { change: day } }))
}

interface ChangesSectionProps {
  inflections: InflectionsSection
  /** The first visible day. */
  first: string
  last: string
}

/** Days on which the level changed by more than chance explains. */
export const ChangesSection = ({ inflections, first, last }: ChangesSectionProps) => {
  const { points, found, reason } = inflections
  const visiblePoints = useMemo(
    () => ({ ...inflections, points: points.filter(({ day, endDay }) => day <= last && (endDay ?? day) >= first) }),
    [inflections, points, first, last],
  )
  if (reason !== null)
    return <NullResult name="Changes of level" result="Changes of level cannot be determined" why={reason} />
  if (visiblePoints.points.length === 0)
    return (
      <NullResult
        name="Changes of level"
        result="No change of level"
        why="the ups and downs of the days shown are within the usual range"
      />
    )
  return (
    <Section
      id="changes"
      title="Changes of level"
      hint={
        found > points.length
          ? `The ${points.length} strongest of ${formatPlural(found, 'change')} that are clearly more than chance. Open one to see what happened.`
          : 'Days when the level clearly changed. Open one to see what happened.'
      }
    >
      <ChangesTable inflections={visiblePoints} />
    </Section>
  )
}

/** The markers of the chart as rows, newest first; each opens its explanation. */
const ChangesTable = ({ inflections }: { inflections: InflectionsSection }) => {
  const { points, basis } = inflections
  const open = useOpenChange()
  const rows = useMemo(() => points.toReversed(), [points])
  const columns = useMemo<TableColumn<InflectionMarker>[]>(
    () => [
      {
        key: 'days',
        title: 'Dates',
        sortBy: ({ day }) => day,
        renderCell: (point) => (
          <Anchor component="button" type="button" fz="inherit" onClick={() => open(point.day)}>
            {daysOf(point)}
          </Anchor>
        ),
      },
      {
        key: 'kind',
        title: 'What changed',
        sortBy: (point) => wordOf(point, points),
        renderCell: (point) => wordOf(point, points),
      },
      {
        key: 'ratio',
        title: 'Change',
        numeric: true,
        sortBy: ({ change }) => change?.value ?? null,
        renderCell: (point) => (ratioOf(point) === null ? '–' : `${ratioOf(point)} (${intervalOf(point)})`),
      },
      { key: 'before', title: 'Before', numeric: true, renderCell: ({ before }) => levelOf(before, basis) },
      { key: 'after', title: 'After', numeric: true, renderCell: ({ after }) => levelOf(after, basis) },
      {
        key: 'chance',
        title: 'Chance of a fluke',
        numeric: true,
        sortBy: ({ pValue }) => pValue,
        renderCell: (point) => chanceOf(point),
      },
    ],
    [basis, open, points],
  )
  return (
    <DataTable
      caption="Changes of the level"
      columns={columns}
      rows={rows}
      rowKey={({ day, kind }) => `${day} ${kind}`}
      maxHeight={300}
    />
  )
}
