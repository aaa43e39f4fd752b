import type { AttentionSection, SignalReport, SeriesInterval } from '@auspex/sdk'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { type Bucket, grainWords, ticksOf } from '../../../lib/time/buckets.ts'
import { formatCompact, formatCount, formatDayRange, formatShare } from '../../../lib/numbers/format.ts'
import type { ChartLine } from '../../../ui/charts/chart-model.ts'
import { ColumnChart } from '../../../ui/charts/column-chart.tsx'
import { Legend } from '../../../ui/charts/legend.tsx'
import { eventsWithin, evidenceOfEvent, toAnnotations } from '../events/events-section.tsx'
import { useOpenEvidence } from '../evidence-link.tsx'
import { useFigureSignal } from '../scope.ts'
import { ChartCard, SeriesTable } from './chart-card.tsx'
import { coverageEdges, uncoveredSpans } from './coverage-marks.ts'
import { attentionValues, type Measure, seriesOf, volumeColumns, measureFinding } from './series.model.ts'
import { useSection, useVolume, type SeriesRange } from './use-series.ts'
import classes from '../report.module.css'
import { useMediaQuery } from '@mantine/hooks'
import { Button, Group, NativeSelect } from '@mantine/core'
import { IconZoomReset } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'

const route = getRouteApi('/signals/$signalId')

const measures: readonly { readonly value: Measure; readonly label: string }[] = [
  { value: 'count', label: 'Documents' },
  { value: 'stories', label: 'Stories' },
  { value: 'outlets', label: 'Outlets' },
  { value: 'share', label: 'Share' },
]

const intervals: readonly { readonly value: SeriesInterval; readonly label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
]

/** The measure and the interval; and a button to zoom out. */
const ChartControls = ({ range, measure }: { range: SeriesRange; measure: Measure }) => {
  const navigate = route.useNavigate()
  const setMeasure = (next: Measure) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, measure: next === 'count' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Group gap={8}>
      {!range.isWhole && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconZoomReset size={15} stroke={1.8} aria-hidden />}
          onClick={() => range.setRange(range.firstDay, range.lastDay)}
        >
          All days
        </Button>
      )}
      <NativeSelect
        size="xs"
        aria-label="Measure"
        value={measure}
        onChange={(event) =>
          setMeasure(measures.find(({ value }) => value === event.currentTarget.value)?.value ?? 'count')
        }
        data={measures.map(({ value, label }) => ({ value, label }))}
      />
      <SegmentedControl
        size="xs"
        aria-label="Interval"
        value={range.interval}
        onChange={range.setInterval}
        data={intervals}
      />
    </Group>
  )
}

/** The height in pixels of the first chart of a report: fills the first screen on a desktop, and less on a phone. */
const useChartHeight = (): number => (useMediaQuery('(max-width: 720px)') ? 240 : 400)

// Few reports have a series of what people looked up.
const AttentionSwitch = lazy(async () => ({ default: (await import('./attention-switch.tsx')).AttentionSwitch }))

interface VolumeChartProps {
  report: SignalReport
  range: SeriesRange
  measure: Measure
  /** The finding, above the chart. */
  heading: ReactNode
  /** The finding as plain text, for the picture. */
  finding: string
}

const measureWords: Record<Measure, string> = {
  count: 'Documents',
  stories: 'Stories',
  outlets: 'Outlets',
  share: 'Share of all documents',
}

const lineColors = ['var(--chart-2)', 'var(--chart-5)', 'var(--chart-3)']

