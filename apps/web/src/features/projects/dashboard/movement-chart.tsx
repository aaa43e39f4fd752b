import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import type { SignalMovement } from '@auspex/sdk'
import { formatRatio, formatRoughFactor } from '../../../lib/numbers/format.ts'

const rowHeight = 34
const axisHeight = 40
/** Names are truncated where the bars need the room; the list shows them in full. */
const maxNameLength = 22

/** A movement whose size is known: only these have a bar. */
export type MeasuredMovement = SignalMovement & { ratio: NonNullable<SignalMovement['ratio']> }

/** A fall to nothing is drawn as a fall to this part, because the scale has no place for 0. */
const lowestRatio = 1 / 1024

interface Bar {
  readonly name: string
  /** In doublings: half as much is as far from no change as twice as much. */
  readonly doublings: number
}

const toBar = ({ signal: { title }, ratio }: MeasuredMovement): Bar => ({
  name: title.length > maxNameLength ? `${title.slice(0, maxNameLength - 1)}…` : title,
  doublings: Math.log2(Math.max(lowestRatio, ratio.value)),
})

/** How much each signal grew or fell, on a scale of doublings. */
export const MovementChart = ({ movements }: { movements: readonly MeasuredMovement[] }) => {
  const bars = movements.map(toBar).toSorted((a, b) => b.doublings - a.doublings)
  const maxDoublings = Math.max(1, Math.ceil(Math.max(...bars.map(({ doublings }) => Math.abs(doublings)))))
  return (
    <div
      role="img"
      aria-label={`How much each signal moved: ${movements
        .map(({ signal, ratio }) => `${signal.title} ${formatRatio(ratio.value)}`)
        .join(', ')}`}
    >
      <BarChart
        h={bars.length * rowHeight + axisHeight}
        data={[...bars]}
        dataKey="name"
        orientation="vertical"
        series={[{ name: 'doublings', label: 'Change', color: 'var(--accent)' }]}
        getBarColor={(value) => (value >= 0 ? 'var(--accent)' : 'var(--tone-neutral)')}
        gridAxis="y"
        tickLine="none"
        barProps={{ radius: 3, isAnimationActive: false }}
        // keyboards use the adjacent list
        barChartProps={{ accessibilityLayer: false }}
        xAxisProps={{
          domain: [-maxDoublings, maxDoublings],
          ticks: [-maxDoublings, 0, maxDoublings],
          tickFormatter: (value: number) => (value === 0 ? 'no change' : `×${formatRoughFactor(2 ** value)}`),
        }}
        yAxisProps={{ width: 140 }}
        valueFormatter={(value) => formatRatio(2 ** value)}
        referenceLines={[{ x: 0, color: 'var(--line-strong)' }]}
      />
    </div>
  )
}
