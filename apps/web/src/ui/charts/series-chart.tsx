import { type PointerEvent, useId, useMemo, useState } from 'react'
import { Gaps, Hatch, LineAxes } from './line-axes.tsx'
import {
  brokenPath,
  commonScale,
  fittedScale,
  knownSpans,
  type LinePlot,
  type Scale,
  xAt,
  yAt,
  type ChartTick,
} from './chart-model.ts'
import { lineStyleAt } from './legend.tsx'
import { TooltipFrame } from './chart-tooltip.tsx'
import { useWidth } from '../use-width.ts'
import classes from './charts.module.css'

export interface SeriesStep {
  readonly key: string
  /** The title of the step: "Week of 3 Mar 2025". */
  readonly title: string
  /** Null where nothing is known. */
  readonly value: number | null
}

interface SeriesChartProps {
  /** The accessible name of the chart. */
  label: string
  steps: readonly SeriesStep[]
  ticks: readonly ChartTick[]
  /** A tone lies on both sides of 0; everything else starts there. */
  isSigned: boolean
  height: number
  format: (value: number) => string
  formatShort: (value: number) => string
}

const [left, right, top, bottom] = [52, 10, 10, 26] as const

/** One line with gaps where nothing is known. A tooltip names the step under the pointer; unlike other charts it opens and selects nothing. */
export const SeriesChart = ({ label, steps, ticks, isSigned, height, format, formatShort }: SeriesChartProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const hatch = useId()
  const [active, setActive] = useState<number | null>(null)
  const values = useMemo(() => steps.map(({ value }) => value), [steps])
  const line = useMemo(() => ({ key: 'value', label, style: lineStyleAt(0), values }), [label, values])
  const plot = useMemo<LinePlot>(
    () => ({ left, top, width: Math.max(1, width - left - right), height: height - top - bottom }),
    [width, height],
  )
  const scale = useMemo(() => (isSigned ? signedScale(values) : commonScale([line])), [isSigned, values, line])
  const count = values.length
  const stepWidth = plot.width / Math.max(1, count)
  const move = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - plot.left
    setActive(Math.min(count - 1, Math.max(0, Math.floor(x / stepWidth))))
  }
  const step = active === null ? undefined : steps[active]
  return (
    <div
      ref={ref}
      className={classes.chart}
      style={{ height }}
      onPointerMove={move}
      onPointerLeave={() => setActive(null)}
    >
      <svg width={width} height={height} role="img" aria-label={label}>
        <Hatch id={hatch} />
        <LineAxes plot={plot} scale={scale} yFormat={formatShort} xTicks={ticks} steps={count} />
        <Gaps hatch={hatch} lines={[line]} steps={count} plot={plot} />
        <path d={areaPath(values, scale, plot)} fill="var(--accent)" opacity={0.1} />
        <path
          d={brokenPath(values, scale, plot)}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={2}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {active !== null && step?.value != null && (
          <circle cx={xAt(active, count, plot)} cy={yAt(step.value, scale, plot)} r={4} fill="var(--accent)" />
        )}
      </svg>
      {active !== null && step && (
        <TooltipFrame title={step.title} x={xAt(active, count, plot)} width={width}>
          <b>{step.value === null ? 'not covered' : format(step.value)}</b>
        </TooltipFrame>
      )}
    </div>
  )
}

/** Zero is always included: the reader looks for the side of it on which the tone lies. */
const signedScale = (values: readonly (number | null)[]): Scale => fittedScale([...values, 0])

/** The area between the line and zero, one shape for each run of known steps. */
const areaPath = (values: readonly (number | null)[], scale: Scale, plot: LinePlot): string => {
  const zero = yAt(Math.min(Math.max(0, scale.min), scale.max), scale, plot).toFixed(2)
  const point = (index: number): string =>
    `L${xAt(index, values.length, plot).toFixed(2)} ${yAt(values[index] ?? 0, scale, plot).toFixed(2)}`
  return knownSpans(values)
    .map(([first, last]) => {
      const points = Array.from({ length: last - first + 1 }, (_, at) => point(first + at))
      const xOf = (index: number) => xAt(index, values.length, plot).toFixed(2)
      return `M${xOf(first)} ${zero}${points.join('')}L${xOf(last)} ${zero}Z`
    })
    .join('')
}