/** The volume over time, by source, with labelled events and coverage gaps. */
export const VolumeChart = ({ report, range, measure, heading, finding }: VolumeChartProps) => {
  const { interval, groups, points, buckets, error } = useVolume(report, range)
  const open = useOpenEvidence()
  const figureSignal = useFigureSignal()
  const height = useChartHeight()
  const [showAttention, setShowAttention] = useState(false)
  const { section: attention } = useSection(report, 'attention', range, { isShown: showAttention })
  const { title } = report.query
  // the finding of the report is about documents
  const measured = measure === 'count' ? null : measureFinding(report.query, { points, measure, interval })
  const today = report.computedAt.slice(0, 10)

  const series = useMemo(() => seriesOf(groups, measure), [groups, measure])
  const columns = useMemo(
    () => volumeColumns(points, series, { measure, interval, today }),
    [points, series, measure, interval, today],
  )
  const shades = useMemo(() => uncoveredSpans(points, today), [points, today])
  const edges = useMemo(() => coverageEdges(groups, points), [groups, points])
  const annotations = useEventAnnotations(report, range, buckets)
  const lines = useMemo(
    () => (showAttention ? attentionLines(attention, buckets) : []),
    [attention, buckets, showAttention],
  )
  const xTicks = useMemo(() => ticksOf(buckets), [buckets])
  const format = measure === 'share' ? formatShare : formatCount
  const unit = measure === 'share' ? measureWords.share : `${measureWords[measure]} a ${grainWords[interval]}`
  const legend = [...series, ...lines.map((line) => ({ ...line, line: true }))]
  return (
    <ChartCard
      title="Volume"
      heading={measured === null ? heading : <h2 className={classes.finding}>{measured}</h2>}
      legend={legend.length > 1 && <Legend items={legend} />}
      // A figure on another page is configured there.
      controls={figureSignal === null && <ChartControls range={range} measure={measure} />}
      file={{
        subject: title,
        headline: measured ?? finding,
        subtitle: `${title}: ${unit.toLowerCase()}, ${formatDayRange(range.first, range.last)}`,
        legend: [...series, ...lines],
        header: ['from', 'to', ...series.map(({ label }) => label.toLowerCase()), ...lines.map(({ label }) => label)],
        rows: () =>
          columns.map((column, index) => [
            buckets[index]?.first ?? null,
            buckets[index]?.last ?? null,
            ...column.values,
            ...lines.map((line) => line.values[index] ?? null),
          ]),
      }}
      renderChart={(svg) => (
        <ColumnChart
          svgRef={svg}
          label={`${measureWords[measure]} about ${title} by ${grainWords[interval]}`}
          columns={columns}
          series={series}
          lines={lines}
          xTicks={xTicks}
          height={height}
          yTitle={unit}
          yFormat={measure === 'share' ? formatShare : formatCompact}
          valueFormat={format}
          shades={shades}
          edges={edges}
          annotations={annotations}
          onOpen={(index) => buckets[index] && open({ since: buckets[index].first, until: buckets[index].last })}
          onSelect={(first, last) =>
            range.setRange(buckets[first]?.first ?? range.first, buckets[last]?.last ?? range.last)
          }
        />
      )}
      renderTable={() => (
        <SeriesTable
          caption={`Volume by ${grainWords[interval]}`}
          columns={columns}
          buckets={buckets}
          series={series}
          format={format}
        />
      )}
      footnote={
        <Footnote
          isPale={columns.some(({ partial }) => partial)}
          interval={grainWords[interval]}
          isMissing={shades.length > 0}
          failure={
            error === null ? null : `The chart by ${range.interval} could not be loaded, so nothing was changed.`
          }
          attention={report.attention}
          isShown={showAttention}
          onShow={setShowAttention}
        />
      }
    />
  )
}

/** The events of the visible days, as annotations that open their documents. */
const useEventAnnotations = (report: SignalReport, { first, last }: SeriesRange, buckets: readonly Bucket[]) => {
  const open = useOpenEvidence()
  const events = useMemo(() => eventsWithin(report.events.events, first, last), [report, first, last])
  const items = useMemo(() => toAnnotations(events, buckets), [events, buckets])
  return {
    label: 'Events in the chart',
    items,
    onOpen: (key: string) => {
      const event = events.find((one) => one.event.onset === key)?.event
      if (event) open(evidenceOfEvent(event))
    },
  }
}

/** What people looked up, as lines. */
const attentionLines = ({ series }: AttentionSection, buckets: readonly Bucket[]): readonly ChartLine[] =>
  series.map((one, index) => ({
    key: `${one.source} ${one.name}`,
    label: `${one.name} (${one.unit}, mean a day)`,
    color: lineColors[index % lineColors.length] ?? 'var(--chart-2)',
    values: attentionValues(one, buckets),
    format: formatCompact,
  }))

interface FootnoteProps {
  isPale: boolean
  interval: string
  isMissing: boolean
  failure: string | null
  attention: AttentionSection
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/** How to read the chart, if it is not obvious; and what else can be drawn. */
const Footnote = ({ isPale, interval, isMissing, failure, attention, isShown, onShow }: FootnoteProps) => {
  const words = [
    failure,
    isMissing && 'Hatched: no data on these days, because the sources were not read.',
    isPale && (interval === 'day' ? 'Pale: not covered.' : `Pale: less than a whole ${interval}, or not covered.`),
  ].filter((one) => typeof one === 'string')
  if (words.length === 0 && attention.series.length === 0) return null
  return (
    <>
      {words.join(' ')}
      {attention.series.length > 0 && (
        <Suspense>
          <AttentionSwitch attention={attention} isApart={words.length > 0} isShown={isShown} onShow={onShow} />
        </Suspense>
      )}
    </>
  )
}
