import { memo } from 'react'
import { placeEdgeLabels, type ChartEdge } from './edge-labels.ts'
import type { LinePlot } from './line-model.ts'
import classes from './charts.module.css'

/** Columns without known values, both ends inclusive. */
export interface ChartShade {
  readonly first: number
  readonly last: number
}

interface ChartShadesProps {
  shades: readonly ChartShade[]
  edges: readonly ChartEdge[]
  plot: LinePlot
  /** The width of a column. */
  step: number
  /** Id of the hatch pattern for missing data. */
  hatch: string
}

/** The spans that no source covers, drawn behind the columns. */
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
  /** Whether labels are drawn beside the edges; without room they appear under the chart. */
  isNamed: boolean
}

/** The edges where sources begin and end, drawn in front of the columns. */
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
