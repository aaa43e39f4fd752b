import type { WorkflowRun, WorkflowRunStep } from '@auspex/sdk'
import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconHandStop,
  IconLoader2,
} from '@tabler/icons-react'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatInstant, formatSince } from '../../lib/time/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import { runWords, triggerWords } from './workflow-words.ts'
import { runsOptions } from './workflows.queries.ts'
import classes from './workflows.module.css'
import textStyles from '../../ui/text-styles.module.css'

type State = WorkflowRun['state'] | WorkflowRunStep['state']

const icons = {
  queued: IconCircleDashed,
  pending: IconCircle,
  running: IconLoader2,
  waiting: IconHandStop,
  completed: IconCircleCheck,
  reused: IconCircleCheck,
  unchanged: IconCircleMinus,
  skipped: IconCircleMinus,
  cancelled: IconCircleMinus,
  failed: IconAlertTriangle,
} as const satisfies Record<State, unknown>

/** An icon of a state, beside the text that states it. */
export const StateMark = ({ state }: { state: State }) => {
  const Mark = icons[state]
  return <Mark className={classes.mark} data-state={state} size={18} stroke={1.7} aria-hidden />
}

/** The newest runs, of one workflow or of all. */
export const RunList = ({ workflowId }: { workflowId?: string }) => {
  const now = useNow()
  const { data, error, refetch } = useQuery(runsOptions(useClient(), workflowId))
  if (data === undefined)
    return error ? (
      <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
    ) : (
      <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the runs">
        {[0, 1, 2].map((key) => (
          <Skeleton key={key} height={44} radius="md" />
        ))}
      </Stack>
    )
  if (data.items.length === 0) return <p className={textStyles.note}>Nothing has been run yet.</p>
  return (
    <ul className={classes.rows}>
      {data.items.map(({ id, workflowTitle, state, trigger, startedAt, stepCount, stepsEnded, failure }) => (
        <li key={id} className={classes.row}>
          <StateMark state={state} />
          <div className={classes.grow}>
            <Link className={textStyles.link} to="/workflows/runs/$runId" params={{ runId: id }}>
              {workflowId === undefined ? workflowTitle : formatInstant(startedAt)}
            </Link>
            <p className={textStyles.caption}>
              {runWords[state]}
              {(state === 'running' || state === 'queued') && `, ${stepsEnded} of ${stepCount} steps`} ·{' '}
              {triggerWords[trigger]} ·{' '}
              <time dateTime={startedAt} title={formatInstant(startedAt)}>
                {formatSince(startedAt, now)}
              </time>
            </p>
            {failure !== null && <p className={textStyles.fault}>{failure.reason}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
