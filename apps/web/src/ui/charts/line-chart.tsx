import { type PointerEvent, type Ref, useId, useMemo } from 'react'
import { useWidth } from '../use-width.ts'
import type { ChartTick } from './chart-model.ts'
import { ChartCursor, ChartSelection } from './chart-selection.tsx'
import { Hatch } from './hatch.tsx'
import { LineAxes } from './line-axes.tsx'
import { LineLabels } from './line-labels.tsx'
import { LineMarks } from './line-marks.tsx'
import {
  commonScale,
  emptySpans,
  fittedScale,
  type LinePlot,
  type SecondLine,
  type StyledLine,
  xAt,
} from './line-model.ts'
import { LineTooltip } from './chart-tooltip.tsx'
import { useBrush } from './use-brush.ts'
import classes from './charts.module.css'

export interface LineChartProps {
  /** What is drawn, for a screen reader. */
  label: string
  /** The name of each step, such as its day. */
  titles: readonly string[]
  lines: readonly StyledLine[]
  second?: SecondLine | undefined
  xTicks: readonly ChartTick[]
  height?: number
  yFormat: (value: number) => string
  valueFormat: (value: number | null) => string
  onSelect: (first: number, last: number) => void
  svgRef?: Ref<SVGSVGElement>
}

const [left, top, bottom, axisWidth] = [48, 10, 26, 52] as const

/** Lines on one scale, with a second axis for one more. Pointing, dragging and the keys all reach every step. */
export const LineChart = ({
  label,
  titles,
  lines,
  second,
  xTicks,
  height = 320,
  yFormat,
  valueFormat,
  onSelect,
  svgRef,
}: LineChartProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const hatch = useId()
  const steps = titles.length
  const nameWidth = width > 620 ? 132 : 18
  const axis = second ? axisWidth : 0
  const plot = useMemo<LinePlot>(
    () => ({ left, top, width: Math.max(1, width - left - axis - nameWidth), height: height - top - bottom }),
    [width, height, axis, nameWidth],
  )
  const scale = useMemo(() => commonScale(lines), [lines])
  const right = useMemo(
    () => second && { line: second, lines: [{ ...second, shapeless: true }], scale: fittedScale(second.values) },
    [second],
  )
  const stepAt = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - plot.left
    return Math.min(steps - 1, Math.max(0, Math.floor((x / plot.width) * steps)))
  }
  const { active, span, handlers } = useBrush({ steps, stepAt, onSelect })
  const step = active ?? steps - 1
  const stepWidth = plot.width / Math.max(1, steps)
  const price = second?.values[step] ?? null
  const figures = [
    ...lines.map(({ label: name, values }) => `${name} ${valueFormat(values[step] ?? null)}`),
    ...(second ? [`${second.label} ${price === null ? 'no price' : second.format(price)}`] : []),
  ]
  const x = xAt(step, steps, plot)
  return (
    <div
      ref={ref}
      className={`${classes.chart} ${classes.selectable}`}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. Arrow keys move between dates; with Shift they select a span, and Enter zooms in on it.`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, steps - 1)}
      aria-valuenow={step}
      aria-valuetext={`${titles[step] ?? ''}: ${figures.join(', ')}`}
      {...handlers}
    >
      <svg ref={svgRef} width={width} height={height} aria-hidden>
        <Hatch id={hatch} />
        <LineAxes plot={plot} scale={scale} yFormat={yFormat} xTicks={xTicks} steps={steps} second={right} />
        {emptySpans(lines, steps).map(([first, last]) => (
          <rect
            key={first}
            x={plot.left + first * stepWidth}
            y={plot.top}
            width={(last - first + 1) * stepWidth}
            height={plot.height}
            fill={`url(#${hatch})`}
          />
        ))}
        {right && <LineMarks lines={right.lines} scale={right.scale} plot={plot} />}
        <LineMarks lines={lines} scale={scale} plot={plot} />
        <LineLabels
          lines={lines}
          scale={scale}
          plot={plot}
          second={right}
          x={plot.left + plot.width + axis + 6}
          letters={17}
          isNarrow={nameWidth < 100}
        />
        {span && <ChartSelection span={span} plot={plot} step={stepWidth} />}
        {active !== null && <ChartCursor x={x} plot={plot} />}
      </svg>
      {active !== null && (
        <LineTooltip
          title={titles[active] ?? ''}
          index={active}
          lines={lines}
          second={second}
          valueFormat={valueFormat}
          x={x}
          width={width}
        />
      )}
    </div>
  )
}
