import { Box } from '@mantine/core'
import type { MeasuredCorrelation } from '@auspex/sdk'
import charts from '../../ui/charts/charts.module.css'

const [width, height] = [232, 44] as const

/** The strongest correlation of several, which is how tall a bar of each may become. */
export const strongestOf = (results: readonly Pick<MeasuredCorrelation, 'lags'>[]): number =>
  Math.max(0.2, ...results.flatMap(({ lags }) => lags.map(({ coefficient }) => Math.abs(coefficient))))

interface LagPlotProps extends Pick<MeasuredCorrelation, 'lags' | 'lagDays'> {
  /** The correlation of the tallest bar: one for all plots beside each other, or chance looks as strong as a link. */
  top: number
}

/** The correlation at every lag that was tried, around 0; the strongest stands out. The sentence beside it says the same. */
export const LagPlot = ({ lags, lagDays, top }: LagPlotProps) => {
  const step = width / Math.max(1, lags.length)
  const middle = height / 2
  return (
    <Box component="svg" maw="100%" width={width} height={height + 14} aria-hidden>
      <line className={charts.base} x1={0} x2={width} y1={middle} y2={middle} />
      {lags.map((lag, index) => {
        const tall = Math.max(1, (Math.abs(lag.coefficient) / top) * (middle - 2))
        return (
          <rect
            key={lag.lagDays}
            fill={lag.lagDays === lagDays ? 'var(--accent)' : 'var(--line-strong)'}
            x={index * step + 1}
            y={lag.coefficient >= 0 ? middle - tall : middle}
            width={Math.max(1, step - 2)}
            height={tall}
          />
        )
      })}
      <text className={charts.tick} x={0} y={height + 11}>
        price first
      </text>
      <text className={charts.tick} x={width} y={height + 11} textAnchor="end">
        signal first
      </text>
    </Box>
  )
}
