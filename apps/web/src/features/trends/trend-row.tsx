import type { Trend, TrendList } from '@auspex/sdk'
import { ActionIcon, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { SaveIcon } from '../../lib/save-button.tsx'
import { captionOfTrend, formatTrend, lineOfTrend, tellHeadline } from '../../lib/trend-words.ts'
import { DrivingHeadline } from '../../ui/driving-headline.tsx'
import { MeasuredRow } from '../../ui/measured-row.tsx'
import { TrendSummary } from './trend-summary.tsx'
import classes from './trend-row.module.css'
import { Chevron } from '../../ui/chevron.tsx'
import textStyles from '../../ui/text-styles.module.css'

interface TrendRowProps {
  trend: Trend
  windows: Pick<TrendList, 'windowDays' | 'stepDays'>
  geo?: string | undefined
}

/** A term with its growth and the headline behind it; it leads to its search, and opens what is said about it below. */
export const TrendRow = memo(({ trend, windows, geo }: TrendRowProps) => {
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <li>
      <div className={classes.row}>
        <Link className={textStyles.plain} to="/search" search={{ term: trend.term, geo }} title={trend.why}>
          <MeasuredRow
            title={trend.term}
            caption={captionOfTrend(trend, windows.windowDays)}
            values={trend.days}
            valuesLabel={lineOfTrend(windows)}
            {...formatTrend(trend)}
          />
        </Link>
        <SaveIcon signal={{ title: trend.term, term: trend.term, geo }} />
        <ActionIcon
          className={classes.toggle}
          data-beside
          size="md"
          aria-label={`What is said about ${trend.term}`}
          title="What is being said about it"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          <Chevron isOpen={isOpen} />
        </ActionIcon>
        {trend.headline && <DrivingHeadline {...tellHeadline(trend.headline)} />}
      </div>
      <Collapse expanded={isOpen} id={id} data-apart>
        {isOpen && <TrendSummary term={trend.term} geo={geo} />}
      </Collapse>
    </li>
  )
})
