import { memo } from 'react'
import type { LinePlot } from './chart-model.ts'

/** A day on which a source begins or ends. */
export interface ChartEdge {
  readonly key: string
  /** In columns: 2.5 is the middle of the third. */
  readonly at: number
  /** The label: "Forum posts up to 19 Aug 2013". */
  readonly label: string
}

/** Columns without known values, both ends inclusive. */
export interface ChartShade {
  readonly first: number
  readonly last: number
}

/** The height in pixels of the band below the axis that marks what is not covered. */
const bandHeight = 6

interface ShadeProps {
  plot: LinePlot
  /** The width of a column. */
  step: number
}

interface ChartShadesProps extends ShadeProps {
  shades: readonly ChartShade[]
  /** Id of the hatch pattern for missing data. */
  hatch: string
}

/** The spans that no source covers: a hatched band below the axis, which leaves the plot to what is known. */
export const ChartShades = memo(({ shades, plot, step, hatch }: ChartShadesProps) => (
  <g>
    {shades.map(({ first, last }) => (
      <rect
        key={first}
        x={plot.left + first * step}
        y={plot.top + plot.height}
        width={(last - first + 1) * step}
        height={bandHeight}
        fill={`url(#${hatch})`}
      />
    ))}
  </g>
))

/** Where sources begin and end: small ticks at the axis. The tooltip of their column names them. */
export const ChartEdges = memo(({ edges, plot, step }: ShadeProps & { edges: readonly ChartEdge[] }) => (
  <g aria-hidden>
    {edges.map(({ key, at }) => {
      const x = plot.left + Math.min(plot.width, at * step)
      const base = plot.top + plot.height
      return (
        <line key={key} x1={x} x2={x} y1={base - 5} y2={base + bandHeight} stroke="var(--ink-3)" strokeWidth={1.5} />
      )
    })}
  </g>
))

/** The names of the edges in a column. */
export const edgesOfColumn = (edges: readonly ChartEdge[], index: number, columns: number): readonly string[] =>
  edges.filter(({ at }) => Math.min(columns - 1, Math.floor(at)) === index).map(({ label }) => label)
