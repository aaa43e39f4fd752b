import type { Trend } from '@auspex/sdk'
import { ActionIcon, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { formatGrowth } from '../../lib/format.ts'
import { MeasuredRow } from '../../ui/measured-row.tsx'
import { TrendSummary } from './trend-summary.tsx'
import classes from './trend-row.module.css'
import { Chevron } from '../../ui/chevron.tsx'
import textStyles from '../../ui/text-styles.module.css'

/** A term with its growth and why it is shown; it leads to its search, and opens what is said about it below. */
export const TrendRow = memo(
  ({ trend, windowDays, geo }: { trend: Trend; windowDays: number; geo?: string | undefined }) => {
    const [isOpen, { toggle }] = useDisclosure(false)
    const id = useId()
    return (
      <li>
        <div className={classes.row}>
          <Link className={textStyles.plain} to="/search" search={{ term: trend.term, geo }}>
            <MeasuredRow
              title={trend.term}
              caption={trend.why}
              values={trend.days}
              valuesLabel={`Documents a day over the last ${windowDays * 2} days`}
              {...formatGrowth(trend.momentum)}
            />
          </Link>
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
        </div>
        <Collapse expanded={isOpen} id={id} data-apart>
          {isOpen && <TrendSummary term={trend.term} geo={geo} />}
        </Collapse>
      </li>
    )
  },
)
