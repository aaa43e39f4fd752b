import type { LinePlot } from './line-model.ts'

interface ChartSelectionProps {
  /** First and last step, both included. */
  span: readonly [number, number]
  plot: LinePlot
  /** The width of a step. */
  step: number
}

/** The steps that are being drawn over. */
export const ChartSelection = ({ span: [first, last], plot, step }: ChartSelectionProps) => (
  <rect
    x={plot.left + first * step}
    y={plot.top}
    width={(last - first + 1) * step}
    height={plot.height}
    fill="var(--accent)"
    opacity={0.18}
    pointerEvents="none"
  />
)
