import type { InflectionsSection, InflectionMarker } from '@auspex/sdk'
import { useMemo } from 'react'
import { formatPlural } from '../../../lib/format.ts'
import { Section } from '../../../ui/page.tsx'
import { NullResult } from '../null-result.tsx'
import { Anchor } from '@mantine/core'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { chanceOf, daysOf, intervalOf, levelOf, ratioOf, wordOf } from './inflection-words.ts'
import { useOpenChange } from './use-open-change.ts'

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
    return <NullResult name="Changes of level" result="No change of level can be told" why={reason} />
  if (visiblePoints.points.length === 0)
    return (
      <NullResult
        name="Changes of level"
        result="No change of level"
        why="chance explains the ups and downs of the days shown"
      />
    )
  return (
    <Section
      id="changes"
      title="Changes of level"
      hint={
        found > points.length
          ? `The ${points.length} strongest of ${formatPlural(found, 'change')} that chance would not explain. Open one to see what happened.`
          : 'Days after which more or less is said than before, beyond chance. Open one to see what happened.'
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
        title: 'Change',
        sortBy: (point) => wordOf(point, points),
        renderCell: (point) => wordOf(point, points),
      },
      {
        key: 'ratio',
        title: 'Times the level before',
        numeric: true,
        sortBy: ({ change }) => change?.value ?? null,
        renderCell: (point) => (ratioOf(point) === null ? '–' : `${ratioOf(point)} (${intervalOf(point)})`),
      },
      { key: 'before', title: 'Before', numeric: true, renderCell: ({ before }) => levelOf(before, basis) },
      { key: 'after', title: 'After', numeric: true, renderCell: ({ after }) => levelOf(after, basis) },
      {
        key: 'chance',
        title: 'By chance',
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
