import { memo } from 'react'
import { type LinePlot, uprightAt } from './chart-model.ts'
import classes from './charts.module.css'

/** A day on which a source begins or ends. */
export interface ChartEdge {
  readonly key: string
  /** In columns: 2.5 is the middle of the third. */
  readonly at: number
  /** The label: "Forum posts up to 19 Aug 2013". */
  readonly label: string
}

/** Approximate width of a letter of a label, in pixels. */
const letterWidth = 6.2

const lineHeight = 15

/** The minimum width in which a label, broken into lines, is readable, in pixels. */
const minLabelWidth = 66

interface PlacedEdge {
  readonly key: string
  readonly x: number
  /** The baseline of the first line. */
  readonly y: number
  readonly lines: readonly string[]
  readonly anchor: 'start' | 'end'
}

/** Wraps text into lines of up to `letters` letters; a longer word gets its own line. */
export const wrapWords = (text: string, letters: number): readonly string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= letters) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Places labels after their edges, or before them if there is no room, each below the previous one, so that none overlap. */
export const placeEdgeLabels = (
  edges: readonly ChartEdge[],
  { plot, step }: { plot: LinePlot; step: number },
): readonly PlacedEdge[] => {
  let y = plot.top + 16
  return edges
    .toSorted((a, b) => a.at - b.at)
    .map(({ key, at, label }) => {
      const x = plot.left + Math.min(plot.width, at * step)
      const [before, after] = [x - plot.left, plot.left + plot.width - x]
      // The part after the edge is not covered, so the words overlap nothing there.
      const anchor =
        after >= Math.min(minLabelWidth, label.length * letterWidth) + 12 || after >= before ? 'start' : 'end'
      const room = (anchor === 'start' ? after : before) - 12
      const lines = wrapWords(label, Math.min(30, Math.max(8, Math.floor(room / letterWidth))))
      const placed = { key, x, y, lines, anchor } as const
      y += lines.length * lineHeight + 4
      return placed
    })
}

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
        <line {...uprightAt(x, plot)} stroke="var(--ink-3)" strokeWidth={1} strokeDasharray="2 3" />
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
