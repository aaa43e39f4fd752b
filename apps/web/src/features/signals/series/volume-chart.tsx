import type { ChartLine } from '../../../ui/charts/chart-model.ts'
import type { ChartEdge } from '../../../ui/charts/chart-shades.tsx'
import type { AttentionSection, Measurement, SignalReport, SeriesInterval } from '@auspex/sdk'
import { Button, Group, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconZoomReset } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { formatCompact, formatCount, formatPlural, formatShare } from '../../../lib/numbers/format.ts'
import { formatDayRange } from '../../../lib/time/format.ts'
import { type Bucket, grainWords, ticksOf } from '../../../lib/time/buckets.ts'
import { dayChoices } from '../../../lib/time/day-choices.ts'
import { ColumnChart } from '../../../ui/charts/column-chart.tsx'
import { DashSwatch, HatchSwatch, Legend } from '../../../ui/charts/legend.tsx'
import { RangeStrip, SpanNote } from '../../../ui/charts/range-strip.tsx'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { Why } from '../../../ui/values.tsx'
import { eventsWithin, evidenceOfEvent, toAnnotations } from '../events/events-section.tsx'
import { useOpenEvidence } from '../evidence-link.tsx'
import classes from '../report.module.css'
import { useFigureSignal } from '../scope.ts'
import { measurementsOptions } from '../signals.queries.ts'
import { ChartCard, SeriesTable } from './chart-card.tsx'
import { coverageEdges, measurementMarks, uncoveredSpans } from './coverage-marks.ts'
import { attentionValues, levelsOf, type Measure, seriesOf, volumeColumns, measureFinding } from './series.model.ts'
import { useSection, useVolume, type SeriesRange } from './use-series.ts'

const route = getRouteApi('/signals/$signalId')

const measures: readonly { readonly value: Measure; readonly label: string }[] = [
  { value: 'count', label: 'Documents' },
  { value: 'stories', label: 'Pieces' },
  { value: 'outlets', label: 'Outlets' },
  { value: 'share', label: 'Share' },
]

const intervals: readonly { readonly value: SeriesInterval; readonly label: string }[] = [
  { value: 'day', label: 'By day' },
  { value: 'week', label: 'By week' },
  { value: 'month', label: 'By month' },
]

interface ChoicesProps<Value extends string> {
  title: string
  choices: readonly { readonly value: Value; readonly label: string }[]
  current: Value
  onChoose: (value: Value) => void
}

/** Choices of a menu of which one is set. */
const Choices = <Value extends string>({ title, choices, current, onChoose }: ChoicesProps<Value>) => (
  <Menu.RadioGroup
    value={current}
    onChange={(chosen) => onChoose(choices.find(({ value }) => value === chosen)?.value ?? current)}
  >
    <Menu.Label>{title}</Menu.Label>
    {choices.map(({ value, label }) => (
      <Menu.RadioItem key={value} value={value} closeMenuOnClick>
        {label}
      </Menu.RadioItem>
    ))}
  </Menu.RadioGroup>
)

const nameOf = <Value extends string>(choices: ChoicesProps<Value>['choices'], current: Value): string =>
  choices.find(({ value }) => value === current)?.label ?? current

/** The measure and the interval, in the menu of the chart. */
const useChoices = (range: SeriesRange, measure: Measure) => {
  const navigate = route.useNavigate()
  const setMeasure = (next: Measure) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, measure: next === 'count' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return {
    current: `${nameOf(measures, measure)} ${nameOf(intervals, range.interval).toLowerCase()}`,
    items: (
      <>
        <Choices title="Measure" choices={measures} current={measure} onChoose={setMeasure} />
        <Choices title="Interval" choices={intervals} current={range.interval} onChoose={range.setInterval} />
      </>
    ),
  }
}

/** Zooms out. */
const AllDays = ({ range }: { range: SeriesRange }) => (
  <Button
    size="compact-sm"
    variant="light"
    leftSection={<IconZoomReset size={15} stroke={1.8} aria-hidden />}
    onClick={range.resetRange}
  >
    All days
  </Button>
)

