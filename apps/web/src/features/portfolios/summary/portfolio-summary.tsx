import type { PortfolioTrend } from '@auspex/sdk'
import { formatCount } from '../../../lib/numbers/format.ts'
import { Card } from '../../../ui/page.tsx'
import { Bar } from '../../../ui/values.tsx'
import { type Count, countGrowth, countStages, countTones } from './summary.model.ts'
import classes from '../portfolios.module.css'

/** A summary of a portfolio's trends: their stages, what is certain about their growth, and their tone. */
export const PortfolioSummary = ({ trends }: { trends: readonly PortfolioTrend[] }) => (
  <div className={classes.cards}>
    <Counts property="stage" counts={countStages(trends)} />
    <Counts property="growth" counts={countGrowth(trends)} />
    <Counts property="tone" counts={countTones(trends)} />
  </div>
)

const Counts = ({ property, counts }: { property: string; counts: readonly Count[] }) => {
  const highest = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <Card>
      <h3>By {property}</h3>
      <table className={classes.counts} aria-label={`Trends by ${property}`}>
        <tbody>
          {counts.map(({ label, count }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td aria-hidden>
                <Bar part={count / highest} height={14} />
              </td>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
