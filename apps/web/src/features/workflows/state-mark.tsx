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
import classes from './workflows.module.css'

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
