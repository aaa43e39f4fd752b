import type { Workflow } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatInstant, formatPlural, formatSince } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { formatInZone } from './workflow-words.ts'
import classes from './workflows.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** A workflow in small. */
export const WorkflowTile = ({ workflow }: { workflow: Workflow }) => {
  const { id, title, description, steps, schedule, lastRunAt, nextRunAt } = workflow
  const now = useNow()
  return (
    <li className={`${surfaces.panel} ${classes.tile}`}>
      <h3 className={`${textStyles.title} ${classes.title}`}>
        <Link to="/workflows/$workflowId" params={{ workflowId: id }}>
          {title}
        </Link>
      </h3>
      <p className={textStyles.detail}>{description}</p>
      <p className={`${textStyles.caption} ${classes.foot}`}>
        {formatPlural(steps.length, 'step')}
        {lastRunAt !== null && (
          <>
            {' · '}
            <time dateTime={lastRunAt} title={formatInstant(lastRunAt)}>
              you ran it {formatSince(lastRunAt, now)}
            </time>
          </>
        )}
        {schedule !== null && nextRunAt !== null && ` · next ${formatInZone(nextRunAt, schedule.zone)}`}
      </p>
    </li>
  )
}
