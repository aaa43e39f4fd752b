import { memo } from 'react'
import { placeEdgeLabels } from './edge-labels.ts'
import type { LinePlot } from './line-model.ts'
import classes from './charts.module.css'

/** Columns of which nothing can be said, both ends included. */
export interface ChartShade {
  readonly first: number
  readonly last: number
}

/** A day on which what is measured begins or ends. */
export interface ChartEdge {
  readonly key: string
  /** On the scale of the columns: 2.5 is the middle of the third. */
  readonly at: number
  /** What happens there: "Forum posts up to 19 Aug 2013". */
  readonly label: string
}

interface ChartShadesProps {
  shades: readonly ChartShade[]
  edges: readonly ChartEdge[]
  plot: LinePlot
  /** The width of a column. */
  step: number
  /** Id of the hatch that stands for missing. */
  hatch: string
}

/** What the sources do not cover, behind the columns. */
export const ChartShades = memo(({ shades, plot, step, hatch }: Omit<ChartShadesProps, 'edges'>) => (
  <g>
    {shades.map(({ first, last }) => (
      <rect
        key={first}
        x={plot.left + first * step}
        y={plot.top}
        width={(last - first + 1) * step}
        height={plot.height}
        fill={`url(#${hatch})`}
      />
    ))}
  </g>
))

type ChartEdgesProps = Pick<ChartShadesProps, 'edges' | 'plot' | 'step'> & {
  /** Whether their words stand beside them; without room they stand under the chart. */
  isNamed: boolean
}

/** Where sources begin and end, before the columns. */
export const ChartEdges = memo(({ edges, plot, step, isNamed }: ChartEdgesProps) => (
  <g aria-hidden>
    {placeEdgeLabels(edges, { plot, step }).map(({ key, x, y, lines, anchor }) => (
      <g key={key}>
        <line
          x1={x}
          x2={x}
          y1={plot.top}
          y2={plot.top + plot.height}
          stroke="var(--ink-3)"
          strokeWidth={1}
          strokeDasharray="2 3"
        />
        {isNamed &&
          lines.map((line, row) => (
            <text
              key={line}
              className={classes.edge}
              x={anchor === 'start' ? x + 6 : x - 6}
              y={y + row * 15}
              textAnchor={anchor}
            >
              {line}
            </text>
          ))}
      </g>
    ))}
  </g>
))
