import { type PointerEvent, type Ref, useId, useMemo, memo } from 'react'
import { useWidth } from '../use-width.ts'
import {
  type ChartTick,
  commonScale,
  fittedScale,
  type LinePlot,
  type SecondLine,
  type StyledLine,
  xAt,
  brokenPath,
  type Scale,
  yAt,
  spreadLabels,
} from './chart-model.ts'
import { ChartCursor, ChartSelection, useBrush } from './chart-selection.tsx'
import { Gaps, Hatch, LineAxes } from './line-axes.tsx'
import { LineTooltip } from './chart-tooltip.tsx'
import classes from './charts.module.css'
import { shapePath } from './legend.tsx'

/** The name of each line at its end, with its shape, so that no legend is needed. */
export const LineLabels = ({ lines, scale, plot, second, x, letters, isNarrow }: LineLabelsProps) => {
  const scaled = [
    ...lines.map((line) => ({ line, scale })),
    ...(second?.lines.map((line) => ({ line, scale: second.scale })) ?? []),
  ]
  const ends = scaled.flatMap(({ line, scale: lineScale }) => {
    const at = line.values.findLastIndex((value) => value !== null)
    const value = line.values[at]
    return value == null ? [] : [{ line, from: xAt(at, line.values.length, plot), y: yAt(value, lineScale, plot) }]
  })
  const namesEnd = plot.left + plot.width - 4
  const heights = spreadLabels(
    ends.map(({ y }) => y),
    { gap: 17, top: plot.top + 4, bottom: plot.top + plot.height - 4 },
  )
  return (
    <g aria-hidden>
      {ends.map(({ line: { key, label, style, shapeless = false } }, index) => (
        <g key={key} transform={`translate(${x} ${heights[index] ?? 0})`}>
          <path
            d={shapeless ? 'M-4 0h8' : shapePath(style.shape, 3.6)}
            transform="translate(4 0)"
            strokeWidth={shapeless ? 1.2 : 1.8}
            style={{ fill: 'var(--surface)', stroke: style.color }}
          />
          <text
            fill="var(--ink)"
            fontSize={12}
            fontWeight={550}
            paintOrder="stroke"
            stroke="var(--surface)"
            strokeLinejoin="round"
            strokeWidth={isNarrow ? 4 : 0}
            textAnchor={isNarrow ? 'end' : 'start'}
            x={isNarrow ? namesEnd - x : 13}
            // Above the line, so as not to hide its end.
            y={isNarrow ? -7 : 4}
          >
            {cutLabel(label, letters)}
          </text>
        </g>
      ))}
    </g>
  )
}

/** The maximum number of shapes on a line that stays readable. */
const shapesOnLine = 7

/** The lines, each with its dashes and its shapes; the shapes of different lines are at different steps. */
const LineMarks = memo(({ lines, scale, plot }: LineMarksProps) => (
  <g>
    {lines.map(({ key, values, style, shapeless = false }, part) => {
      const every = Math.max(1, Math.round(values.length / shapesOnLine))
      const phase = Math.floor(((part + 1) * every) / (lines.length + 1))
      return (
        <g key={key} style={{ stroke: style.color }}>
          <path
            d={brokenPath(values, scale, plot)}
            fill="none"
            strokeWidth={shapeless ? 1.2 : 2}
            strokeDasharray={style.dash}
            strokeLinejoin="round"
          />
          {values.map((value, index) =>
            shapeless || value === null || index % every !== phase ? null : (
              <path
                key={index}
                d={shapePath(style.shape, 3.6)}
                transform={`translate(${xAt(index, values.length, plot).toFixed(2)} ${yAt(value, scale, plot).toFixed(2)})`}
                strokeWidth={1.8}
                style={{ fill: 'var(--surface)' }}
              />
            ),
          )}
        </g>
      )
    })}
  </g>
))

export interface LineChartProps {
  /** The accessible name of the chart. */
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

const [left, top, bottom] = [48, 10, 26] as const
/** Approximate width of a letter of a value or a name, in pixels. */
const [tickLetter, nameLetter] = [7, 7.2] as const
/** The part of the chart that the names of lines may take; from this width on they have room beside it. */
const [maxNames, besideFrom] = [0.26, 620] as const

/** The width of the second axis: as wide as its longest value. */
const axisRoom = (second: { readonly line: SecondLine; readonly scale: Scale } | undefined): number =>
  second === undefined
    ? 0
    : 14 + tickLetter * Math.max(...second.scale.ticks.map((value) => second.line.format(value).length), 0)

/** The width of the names beside the plot: as wide as the longest, within a part of the chart. */
const nameRoom = (names: readonly string[], width: number): number =>
  width <= besideFrom
    ? 18
    : Math.min(width * maxNames, 26 + nameLetter * Math.max(...names.map((name) => name.length), 0))

const cutLabel = (label: string, letters: number): string =>
  label.length > letters ? `${label.slice(0, letters - 1).trimEnd()}…` : label

/** Lines on one scale, with a second axis for one more. Mouse, dragging and keys all reach every step. */
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
  const right = useMemo(
    () => second && { line: second, lines: [{ ...second, shapeless: true }], scale: fittedScale(second.values) },
    [second],
  )
  const nameWidth = nameRoom(
    [...lines, ...(second ? [second] : [])].map((line) => line.label),
    width,
  )
  const axis = axisRoom(right)
  const plot = useMemo<LinePlot>(
    () => ({ left, top, width: Math.max(1, width - left - axis - nameWidth), height: height - top - bottom }),
    [width, height, axis, nameWidth],
  )
  const scale = useMemo(() => commonScale(lines), [lines])
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
      aria-label={`${label}. Arrow keys move between dates. Shift and arrow keys select a span, and Enter zooms in on it.`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, steps - 1)}
      aria-valuenow={step}
      aria-valuetext={`${titles[step] ?? ''}: ${figures.join(', ')}`}
      {...handlers}
    >
      <svg ref={svgRef} width={width} height={height} aria-hidden>
        <Hatch id={hatch} />
        <LineAxes plot={plot} scale={scale} yFormat={yFormat} xTicks={xTicks} steps={steps} second={right} />
        <Gaps hatch={hatch} lines={lines} steps={steps} plot={plot} />
        {right && <LineMarks lines={right.lines} scale={right.scale} plot={plot} />}
        <LineMarks lines={lines} scale={scale} plot={plot} />
        <LineLabels
          lines={lines}
          scale={scale}
          plot={plot}
          second={right}
          x={plot.left + plot.width + axis + 6}
          letters={Math.max(17, Math.floor((nameWidth - 20) / nameLetter))}
          isNarrow={width <= besideFrom}
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

interface LineMarksProps {
  lines: readonly StyledLine[]
  scale: Scale
  plot: LinePlot
}

interface LineLabelsProps {
  lines: readonly StyledLine[]
  scale: Scale
  plot: LinePlot
  /** A line on its own scale. */
  second?: { readonly lines: readonly StyledLine[]; readonly scale: Scale } | undefined
  /** The left edge of the names. */
  x: number
  /** How many letters fit. */
  letters: number
  /** There is no room beside the plot: the names end inside it, at the ends of their lines. */
  isNarrow: boolean
}
