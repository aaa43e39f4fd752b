import type { ToneLabel } from '@auspex/sdk'
import { useMemo } from 'react'
import { type ChartFile, exportsOf } from '../../../lib/files/download.ts'
import { ChartFrame, type ChartFrameProps } from '../../../ui/charts/chart-frame.tsx'
import type { ChartColumn, ChartSeries } from '../../../ui/charts/chart-model.ts'
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx'
import { toneOrder } from '../../../lib/words/words.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import type { Bucket } from '../../../lib/time/buckets.ts'

interface ChartCardProps extends Omit<ChartFrameProps, 'picture' | 'onPicture' | 'onNumbers'> {
  file: ChartFile
}

/** A chart with its table view and its export. */
export const ChartCard = ({ file, ...frame }: ChartCardProps) => (
  <ChartFrame {...frame} {...exportsOf(frame.title, file)} />
)

interface SeriesTableProps {
  caption: string
  columns: readonly ChartColumn[]
  buckets: readonly Bucket[]
  series: readonly ChartSeries[]
  format: (value: number | null) => string
}

interface Row {
  readonly column: ChartColumn
  readonly bucket: Bucket
}

const isTone = (key: string): key is ToneLabel => toneOrder.some((tone) => tone === key)

/** The table view of a chart: the same columns as rows, newest first. */
export const SeriesTable = ({ caption, columns, buckets, series, format }: SeriesTableProps) => {
  const rows = useMemo(
    () =>
      columns
        .flatMap((column, index): Row[] => (buckets[index] ? [{ column, bucket: buckets[index] }] : []))
        .toReversed(),
    [columns, buckets],
  )
  const tableColumns = useMemo<TableColumn<Row>[]>(
    () => [
      {
        key: 'span',
        title: 'Dates',
        renderCell: ({ column }) => (column.partial ? `${column.title} (part)` : column.title),
        sortBy: ({ bucket }) => bucket.first,
      },
      ...series.map(({ key, label }, part): TableColumn<Row> => ({
        key,
        title: label,
        numeric: true,
        sortBy: ({ column }) => column.values[part] ?? null,
        renderCell: ({ column, bucket }) => {
          const value = column.values[part] ?? null
          if (value === null) return 'no data'
          const filter = { since: bucket.first, until: bucket.last, ...(isTone(key) && { tone: key }) }
          return value === 0 ? (
            format(value)
          ) : (
            <EvidenceLink filter={filter} label={`${label.toLowerCase()} of ${column.title}`} quiet>
              {format(value)}
            </EvidenceLink>
          )
        },
      })),
    ],
    [series, format],
  )
  return (
    <DataTable
      caption={caption}
      columns={tableColumns}
      rows={rows}
      rowKey={({ column }) => column.key}
      maxHeight={300}
    />
  )
}
