import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { formatCount } from '../../../lib/numbers/format.ts'
import type { Count } from './summary.model.ts'

/** How many trends are of each kind. The adjacent table states the same to screen readers. */
export const CountChart = ({ counts, rowHeight }: { counts: readonly Count[]; rowHeight: number }) => (
  <div aria-hidden>
    <BarChart
      mt={12}
      h={counts.length * rowHeight}
      data={[...counts]}
      dataKey="label"
      orientation="vertical"
      series={[{ name: 'count', label: 'Trends', color: 'var(--accent)' }]}
      gridAxis="none"
      tickLine="none"
      withXAxis={false}
      withBarValueLabel
      // without it the labels of bars are empty
      valueFormatter={formatCount}
      barProps={{ radius: 3, isAnimationActive: false, maxBarSize: 16 }}
      barChartProps={{ accessibilityLayer: false, margin: { right: 40 } }}
      yAxisProps={{ width: 126 }}
    />
  </div>
)
