import { memo } from 'react'
import { type ChartShade, ChartShades } from './chart-shades.tsx'
import { type ChartColumn, type ChartLine, type ChartSeries, brokenPath, type LinePlot } from './chart-model.ts'

export interface Plot extends LinePlot {
  /** The value at the top of the plot. */
  readonly max: number
}

interface ColumnMarksProps {
  columns: readonly ChartColumn[]
  series: readonly ChartSeries[]
  lines: readonly ChartLine[]
  plot: Plot
  /** Id of the hatch pattern for missing data. */
  hatch: string
}

const at = (value: number) => value.toFixed(2)

/** The gap between two columns in pixels: narrow columns touch. */
const gapBetween = (step: number): number => {
  if (step > 6) return Math.min(3, step * 0.18)
  return step > 3 ? 0.75 : 0
}

/** All columns of a series are one path, so that thousands of them cost only a handful of elements. */
export const ColumnMarks = memo(({ columns, series, lines, plot, hatch }: ColumnMarksProps) => {
  const step = plot.width / columns.length
  const gap = gapBetween(step)
  const bottom = plot.top + plot.height
  const complete = series.map(() => '')
  const partial = series.map(() => '')
  const gapShades: ChartShade[] = []
  columns.forEach((column, index) => {
    const x = plot.left + index * step + gap / 2
    const width = Math.max(0.6, step - gap)
    if (column.values.every((value) => value === null)) {
      const span = gapShades.at(-1)
      if (span?.last === index - 1) gapShades[gapShades.length - 1] = { ...span, last: index }
      else gapShades.push({ first: index, last: index })
      return
    }
    let y = bottom
    column.values.forEach((value, part) => {
      if (!value) return
      // A count above 0 stays visible however tall its neighbours are.
      const height = Math.max(1, (value / plot.max) * plot.height)
      y -= height
      const path = `M${at(x)} ${at(y)}h${at(width)}v${at(height)}h${at(-width)}z`
      if (column.partial) partial[part] += path
      else complete[part] += path
    })
  })
  return (
    <g>
      <ChartShades shades={gapShades} plot={plot} step={step} hatch={hatch} />
      {series.map(({ key, color }, part) => (
        <g key={key} style={{ fill: color }}>
          <path d={complete[part]} />
          <path d={partial[part]} opacity={0.45} />
        </g>
      ))}
      {lines.map((line) => (
        <path
          key={line.key}
          d={linePath(line.values, plot)}
          style={{ stroke: line.color }}
          fill="none"
          strokeWidth={1.8}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
    </g>
  )
})

/** A line through the middles of the columns, on its own axis with a little headroom. */
const linePath = (values: readonly (number | null)[], plot: Plot): string => {
  const max = values.reduce<number>((top, value) => Math.max(top, value ?? 0), 0) || 1
  return brokenPath(values, { min: 0, max: max / 0.96, ticks: [] }, plot)
}
