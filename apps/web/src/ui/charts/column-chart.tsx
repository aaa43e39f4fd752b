import { type PointerEvent, type Ref, useId, useMemo, memo } from 'react'
import {
  AnnotationButtons,
  annotationHeight,
  type ChartAnnotation,
  placeAnnotations,
  type PlacedAnnotation,
} from './annotations.tsx'
import {
  type ChartColumn,
  type ChartLine,
  type ChartSeries,
  type ChartTick,
  type LinePlot,
  niceTicks,
  stackTotal,
  type Scale,
  yAt,
} from './chart-model.ts'
import { ChartSelection, useBrush } from './chart-selection.tsx'
import { ChartEdges, type ChartShade, ChartShades, type ChartEdge, edgesOfColumn } from './chart-shades.tsx'
import { Hatch, LineAxes } from './line-axes.tsx'
import { ChartTooltip } from './chart-tooltip.tsx'
import { ColumnMarks, type Plot } from './column-marks.tsx'
import { useWidth } from '../use-width.ts'
import classes from './charts.module.css'

/** Numbers above their columns, with their words if there is room. Also part of the exported picture. */
const AnnotationMarks = memo(({ placed, topOf }: AnnotationMarksProps) => (
  <g aria-hidden>
    {placed.map(({ annotation, x, discX, y }) => (
      <path
        key={annotation.key}
        d={`M${discX} ${y + 9}L${x} ${Math.max(y + 11, topOf(annotation.index) - 3)}`}
        stroke="var(--ink-3)"
        strokeWidth={1}
        fill="none"
      />
    ))}
    {placed.map(({ annotation, discX, y, words }) => (
      <g key={annotation.key}>
        <circle cx={discX} cy={y} r={9} style={{ fill: 'var(--ink)' }} />
        <text className={classes.disc} x={discX} y={y + 4} textAnchor="middle">
          {annotation.number}
        </text>
        {words && (
          <text
            className={classes.headline}
            x={words.side === 'right' ? words.left : words.right}
            y={y + 4}
            textAnchor={words.side === 'right' ? 'start' : 'end'}
          >
            <tspan className={classes.date}>{annotation.date}</tspan>
            <tspan dx={7}>{words.text}</tspan>
          </text>
        )}
      </g>
    ))}
  </g>
))

export interface ColumnChartProps {
  /** The accessible name of the chart. */
  label: string
  columns: readonly ChartColumn[]
  series: readonly ChartSeries[]
  lines?: readonly ChartLine[]
  xTicks: readonly ChartTick[]
  /** Top of the axis; defaults to the tallest stack. */
  max?: number
  height?: number
  /** The unit of the values: "Documents a week". */
  yTitle?: string
  yFormat: (value: number) => string
  valueFormat: (value: number | null) => string
  shades?: readonly ChartShade[]
  edges?: readonly ChartEdge[]
  /** The usual level between two changes of it, oldest first. */
  levels?: readonly ChartLevel[]
  annotations?: {
    /** Their accessible name: "Events". */
    readonly label: string
    readonly items: readonly ChartAnnotation[]
    readonly onOpen: (key: string) => void
  }
  onOpen: (index: number) => void
  /** Called in place of `onOpen` for a click on one part of a column, with the key of its series. */
  onOpenPart?: (index: number, key: string) => void
  /** Called when a span of columns was selected by dragging. */
  onSelect: (first: number, last: number) => void
  svgRef?: Ref<SVGSVGElement>
}

const none: readonly never[] = []
const margin = { left: 48, right: 8, top: 8, bottom: 26 }
const titleHeight = 18
/** The height in pixels from which an axis has more values. */
const tallHeight = 300

interface ColumnLayout {
  readonly columns: readonly ChartColumn[]
  readonly max: number | undefined
  readonly noteCount: number
  readonly hasTitle: boolean
  readonly width: number
  readonly height: number
}

/** The scale of the values, and where the columns are drawn. */
const useColumnPlot = ({ columns, max, noteCount, hasTitle, width, height }: ColumnLayout) => {
  const top = useMemo(
    () => max ?? columns.reduce((highest, column) => Math.max(highest, stackTotal(column.values) ?? 0), 0),
    [columns, max],
  )
  const scale = useMemo<Scale>(() => {
    const isCounted = columns.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))
    const ticks = niceTicks(top, height > tallHeight ? 6 : 4, isCounted)
    return { min: 0, max: ticks.at(-1) ?? 1, ticks }
  }, [columns, top, height])
  const plot = useMemo<Plot>(() => {
    const above = margin.top + (hasTitle ? titleHeight : 0) + annotationHeight(noteCount, width)
    return {
      left: margin.left,
      top: above,
      width: Math.max(1, width - margin.left - margin.right),
      height: height - above - margin.bottom,
      max: scale.max,
    }
  }, [width, height, scale, hasTitle, noteCount])
  return { scale, plot }
}

