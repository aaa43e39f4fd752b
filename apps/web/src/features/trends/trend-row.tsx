import type { Trend } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatRatio, formatRoughFactor } from '../../lib/format.ts'
import { MeasuredRow } from '../../ui/measured-row.tsx'
import classes from './trends-view.module.css'

/** A term with its growth and why it is shown; it leads to its search. */
export const TrendRow = memo(
  ({ trend, windowDays, geo }: { trend: Trend; windowDays: number; geo?: string | undefined }) => (
    <li>
      <Link className={classes.trend} to="/search" search={{ term: trend.term, geo }}>
        <MeasuredRow
          title={trend.term}
          caption={trend.why}
          values={trend.days}
          valuesLabel={`Documents a day over the last ${windowDays * 2} days`}
          value={formatRatio(trend.momentum.value)}
          interval={`${formatRoughFactor(trend.momentum.low)}–${formatRoughFactor(trend.momentum.high)}`}
        />
      </Link>
    </li>
  ),
)
