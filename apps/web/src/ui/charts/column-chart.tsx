import { type KeyboardEvent, type PointerEvent, type Ref, useId, useMemo, useRef, useState } from 'react'
import {
  type ChartColumn,
  type ChartLine,
  type ChartSeries,
  type ChartTick,
  niceTicks,
  stackTotal,
} from './chart-model.ts'
import { ChartSelection } from './chart-selection.tsx'
import { ChartTooltip } from './chart-tooltip.tsx'
import { ColumnMarks, type Plot } from './column-marks.tsx'
import { Hatch } from './hatch.tsx'
import { LineAxes } from './line-axes.tsx'
import type { Scale } from './line-model.ts'
import { stepOfKey } from './step-keys.ts'
import { useWidth } from '../use-width.ts'
import classes from './charts.module.css'

export interface ColumnChartProps {
  /** What is drawn, for a screen reader. */
  label: string
  columns: readonly ChartColumn[]
  series: readonly ChartSeries[]
  lines?: readonly ChartLine[]
  xTicks: readonly ChartTick[]
  /** Top of the axis; the tallest stack when left out. */
  max?: number
  height?: number
  yFormat: (value: number) => string
  valueFormat: (value: number | null) => string
  onOpen?: (index: number) => void
  /** A span of columns was drawn over. */
  onSelect?: (first: number, last: number) => void
  svgRef?: Ref<SVGSVGElement>
}

const noLines: readonly ChartLine[] = []
/** Where the plot begins and ends, for what lies beside it. */
export const columnChartInset = { left: 48, right: 8 } as const
const margin = { ...columnChartInset, top: 8, bottom: 26 }

/** Stacked columns over time. Pointing, dragging, touching and the arrow keys all reach every column. */
export const ColumnChart = ({
  label,
  columns,
  series,
  lines = noLines,
  xTicks,
  max,
  height = 230,
  yFormat,
  valueFormat,
  onOpen,
  onSelect,
  svgRef,
}: ColumnChartProps) => {
  const { ref, width } = useWidth<HTMLDivElement>()
  const hatch = useId()
  const [active, setActive] = useState<number | null>(null)
  const [drag, setDrag] = useState<readonly [number, number] | null>(null)
  const dragFrom = useRef<number | null>(null)

  const top = useMemo(
    () => max ?? columns.reduce((highest, column) => Math.max(highest, stackTotal(column.values) ?? 0), 0),
    [columns, max],
  )
  const scale = useMemo<Scale>(() => {
    const ticks = niceTicks(top)
    return { min: 0, max: ticks.at(-1) ?? 1, ticks }
  }, [top])
  const plot = useMemo<Plot>(
    () => ({
      left: margin.left,
      top: margin.top,
      width: Math.max(1, width - margin.left - margin.right),
      height: height - margin.top - margin.bottom,
      max: scale.max,
    }),
    [width, height, scale],
  )
  const step = plot.width / Math.max(1, columns.length)
  const lastIndex = columns.length - 1

  const indexAt = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - plot.left
    return Math.min(lastIndex, Math.max(0, Math.floor(x / step)))
  }
  const move = (event: PointerEvent) => {
    const index = indexAt(event)
    setActive(index)
    if (dragFrom.current !== null && index !== dragFrom.current)
      setDrag([Math.min(dragFrom.current, index), Math.max(dragFrom.current, index)])
  }
  const release = (event: PointerEvent) => {
    const from = dragFrom.current
    dragFrom.current = null
    setDrag(null)
    if (from === null) return
    const to = indexAt(event)
    if (to === from) onOpen?.(from)
    else onSelect?.(Math.min(from, to), Math.max(from, to))
  }
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    dragFrom.current = indexAt(event)
    // A finger scrolls the page; it does not draw spans.
    if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
  }
  const keys = (event: KeyboardEvent) => {
    const target = stepOfKey(event.key, active ?? lastIndex, lastIndex)
    if (target !== undefined) {
      event.preventDefault()
      setActive(target)
    } else if ((event.key === 'Enter' || event.key === ' ') && active !== null) {
      event.preventDefault()
      onOpen?.(active)
    } else if (event.key === 'Escape') setActive(null)
  }

  const column = active === null ? undefined : columns[active]
  const described = columns[active ?? lastIndex]
  const x = active === null ? 0 : plot.left + (active + 0.5) * step
  return (
    <div
      ref={ref}
      className={`${classes.chart} ${classes.selectable}`}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. Arrow keys move between dates${onOpen ? ', Enter opens the documents' : ''}.`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, lastIndex)}
      aria-valuenow={active ?? Math.max(0, lastIndex)}
      aria-valuetext={
        described &&
        `${described.title}: ${series.map((one, part) => `${one.label} ${valueFormat(described.values[part] ?? null)}`).join(', ')}`
      }
      onPointerMove={move}
      onPointerDown={press}
      onPointerUp={release}
      onPointerLeave={() => setActive(null)}
      onPointerCancel={() => {
        dragFrom.current = null
        setDrag(null)
      }}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && setActive(lastIndex)}
      onBlur={() => setActive(null)}
      onKeyDown={keys}
    >
      <svg ref={svgRef} width={width} height={height} aria-hidden>
        <Hatch id={hatch} />
        <LineAxes plot={plot} scale={scale} yFormat={yFormat} xTicks={xTicks} steps={columns.length} />
        <ColumnMarks columns={columns} series={series} lines={lines} plot={plot} hatch={hatch} />
        {drag && <ChartSelection span={drag} plot={plot} step={step} />}
        {column && !drag && (
          <rect
            fill="var(--ink)"
            opacity={0.1}
            pointerEvents="none"
            x={x - step / 2}
            y={plot.top}
            width={Math.max(1, step)}
            height={plot.height}
          />
        )}
      </svg>
      {column && active !== null && (
        <ChartTooltip
          column={column}
          index={active}
          series={series}
          lines={lines}
          valueFormat={valueFormat}
          x={x}
          width={width}
          hint={onOpen && 'Click to open the documents'}
        />
      )}
    </div>
  )
}
