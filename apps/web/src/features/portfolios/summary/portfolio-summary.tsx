import { Skeleton } from '@mantine/core'
import type { PortfolioTrend } from '@auspex/sdk'
import { lazy, Suspense } from 'react'
import { formatCount } from '../../../lib/numbers/format.ts'
import { Card } from '../../../ui/page.tsx'
import { type Count, countGrowth, countStages, countTones } from './summary.model.ts'
import classes from '../portfolios.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const CountChart = lazy(async () => ({ default: (await import('../../../ui/charts/count-chart.tsx')).CountChart }))

/** A summary of a portfolio's trends: their stages, what is certain about their growth, and their tone. */
export const PortfolioSummary = ({ trends }: { trends: readonly PortfolioTrend[] }) => (
  <div className={classes.cards}>
    <Counts title="By stage" counts={countStages(trends)} />
    <Counts title="By growth" counts={countGrowth(trends)} />
    <Counts title="By tone" counts={countTones(trends)} />
  </div>
)

const rowHeight = 32

const Counts = ({ title, counts }: { title: string; counts: readonly Count[] }) => (
  <Card>
    <h3>{title}</h3>
    <Suspense fallback={<Skeleton height={counts.length * rowHeight} mt={12} radius="md" />}>
      <CountChart noun="Trends" formatCount={formatCount} counts={counts} rowHeight={rowHeight} />
    </Suspense>
    <div className={textStyles.hidden}>
      <table>
        <caption>Trends {title.toLowerCase()}</caption>
        <tbody>
          {counts.map(({ label, count }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
)
