import { Switch } from '@mantine/core'
import type { InflectionsSection, SignalReport } from '@auspex/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { formatCompact, formatCount, formatDayRange, formatPlural, formatShare } from '../../../lib/format.ts'
import type { ChartSeries } from '../../../ui/charts/chart-model.ts'
import { ColumnChart, columnChartInset } from '../../../ui/charts/column-chart.tsx'
import { Legend } from '../../../ui/charts/legend.tsx'
import { MarkerRow } from '../../../ui/charts/marker-row.tsx'
import { useOpenEvidence } from '../evidence-link.tsx'
import { ChangesTable } from '../inflections/changes-table.tsx'
import { gapDays, toMarkers } from '../inflections/inflection-words.ts'
import { useOpenChange } from '../inflections/use-open-change.ts'
import { ticksOf } from '../../../lib/buckets.ts'
import { ChartCard } from './chart-card.tsx'
import { attentionValues, type Measure, volumeColumns } from './series.model.ts'
import { SeriesTable } from './series-table.tsx'
import type { SeriesRange } from './use-series-range.ts'

interface VolumeChartProps {
  report: SignalReport
  range: SeriesRange
  measure: Measure
}

const route = getRouteApi('/signals/$signalId')

const measureWords: Record<Measure, { readonly series: string; readonly picture: string; readonly column: string }> = {
  count: { series: 'Documents', picture: 'documents', column: 'documents' },
  stories: { series: 'Stories', picture: 'stories, counted a day', column: 'stories' },
  outlets: { series: 'Outlets', picture: 'outlets, counted a day', column: 'outlets' },
  share: { series: 'Share of documents', picture: 'share of all documents', column: 'share' },
}

const lineColors = ['var(--chart-2)', 'var(--chart-5)', 'var(--chart-3)']

/** Documents, stories or outlets over time, or their share of the sources, with what changed and series of attention over them. */
export const VolumeChart = ({ report, range, measure }: VolumeChartProps) => {
  const { buckets, grain } = range
  const open = useOpenEvidence()
  const [showAttention, setShowAttention] = useState(true)
  const openChange = useOpenChange()
  const { change } = route.useSearch()
  const { inflections } = report
  const isGap = useMemo(() => gapDays(inflections.points), [inflections])
  const columns = useMemo(
    () => volumeColumns(report.volume.days, buckets, { measure, grain, isGap }),
    [report, buckets, measure, grain, isGap],
  )
  const markers = useMemo(() => toMarkers(inflections.points, buckets, change), [inflections, buckets, change])
  const words = measureWords[measure]
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
    () => [{ key: 'documents', label: words.series, color: 'var(--chart-1)' }],
    [words],
  )
  const xTicks = useMemo(() => ticksOf(buckets), [buckets])
  const format = measure === 'share' ? formatShare : formatCount
  return (
    <ChartCard
      title="Volume"
      legend={lines.length > 0 && <Legend items={[...series, ...lines.map((line) => ({ ...line, line: true }))]} />}
      file={{
        subject: report.query.title,
        subtitle: `${formatDayRange(range.first, range.last)}, ${words.picture} by ${grain}`,
        legend: [...series, ...lines],
        header: ['from', 'to', words.column, ...lines.map((line) => line.label)],
        rows: () =>
          columns.map((column, index) => [
            buckets[index]?.first ?? null,
            buckets[index]?.last ?? null,
            column.values[0] ?? null,
            ...lines.map((line) => line.values[index] ?? null),
          ]),
      }}
      renderChart={(svg) => (
        <>
          <MarkerRow
            label="What changed"
            markers={markers}
            columns={columns.length}
            inset={columnChartInset}
            onOpen={({ key }) => openChange(key.slice(0, 10))}
          />
          <ColumnChart
            svgRef={svg}
            label={`${words.series} about ${report.query.title} by ${grain}`}
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
        </>
      )}
      renderTable={() => (
        <>
          <SeriesTable
            caption={`Volume by ${grain}`}
            columns={columns}
            buckets={buckets}
            series={series}
            format={format}
          />
          {inflections.points.length > 0 && <ChangesTable inflections={inflections} />}
        </>
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
            report.attention.reason && `Page views of Wikipedia are not drawn. ${report.attention.reason} `
          )}
          {noteOf(columns, measure)} {changesNote(inflections)}
        </>
      }
    />
  )
}

const noteOf = (
  columns: readonly { readonly partial: boolean; readonly values: readonly (number | null)[] }[],
  measure: Measure,
): string => {
  const missing = columns.filter((column) => column.values.every((value) => value === null)).length
  return [
    columns.some((column) => column.partial) && 'Pale columns are not a whole span yet.',
    (measure === 'stories' || measure === 'outlets') &&
      `${measureWords[measure].series} are counted a day and added up: one that spans days counts on each.`,
    missing > 0 && `Hatched: ${formatPlural(missing, 'span')} without data, which is not the same as none.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const changesNote = ({ points, found, reason }: InflectionsSection): string => {
  if (reason !== null) return `No changes can be told: ${reason}`
  if (found === 0) return 'No spike and no new level that chance would not explain.'
  const shown =
    found > points.length
      ? `the ${points.length} strongest of ${formatPlural(found, 'change')}`
      : formatPlural(found, 'change')
  return `Marked: ${shown} that chance would not explain; open one to see what happened.`
}
