import { Switch } from '@mantine/core'
import type { SignalReport } from '@auspex/sdk'
import { useMemo, useState } from 'react'
import { formatCompact, formatCount, formatDayRange, formatPlural, formatShare } from '../../../lib/format.ts'
import type { ChartSeries } from '../../../ui/charts/chart-model.ts'
import { ColumnChart } from '../../../ui/charts/column-chart.tsx'
import { Legend } from '../../../ui/charts/legend.tsx'
import { useOpenEvidence } from '../evidence-link.tsx'
import { ticksOf } from './buckets.ts'
import { ChartCard } from './chart-card.tsx'
import { attentionValues, type Measure, volumeColumns } from './series.model.ts'
import { SeriesTable } from './series-table.tsx'
import type { SeriesRange } from './use-series-range.ts'

interface VolumeChartProps {
  report: SignalReport
  range: SeriesRange
  measure: Measure
}

const lineColors = ['var(--chart-2)', 'var(--chart-5)', 'var(--chart-3)']

/** Documents over time, or their share of the sources, with series of attention over them. */
export const VolumeChart = ({ report, range, measure }: VolumeChartProps) => {
  const { buckets, grain } = range
  const open = useOpenEvidence()
  const [showAttention, setShowAttention] = useState(true)
  const columns = useMemo(
    () => volumeColumns(report.volume.days, buckets, { measure, grain }),
    [report, buckets, measure, grain],
  )
  const attention = report.attention.series
  const lines = useMemo(
    () =>
      showAttention
        ? attention.map((series, index) => ({
            key: `${series.source} ${series.name}`,
            label: `${series.name} (${series.unit}, mean a day)`,
            color: lineColors[index % lineColors.length] ?? 'var(--chart-2)',
            values: attentionValues(series, buckets),
            format: formatCompact,
          }))
        : [],
    [attention, buckets, showAttention],
  )
  const series = useMemo<ChartSeries[]>(
    () => [
      { key: 'documents', label: measure === 'share' ? 'Share of documents' : 'Documents', color: 'var(--chart-1)' },
    ],
    [measure],
  )
  const xTicks = useMemo(() => ticksOf(buckets), [buckets])
  const format = measure === 'share' ? formatShare : formatCount
  return (
    <ChartCard
      title="Volume"
      legend={lines.length > 0 && <Legend items={[...series, ...lines.map((line) => ({ ...line, line: true }))]} />}
      file={{
        subject: report.query.title,
        subtitle: `${formatDayRange(range.first, range.last)}, ${measure === 'share' ? 'share of all documents' : 'documents'} by ${grain}`,
        legend: [...series, ...lines],
        header: ['from', 'to', measure === 'share' ? 'share' : 'documents', ...lines.map((line) => line.label)],
        rows: () =>
          columns.map((column, index) => [
            buckets[index]?.first ?? null,
            buckets[index]?.last ?? null,
            column.values[0] ?? null,
            ...lines.map((line) => line.values[index] ?? null),
          ]),
      }}
      renderChart={(svg) => (
        <ColumnChart
          svgRef={svg}
          label={`Documents about ${report.query.title} by ${grain}`}
          columns={columns}
          series={series}
          lines={lines}
          xTicks={xTicks}
          yFormat={measure === 'share' ? formatShare : formatCompact}
          valueFormat={format}
          onOpen={(index) => buckets[index] && open({ since: buckets[index].first, until: buckets[index].last })}
          onSelect={(first, last) =>
            range.setRange(buckets[first]?.first ?? range.first, buckets[last]?.last ?? range.last)
          }
        />
      )}
      renderTable={() => (
        <SeriesTable
          caption={`Volume by ${grain}`}
          columns={columns}
          buckets={buckets}
          series={series}
          format={format}
        />
      )}
      footnote={
        <>
          {attention.length > 0 ? (
            <Switch
              size="xs"
              label={`Show ${attention.map((one) => one.name).join(', ')} on its own axis`}
              checked={showAttention}
              onChange={(event) => setShowAttention(event.currentTarget.checked)}
              mb={6}
            />
          ) : (
            report.attention.reason && `No series of attention: ${report.attention.reason} `
          )}
          {noteOf(columns)}
        </>
      }
    />
  )
}

const noteOf = (
  columns: readonly { readonly partial: boolean; readonly values: readonly (number | null)[] }[],
): string => {
  const missing = columns.filter((column) => column.values.every((value) => value === null)).length
  return [
    columns.some((column) => column.partial) && 'Pale columns are not a whole span yet.',
    missing > 0 && `Hatched: ${formatPlural(missing, 'span')} without data, which is not the same as none.`,
  ]
    .filter(Boolean)
    .join(' ')
}