const ColumnHighlight = ({ x, step, plot }: { x: number; step: number; plot: Plot }) => (
  <rect
    fill="var(--ink)"
    opacity={0.1}
    pointerEvents="none"
    x={x - step / 2}
    y={plot.top}
    width={Math.max(1, step)}
    height={plot.height}
  />
)

/** The part of a stack at a value of the axis; -1 outside of it. */
const partAt = (values: readonly (number | null)[], value: number): number => {
  let top = 0
  return value < 0 ? -1 : values.findIndex((part) => (top += part ?? 0) >= value && part !== null && part > 0)
}

interface ColumnWords extends Pick<ColumnChartProps, 'series' | 'valueFormat'> {
  edges: readonly string[]
}

/** A column for screen readers: "Week of 3 Mar 2025: News 12, Posts 40". */
const describeColumn = (column: ChartColumn | undefined, { series, valueFormat, edges }: ColumnWords) => {
  if (column === undefined) return undefined
  const values = series.map(({ label }, part) => `${label} ${valueFormat(column.values[part] ?? null)}`)
  return [`${column.title}: ${values.join(', ')}`, ...edges].join('; ')
}

/** How many changes of the level are dated in the chart; dates closer than this many pixels would overlap. */
const [maxDates, dateRoom] = [3, 84] as const
/** The height in pixels of the letters of a date, and its distance from what it stands beside or above. */
const [dateHeight, dateGap] = [12, 4] as const

/** The last levels whose dates have room: the newest change is the one that is asked about. */
const datedLevels = (levels: readonly ChartLevel[], step: number): readonly ChartLevel[] => {
  let before = Number.POSITIVE_INFINITY
  return levels
    .toReversed()
    .filter(({ since, first }) => {
      if (since === undefined || (before - first) * step < dateRoom) return false
      before = first
      return true
    })
    .slice(0, maxDates)
}

interface PlacedDate {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'end'
}

/** The dates of changes, each above its level and above all columns that it spans: right of its change, or left of it where the columns are lower. One that has no room on either side is left out. */
export const placeDates = (
  levels: readonly ChartLevel[],
  { columns, scale, plot, step }: { columns: readonly ChartColumn[]; scale: Scale; plot: LinePlot; step: number },
): readonly PlacedDate[] =>
  datedLevels(levels, step).flatMap(({ first, value, since = '' }): readonly PlacedDate[] => {
    const middle = plot.left + first * step
    const placeAt = (anchor: PlacedDate['anchor']) => {
      const [from, to] = anchor === 'start' ? [middle, middle + dateRoom] : [middle - dateRoom, middle]
      const within = columns.slice(
        Math.max(0, Math.floor((from - plot.left) / step)),
        Math.max(0, Math.ceil((to - plot.left) / step)),
      )
      const tallest = within.reduce((most, { values }) => Math.max(most, stackTotal(values) ?? 0), value)
      const y = yAt(tallest, scale, plot) - dateGap - 2
      const isInside = from >= plot.left && to <= plot.left + plot.width && y - dateHeight >= plot.top - dateGap
      return isInside ? [{ text: since, x: middle + (anchor === 'start' ? dateGap : -dateGap), y, anchor }] : []
    }
    return [...placeAt('start'), ...placeAt('end')].toSorted((a, b) => b.y - a.y).slice(0, 1)
  })

