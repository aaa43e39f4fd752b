import { type KeyboardEvent, type PointerEvent, type Ref, useId, useMemo, useState } from 'react'
import { formatCompact, formatCount, formatDay, formatFactor } from '../../../lib/format.ts'
import { ChartAxes } from '../../../ui/charts/chart-axes.tsx'
import { niceTicks } from '../../../ui/charts/chart-model.ts'
import { ColumnMarks, type Plot } from '../../../ui/charts/column-marks.tsx'
import { Hatch } from '../../../ui/charts/hatch.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { bandPath, type FanStep, fanTicks, fanTop, pointPath, xOf } from './fan-model.ts'
import classes from './fan-chart.module.css'

interface FanChartProps {
  label: string
  steps: readonly FanStep[]
  svgRef: Ref<SVGSVGElement>
}

const height = 250
const series = [{ key: 'documents', label: 'Documents', color: 'var(--chart-1)' }]

/** Columns of the past, bands of the future. Pointing, touching and the arrow keys reach every day. */
export const FanChart = ({ label, steps, svgRef }: FanChartProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const hatch = useId()
  const [active, setActive] = useState<number | null>(null)
  const yTicks = useMemo(() => niceTicks(fanTop(steps)), [steps])
  const plot = useMemo<Plot>(
    () => ({ left: 48, top: 8, width: Math.max(1, width - 56), height: height - 34, max: yTicks.at(-1) ?? 1 }),
    [width, yTicks],
  )
  const columns = useMemo(
    () =>
      steps.map(({ day, documents, forecast }) => ({
        key: day,
        title: day,
        values: [forecast ? 0 : documents],
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
  const shown = steps[active ?? begins]
  const x = active === null ? 0 : xOf(active, steps.length, plot)
  return (
    <div
      ref={ref}
      className={classes.chart}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. Arrow keys move between days.`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={active ?? begins}
      aria-valuetext={shown && sayStep(shown)}
      onPointerMove={(event) => setActive(indexAt(event))}
      onPointerDown={(event) => setActive(indexAt(event))}
      onPointerLeave={() => setActive(null)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && setActive(begins)}
      onBlur={() => setActive(null)}
      onKeyDown={keys}
    >
      <svg ref={svgRef} width={width} height={height} aria-hidden>
        <Hatch id={hatch} />
        <ChartAxes
          plot={plot}
          yTicks={yTicks}
          yFormat={formatCompact}
          xTicks={fanTicks(steps)}
          columns={steps.length}
        />
        <ColumnMarks columns={columns} series={series} lines={[]} plot={plot} hatch={hatch} />
        <path className={classes.outer} d={bandPath(steps, plot, ({ low95, high95 }) => [low95, high95])} />
        <path className={classes.middle} d={bandPath(steps, plot, ({ low80, high80 }) => [low80, high80])} />
        <path className={classes.inner} d={bandPath(steps, plot, ({ low50, high50 }) => [low50, high50])} />
        <path className={classes.point} d={pointPath(steps, plot)} />
        <line
          className={classes.now}
          x1={plot.left + (begins * plot.width) / steps.length}
          x2={plot.left + (begins * plot.width) / steps.length}
          y1={plot.top}
          y2={plot.top + plot.height}
        />
        {active !== null && <line className={classes.cursor} x1={x} x2={x} y1={plot.top} y2={plot.top + plot.height} />}
      </svg>
      {active !== null && shown && (
        <div className={classes.tooltip} data-side={x > width / 2 ? 'left' : 'right'} style={{ left: x }} aria-hidden>
          <StepWords step={shown} />
        </div>
      )}
    </div>
  )
}

const StepWords = ({ step: { day, documents, forecast } }: { step: FanStep }) => (
  <>
    <b>{formatDay(day)}</b>
    {forecast === null ? (
      <span>{documents === null ? 'Not covered' : `${formatCount(documents)} documents`}</span>
    ) : (
      <>
        <span>Median {formatFactor(forecast.point)}</span>
        <span>50 %: {rangeOf(forecast.low50, forecast.high50)}</span>
        <span>80 %: {rangeOf(forecast.low80, forecast.high80)}</span>
        <span>95 %: {rangeOf(forecast.low95, forecast.high95)}</span>
      </>
    )}
  </>
)

const rangeOf = (low: number, high: number) => `${formatFactor(low)} to ${formatFactor(high)}`

const sayStep = ({ day, documents, forecast }: FanStep): string => {
  if (forecast === null)
    return `${formatDay(day)}: ${documents === null ? 'not covered' : `${formatCount(documents)} documents`}`
  return `${formatDay(day)}, forecast: ${formatFactor(forecast.point)}, 80 % band ${rangeOf(forecast.low80, forecast.high80)}`
}
