import { Box } from '@mantine/core'
import charts from './charts.module.css'

const [width, height] = [232, 44] as const

/** The correlation at one lag. */
export interface LagBar {
  readonly lag: number
  readonly coefficient: number
}

/** The strongest correlation of several results, which sets the height of the tallest bar. */
export const strongestOf = (results: readonly (readonly Pick<LagBar, 'coefficient'>[])[]): number =>
  Math.max(0.2, ...results.flatMap((lags) => lags.map(({ coefficient }) => Math.abs(coefficient))))

interface LagPlotProps {
  lags: readonly LagBar[]
  /** The lag to highlight. */
  strongest: number
  /** The correlation of the tallest bar: shared by adjacent plots, or chance would look as strong as a real link. */
  top: number
  /** Which series leads at the left end and at the right. */
  ends: readonly [left: string, right: string]
}

/** The correlation at every lag that was tried, around 0; the strongest is highlighted. The adjacent sentence states the same. */
export const LagPlot = ({ lags, strongest, top, ends }: LagPlotProps) => {
  const step = width / Math.max(1, lags.length)
  const middle = height / 2
  return (
    <Box component="svg" maw="100%" width={width} height={height + 14} aria-hidden>
      <line className={charts.base} x1={0} x2={width} y1={middle} y2={middle} />
      {lags.map(({ lag, coefficient }, index) => {
        const barHeight = Math.max(1, (Math.abs(coefficient) / top) * (middle - 2))
        return (
          <rect
            key={lag}
            fill={lag === strongest ? 'var(--accent)' : 'var(--line-strong)'}
            x={index * step + 1}
            y={coefficient >= 0 ? middle - barHeight : middle}
            width={Math.max(1, step - 2)}
            height={barHeight}
          />
        )
      })}
      <text className={charts.tick} x={0} y={height + 11}>
        {ends[0]}
      </text>
      <text className={charts.tick} x={width} y={height + 11} textAnchor="end">
        {ends[1]}
      </text>
    </Box>
  )
}