/** The usual level as a line of steps, each change with its date. */
const LevelSteps = memo(({ levels, columns, scale, plot, step }: LevelStepsProps) => {
  const toX = (at: number) => plot.left + at * step
  const path = levels
    .map(({ first, last, value }, index) => {
      const y = yAt(value, scale, plot).toFixed(1)
      const isJoined = index > 0 && levels[index - 1]?.last === first
      return `${isJoined ? 'V' : `M${toX(first).toFixed(1)} `}${y}H${toX(last).toFixed(1)}`
    })
    .join('')
  return (
    <g aria-hidden>
      <path d={path} className={classes.levelHalo} />
      <path d={path} className={classes.level} />
      {placeDates(levels, { columns, scale, plot, step }).map(({ text, x, y, anchor }) => (
        <text key={text} className={classes.edge} x={x} y={y} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </g>
  )
})

/** Stacked columns over time. Mouse, dragging, touch and arrow keys can all reach every column. */
export const ColumnChart = ({
  label,
  columns,
  series,
  lines = none,
  xTicks,
  max,
  height = 230,
  yTitle,
  yFormat,
  valueFormat,
  shades = none,
  edges = none,
  levels = none,
  annotations,
  onOpen,
  onOpenPart,
  onSelect,
  svgRef,
}: ColumnChartProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const hatch = useId()
  const notes = annotations?.items ?? none

  const { scale, plot } = useColumnPlot({
    columns,
    max,
    noteCount: notes.length,
    hasTitle: yTitle !== undefined,
    width,
    height,
  })
  const step = plot.width / Math.max(1, columns.length)
  const lastIndex = columns.length - 1
  const placedNotes = useMemo(() => placeAnnotations(notes, { plot, step, width }), [notes, plot, step, width])
  const topOf = useMemo(
    () => (index: number) => yAt(stackTotal(columns[index]?.values ?? none) ?? 0, scale, plot),
    [columns, scale, plot],
  )

  const stepAt = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - plot.left
    return Math.min(lastIndex, Math.max(0, Math.floor(x / step)))
  }
  const seriesAt = (index: number, event: PointerEvent) => {
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top
    const part = partAt(columns[index]?.values ?? none, ((plot.top + plot.height - y) / plot.height) * scale.max)
    return series[part]?.key
  }
  const openAt = (index: number, event?: PointerEvent) => {
    const key = event && seriesAt(index, event)
    if (key === undefined || onOpenPart === undefined) onOpen(index)
    else onOpenPart(index, key)
  }
  const { active, span, handlers } = useBrush({ steps: columns.length, stepAt, onSelect, onOpen: openAt })
  const column = active === null ? undefined : columns[active]
  const current = active ?? Math.max(0, lastIndex)
  const currentEdges = edgesOfColumn(edges, current, columns.length)
  const x = active === null ? 0 : plot.left + (active + 0.5) * step
  return (
    <div ref={ref} className={classes.frame}>
      <div
        className={`${classes.chart} ${classes.selectable}`}
        role="slider"
        tabIndex={0}
        aria-label={`${label}. Arrow keys move between dates. Enter opens the documents. Shift and arrow keys select a span, and Enter zooms in on it.`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, lastIndex)}
        aria-valuenow={current}
        aria-valuetext={describeColumn(columns[current], { series, valueFormat, edges: currentEdges })}
        {...handlers}
      >
        <svg ref={svgRef} width={width} height={height} aria-hidden>
          <Hatch id={hatch} />
          <ChartShades shades={shades} plot={plot} step={step} hatch={hatch} />
          <LineAxes plot={plot} scale={scale} yFormat={yFormat} xTicks={xTicks} steps={columns.length} title={yTitle} />
          <ColumnMarks columns={columns} series={series} lines={lines} plot={plot} hatch={hatch} />
          <ChartEdges edges={edges} plot={plot} step={step} />
          {levels.length > 0 && <LevelSteps levels={levels} columns={columns} scale={scale} plot={plot} step={step} />}
          <AnnotationMarks placed={placedNotes} topOf={topOf} />
          {span && <ChartSelection span={span} plot={plot} step={step} />}
          {column && !span && <ColumnHighlight x={x} step={step} plot={plot} />}
        </svg>
        {column && active !== null && (
          <ChartTooltip
            column={column}
            index={active}
            series={series}
            lines={lines}
            edges={currentEdges}
            valueFormat={valueFormat}
            x={x}
            width={width}
            hint="Click to open the documents, drag to zoom in"
          />
        )}
      </div>
      {annotations && <AnnotationButtons label={annotations.label} placed={placedNotes} onOpen={annotations.onOpen} />}
    </div>
  )
}

/** The usual level of a stretch of columns. */
export interface ChartLevel {
  /** Where it begins and ends, in columns: 2.5 is the middle of the third. */
  readonly first: number
  readonly last: number
  readonly value: number
  /** The date on which the level changed to this one; undefined for the first. */
  readonly since?: string
}

interface LevelStepsProps {
  levels: readonly ChartLevel[]
  columns: readonly ChartColumn[]
  scale: Scale
  plot: Plot
  step: number
}

interface AnnotationMarksProps {
  placed: readonly PlacedAnnotation[]
  /** The y coordinate of the top of an annotation's column. */
  topOf: (index: number) => number
}
