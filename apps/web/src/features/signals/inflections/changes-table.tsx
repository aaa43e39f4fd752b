import type { InflectionMarker, InflectionsSection } from '@auspex/sdk'
import { Anchor } from '@mantine/core'
import { useMemo } from 'react'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { chanceOf, daysOf, intervalOf, levelOf, ratioOf, wordOf } from './inflection-words.ts'
import { useOpenChange } from './use-open-change.ts'

/** The markers of the chart as rows, newest first; each opens its explanation. */
export const ChangesTable = ({ inflections }: { inflections: InflectionsSection }) => {
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
      { key: 'kind', title: 'Change', sortBy: wordOf, renderCell: wordOf },
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
    [basis, open],
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
