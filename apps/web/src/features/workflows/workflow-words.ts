import type { WorkflowRun, WorkflowRunStep } from '@auspex/sdk'

export const runWords: Record<WorkflowRun['state'], string> = {
  queued: 'Waiting for the server',
  running: 'Running',
  waiting: 'Waiting for your answer',
  completed: 'Done',
  unchanged: 'Nothing new',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const stepWords: Record<WorkflowRunStep['state'], string> = {
  pending: 'Not yet',
  running: 'Running',
  waiting: 'Waiting for your answer',
  completed: 'Done',
  reused: 'Reused from the previous run',
  skipped: 'Skipped',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const triggerWords: Record<WorkflowRun['trigger'], string> = {
  person: 'started by hand',
  schedule: 'on schedule',
  retry: 'continued from another run',
}
