import { memo } from 'react'
import {
  type ChartTick,
  emptySpans,
  thinTicks,
  type LinePlot,
  type Scale,
  type SecondLine,
  type StyledLine,
  xAt,
  yAt,
} from './chart-model.ts'
import { ChartShades } from './chart-shades.tsx'
import classes from './charts.module.css'

interface LineAxesProps {
  plot: LinePlot
  scale: Scale
  yFormat: (value: number) => string
  xTicks: readonly ChartTick[]
  steps: number
  second?: { readonly line: SecondLine; readonly scale: Scale } | undefined
  /** The unit of the values, shown above them. */
  title?: string | undefined
}

/** Approximate width of a letter of a date, in pixels. */
const letterWidth = 6.2

/** The middle of a date label: beneath its column, or as close as possible without clipping the label. */
const tickAt = (x: number, label: string, { left, width }: LinePlot): number => {
  const half = (label.length * letterWidth) / 2
  return Math.min(Math.max(x, left + half - 8), left + width - half)
}

/** Hairlines with values on the left, the second axis on the right, and dates below. */
export const LineAxes = memo(({ plot, scale, yFormat, xTicks, steps, second, title }: LineAxesProps) => (
  <g aria-hidden>
    {title && (
      <text className={classes.axisTitle} x={0} y={12}>
        {title}
      </text>
    )}
    {scale.ticks.map((value) => {
      const y = yAt(value, scale, plot)
      return (
        <g key={value}>
          <line
            className={value === 0 ? classes.base : classes.grid}
            x1={plot.left}
            x2={plot.left + plot.width}
            y1={y}
            y2={y}
          />
          <text className={classes.tick} x={plot.left - 8} y={y + 4} textAnchor="end">
            {yFormat(value)}
          </text>
        </g>
      )
    })}
    {second?.scale.ticks.map((value) => {
      const y = yAt(value, second.scale, plot)
      return (
        <g key={value}>
          <line className={classes.base} x1={plot.left + plot.width} x2={plot.left + plot.width + 4} y1={y} y2={y} />
          <text className={classes.tick} x={plot.left + plot.width + 7} y={y + 4}>
            {second.line.format(value)}
          </text>
        </g>
      )
    })}
    {thinTicks(xTicks, Math.floor(plot.width / 64)).map(({ index, label }) => (
      <text
        key={index}
        className={classes.tick}
        x={tickAt(xAt(index, steps, plot), label, plot)}
        y={plot.top + plot.height + 18}
        textAnchor="middle"
      >
        {label}
      </text>
    ))}
  </g>
))

/** The pattern for missing data, in all charts. */
export const Hatch = ({ id }: { id: string }) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" style={{ fill: 'var(--surface-2)' }} />
      <line x1="0" y1="0" x2="0" y2="6" strokeWidth="2" style={{ stroke: 'var(--line-strong)' }} />
    </pattern>
  </defs>
)

interface GapsProps {
  /** The id of the pattern of this chart. */
  hatch: string
  lines: readonly StyledLine[]
  steps: number
  plot: LinePlot
}

/** Marks the steps for which no line has a value. */
export const Gaps = ({ hatch, lines, steps, plot }: GapsProps) => (
  <ChartShades
    shades={emptySpans(lines, steps).map(([first, last]) => ({ first, last }))}
    plot={plot}
    step={plot.width / Math.max(1, steps)}
    hatch={hatch}
  />
)
