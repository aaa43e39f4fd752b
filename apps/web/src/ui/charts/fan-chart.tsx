import { Flex } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useId, useMemo, useState } from 'react'
import { Card } from '../page.tsx'
import { useWidth } from '../use-width.ts'
import { Why } from '../values.tsx'
import { ChartCursor } from './chart-selection.tsx'
import { ColumnMarks } from './column-marks.tsx'
import { bandPath, countScale, type FanStep, fanTicks, pointPath, priceScale } from './fan-model.ts'
import { Hatch, LineAxes } from './line-axes.tsx'
import { brokenPath, type LinePlot, type Scale, xAt } from './chart-model.ts'
import { TooltipFrame } from './chart-tooltip.tsx'
import { DataTable, type Figure, figureColumn, type TableColumn } from '../data-table.tsx'
import charts from './charts.module.css'

/** Formatters for the values of the chart. */
export interface FanWords {
  readonly day: (day: string) => string
  /** The label under the axis; the year is needed only once. */
  readonly tickDay: (day: string, isOfNewYear: boolean) => string
  readonly tick: (value: number) => string
  /** A forecast value. */
  readonly value: (value: number) => string
  /** The actual value of a day; null if it is not known. */
  readonly actual: (value: number | null) => string
}

interface FanChartProps {
  label: string
  steps: readonly FanStep[]
  /** Counts are columns from 0; prices are a line on their own scale. */
  past: 'columns' | 'line'
  words: FanWords
  svgRef: Ref<SVGSVGElement>
}

const height = 250
const series = [{ key: 'known', label: 'Known', color: 'var(--chart-1)' }]