/** The height in pixels of the first chart of a report: fills the first screen on a desktop, and less on a phone. */
const useChartHeight = (): number =>
  // known before the first paint, so that nothing below moves
  useMediaQuery('(max-width: 720px)', undefined, { getInitialValueInEffect: false }) ? 240 : 340

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
  stories: 'Pieces',
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
  const choices = useChoices(range, measure)
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
  const measurements = useMeasurements(report)
  const edges = useMemo(
    () => [...coverageEdges(groups, points), ...measurementMarks(measurements, points, report.lastDay)],
    [groups, points, measurements, report.lastDay],
  )
  const levels = useMemo(
    () => levelsOf(points, columns, report.inflections.points),
    [points, columns, report.inflections.points],
  )
  const annotations = useEventAnnotations(report, range, buckets)
  const lines = useMemo(
    () => (showAttention ? attentionLines(attention, buckets) : []),
    [attention, buckets, showAttention],
  )
  const xTicks = useMemo(() => ticksOf(buckets), [buckets])
  const format = measure === 'share' ? formatShare : formatCount
  const unit = measure === 'share' ? measureWords.share : `${measureWords[measure]} a ${grainWords[interval]}`
  const legend = [...series, ...lines.map((line) => ({ ...line, line: true }))]
  const overview = useMemo(() => report.volume.points.map(({ documents }) => documents), [report])
  return (
    <ChartCard
      title="Volume"
      heading={measured === null ? heading : <h2 className={classes.finding}>{measured}</h2>}
      legend={
        <ChartLegend
          items={legend.length > 1 ? legend : []}
          levelName={levels.length === 0 ? null : `Usual ${grainWords[interval]}`}
          coverage={describeCoverage(shades.length > 0, edges)}
        />
      }
      // A figure on another page is configured there.
      controls={figureSignal === null && !range.isWhole && <AllDays range={range} />}
      choices={figureSignal === null ? choices : undefined}
      file={{
        subject: title,
        headline: measured ?? finding,
        subtitle: `${title}: ${unit.toLowerCase()}, ${formatDayRange(range.drawn.first, range.drawn.last)}`,
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
          levels={levels}
          annotations={annotations}
          onOpen={(index) => buckets[index] && open({ since: buckets[index].first, until: buckets[index].last })}
          onSelect={(first, last) =>
            range.setRange(buckets[first]?.first ?? range.drawn.first, buckets[last]?.last ?? range.drawn.last)
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
        <ChartFoot
          range={range}
          overview={overview}
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
const useEventAnnotations = (
  report: SignalReport,
  { drawn: { first, last } }: SeriesRange,
  buckets: readonly Bucket[],
) => {
  const open = useOpenEvidence()
  const events = useMemo(() => eventsWithin(report.events, first, last), [report, first, last])
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

/**
 * The measurements of the report of today; of a report after a change of its query, its last one is that with the new query. None in a figure on another
 * page, which shows the report alone.
 */
const useMeasurements = ({ signalId, query, computedAt }: SignalReport): readonly Measurement[] => {
  const isFigure = useFigureSignal() !== null
  const { previous } = useSearch({ strict: false })
  const { data } = useQuery({
    ...measurementsOptions(useClient(), signalId, computedAt),
    enabled: !isFigure && query.asOf == null,
  })
  return useMemo(() => {
    const items = data?.items ?? []
    const first = items.at(-1)
    if (previous === undefined || first === undefined) return items
    return [...items.slice(0, -1), { ...first, marks: [...first.marks, 'query' as const] }]
  }, [data, previous])
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

/** What a reader may want to know about the coverage of the drawn days; null if all of them are covered. */
const describeCoverage = (hasGaps: boolean, edges: readonly ChartEdge[]): string | null => {
  const words = [
    hasGaps && 'The sources that cover the topic were not read on these days, which is not the same as silence',
    ...edges.toSorted((a, b) => a.at - b.at).map(({ label }) => label),
  ].filter((one) => typeof one === 'string')
  return words.length === 0 ? null : `${words.join('. ')}.`
}

interface ChartLegendProps {
  items: Parameters<typeof Legend>[0]['items']
  /** What a step of the level is the median of: "Usual week". */
  levelName: string | null
  coverage: string | null
}

/** The series, and the marks that are not series: the usual level, and what is not covered. */
const ChartLegend = ({ items, levelName, coverage }: ChartLegendProps) => (
  <Group className={textStyles.detail} gap="4px 18px">
    {items.length > 0 && <Legend items={items} />}
    {levelName !== null && (
      <span className={layout.inline} title="The median between two changes of level, so that peaks do not raise it">
        <DashSwatch /> {levelName}
      </span>
    )}
    {coverage !== null && (
      <span className={layout.inline}>
        <HatchSwatch /> Coverage <Why label="Coverage:" text={coverage} />
      </span>
    )}
  </Group>
)

interface ChartFootProps {
  range: SeriesRange
  /** The documents of all days, for the strip. */
  overview: readonly number[]
  failure: string | null
  attention: AttentionSection
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/** The strip of all days, what is left out of the chart, and what else can be drawn. */
const ChartFoot = ({ range, overview, failure, attention, isShown, onShow }: ChartFootProps) => {
  const { drawn, isTrimmable, isWhole, firstDay, lastDay, setRange, resetRange } = range
  const { strip } = dayChoices({ ...range, first: drawn.first, last: drawn.last }, [])
  return (
    <>
      {strip && <RangeStrip values={overview} {...strip} />}
      {isTrimmable && isWhole && (
        <SpanNote
          words={
            drawn.isTrimmed
              ? describeOutside(drawn.outside, formatDayRange(drawn.first, drawn.last))
              : 'Nearly all documents are from a small part of these days.'
          }
          action={drawn.isTrimmed ? `Show ${formatDayRange(firstDay, lastDay)}` : 'Show that part'}
          onAction={() => (drawn.isTrimmed ? setRange(firstDay, lastDay) : resetRange())}
        />
      )}
      {failure !== null && <p>{failure}</p>}
      {attention.series.length > 0 && (
        <Suspense>
          <AttentionSwitch attention={attention} isApart isShown={isShown} onShow={onShow} />
        </Suspense>
      )}
    </>
  )
}

const describeOutside = (outside: number, days: string): string =>
  outside === 0
    ? `All documents are from ${days}.`
    : `${formatPlural(outside, 'document')} ${outside === 1 ? 'is' : 'are'} from before or after ${days}.`
