import { memo } from 'react'
import { type ChartTick, thinTicks } from './chart-model.ts'
import type { Plot } from './column-marks.tsx'
import classes from './charts.module.css'

interface ChartAxesProps {
  plot: Plot
  yTicks: readonly number[]
  yFormat: (value: number) => string
  xTicks: readonly ChartTick[]
  columns: number
}

/** Horizontal hairlines with values, and dates below. */
export const ChartAxes = memo(({ plot, yTicks, yFormat, xTicks, columns }: ChartAxesProps) => {
  const step = plot.width / columns
  const bottom = plot.top + plot.height
  return (
    <g aria-hidden>
      {yTicks.map((value) => {
        const y = bottom - (value / plot.max) * plot.height
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
      {thinTicks(xTicks, Math.floor(plot.width / 64)).map(({ index, label }) => {
        const x = plot.left + (index + 0.5) * step
        return (
          <text
            key={index}
            className={classes.tick}
            x={Math.min(Math.max(x, plot.left + 12), plot.left + plot.width - 14)}
            y={bottom + 18}
            textAnchor="middle"
          >
            {label}
          </text>
        )
      })}
    </g>
  )
})