/** The past, and the bands of the future. Mouse, touch and arrow keys reach every day. */
export const FanChart = ({ label, steps, past, words, svgRef }: FanChartProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const hatch = useId()
  const [active, setActive] = useState<number | null>(null)
  const scale = useMemo(() => (past === 'columns' ? countScale(steps) : priceScale(steps)), [steps, past])
  const plot = useMemo<LinePlot>(
    () => ({ left: 48, top: 8, width: Math.max(1, width - 56), height: height - 34 }),
    [width],
  )
  const columnPlot = useMemo(() => ({ ...plot, max: scale.max }), [plot, scale])
  const xTicks = useMemo(() => fanTicks(steps, words.tickDay), [steps, words])
  const columns = useMemo(
    () =>
      steps.map(({ day, actual, forecast }) => ({
        key: day,
        title: day,
        values: [forecast ? (actual ?? 0) : actual],
        partial: false,
      })),
    [steps],
  )
  const last = steps.length - 1
  const begins = steps.findIndex(({ forecast }) => forecast !== null)
  const indexAt = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - plot.left
    return Math.min(last, Math.max(0, Math.floor((x / plot.width) * steps.length)))
  }
  const keys = (event: KeyboardEvent) => {
    const current = active ?? begins
    const targets: Record<string, number> = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    setActive(Math.min(last, Math.max(0, target)))
  }
  const current = steps[active ?? begins]
  const x = active === null ? 0 : xAt(active, steps.length, plot)
  return (
    <div
      ref={ref}
      className={charts.chart}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. Arrow keys move between days.`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={active ?? begins}
      aria-valuetext={current && describeStep(current, words)}
      onPointerMove={(event) => setActive(indexAt(event))}
      onPointerDown={(event) => setActive(indexAt(event))}
      onPointerLeave={() => setActive(null)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && setActive(begins)}
      onBlur={() => setActive(null)}
      onKeyDown={keys}
    >
      <svg ref={svgRef} width={width} height={height} aria-hidden>
        <Hatch id={hatch} />
        <LineAxes plot={plot} scale={scale} yFormat={words.tick} xTicks={xTicks} steps={steps.length} />
        {past === 'columns' ? (
          <ColumnMarks columns={columns} series={series} lines={[]} plot={columnPlot} hatch={hatch} />
        ) : (
          <path
            fill="none"
            stroke="var(--chart-1)"
            strokeWidth={2}
            strokeLinejoin="round"
            d={brokenPath(
              steps.map(({ actual }) => actual),
              scale,
              plot,
            )}
          />
        )}
        <ForecastMarks steps={steps} begins={begins} plot={plot} scale={scale} />
        {active !== null && <ChartCursor x={x} plot={plot} />}
      </svg>
      {active !== null && current && (
        <TooltipFrame title={words.day(current.day)} x={x} width={width}>
          <StepWords step={current} words={words} />
        </TooltipFrame>
      )}
    </div>
  )
}

interface ForecastMarksProps {
  steps: readonly FanStep[]
  /** The index of the first forecast day. */
  begins: number
  plot: LinePlot
  scale: Scale
}

/** The bands and the median of the future, and where it begins. */
const ForecastMarks = ({ steps, begins, plot, scale }: ForecastMarksProps) => (
  <>
    <g fill="var(--chart-1)">
      <path opacity={0.16} d={bandPath(steps, { plot, scale }, ({ low95, high95 }) => [low95, high95])} />
      <path opacity={0.17} d={bandPath(steps, { plot, scale }, ({ low80, high80 }) => [low80, high80])} />
      <path opacity={0.24} d={bandPath(steps, { plot, scale }, ({ low50, high50 }) => [low50, high50])} />
    </g>
    <path
      d={pointPath(steps, { plot, scale })}
      fill="none"
      stroke="var(--ink)"
      strokeWidth={1.8}
      strokeLinejoin="round"
    />
    <line
      stroke="var(--line-strong)"
      strokeDasharray="3 3"
      x1={plot.left + (begins * plot.width) / steps.length}
      x2={plot.left + (begins * plot.width) / steps.length}
      y1={plot.top}
      y2={plot.top + plot.height}
    />
  </>
)

const StepWords = ({ step: { actual, forecast }, words }: { step: FanStep; words: FanWords }) => (
  <>
    {forecast === null ? (
      <span>{words.actual(actual)}</span>
    ) : (
      <>
        <span>Median {words.value(forecast.point)}</span>
        <span>50%: {rangeOf(forecast.low50, forecast.high50, words)}</span>
        <span>80%: {rangeOf(forecast.low80, forecast.high80, words)}</span>
        <span>95%: {rangeOf(forecast.low95, forecast.high95, words)}</span>
        {actual !== null && <span>What came: {words.actual(actual)}</span>}
      </>
    )}
  </>
)

const rangeOf = (low: number, high: number, { value }: FanWords) => `${value(low)} to ${value(high)}`

const describeStep = ({ day, actual, forecast }: FanStep, words: FanWords): string =>
  forecast === null
    ? `${words.day(day)}: ${words.actual(actual)}`
    : `${words.day(day)}, forecast: ${words.value(forecast.point)}, 80% band ${rangeOf(forecast.low80, forecast.high80, words)}${actual === null ? '' : `, what came: ${words.actual(actual)}`}`

interface FanTableProps {
  steps: readonly FanStep[]
  words: FanWords
  /** Formats the actual outcome, where it is known. */
  actual?: (value: number | null) => string
}

/** The table view of a fan chart: the future days with their bands. */
export const FanTable = ({ steps, words, actual }: FanTableProps) => {
  const columns = useMemo(
    () => [...columnsOf(words), ...(actual === undefined ? [] : [actualColumn(actual)])],
    [words, actual],
  )
  return (
    <DataTable
      caption="Forecast by day"
      columns={columns}
      rows={steps.filter(({ forecast }) => forecast !== null)}
      rowKey={({ day }) => day}
      maxHeight={300}
    />
  )
}

const actualColumn = (write: (value: number | null) => string): TableColumn<FanStep> => ({
  key: 'actual',
  title: 'What came',
  numeric: true,
  renderCell: ({ actual }) => write(actual),
  sortBy: ({ actual }) => actual,
})

const columnsOf = ({ day: toDay, value: toValue }: FanTableProps['words']): readonly TableColumn<FanStep>[] => [
  { key: 'day', title: 'Day', renderCell: ({ day }) => toDay(day), sortBy: ({ day }) => day },
  {
    key: 'point',
    title: 'Median',
    numeric: true,
    renderCell: ({ forecast }) => forecast && toValue(forecast.point),
    sortBy: ({ forecast }) => forecast?.point ?? null,
  },
  ...([50, 80, 95] as const).map((level): TableColumn<FanStep> => ({
    key: `band${level}`,
    title: `${level}% band`,
    numeric: true,
    renderCell: ({ forecast }) =>
      forecast && `${toValue(forecast[`low${level}`])} to ${toValue(forecast[`high${level}`])}`,
  })),
]

interface ModelsCardProps<Model> {
  /** How the models were tested. */
  why: string
  caption: string
  figures: readonly Figure<Model>[]
  models: readonly Model[]
  renderName: (model: Model) => ReactNode
}

/** How each model that could have made the forecast performed on the past. */
export const ModelsCard = <Model extends { readonly name: string }>({
  why,
  caption,
  figures,
  models,
  renderName,
}: ModelsCardProps<Model>) => (
  <Card>
    <Flex component="h3" gap={4} align="center" mb={10}>
      Tested on the past <Why label="How models are tested:" text={why} />
    </Flex>
    <DataTable
      caption={caption}
      columns={[
        { key: 'name', title: 'Model', sortBy: ({ name }) => name, renderCell: renderName },
        ...figures.map(figureColumn),
      ]}
      rows={models}
      rowKey={({ name }) => name}
    />
  </Card>
)
