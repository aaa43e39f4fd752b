import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'

interface CategoryCount {
  readonly label: string
  readonly count: number
}

/** How many there are of each category, such as a weekday or a country, with the noun of what is counted. The adjacent table states the same to screen readers. */
export const CountChart = ({
  counts,
  noun,
  rowHeight,
  formatCount,
}: {
  counts: readonly CategoryCount[]
  noun: string
  rowHeight: number
  formatCount: (count: number) => string
}) => (
  <div aria-hidden>
    <BarChart
      mt={12}
      h={counts.length * rowHeight}
      data={[...counts]}
      dataKey="label"
      orientation="vertical"
      series={[{ name: 'count', label: noun, color: 'var(--accent)' }]}
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
