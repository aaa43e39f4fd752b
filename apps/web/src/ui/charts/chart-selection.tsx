import type { LinePlot } from './line-model.ts'

interface ChartSelectionProps {
  /** The first and last step, inclusive. */
  span: readonly [number, number]
  plot: LinePlot
  /** The width of a step. */
  step: number
}

/** The steps that are being selected by dragging. */
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

/** The line at the step under the pointer, in a line chart. */
export const ChartCursor = ({ x, plot }: { x: number; plot: LinePlot }) => (
  <line
    x1={x}
    x2={x}
    y1={plot.top}
    y2={plot.top + plot.height}
    stroke="var(--ink-3)"
    strokeDasharray="3 3"
    pointerEvents="none"
  />
)
