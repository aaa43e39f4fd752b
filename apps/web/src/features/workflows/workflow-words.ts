import type { WorkflowRun, WorkflowRunStep } from '@auspex/sdk'
import { once } from '../../lib/page/once.ts'

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

/** The reader's time zone. */
export const localZone = once(() => Intl.DateTimeFormat().resolvedOptions().timeZone)

export const zones = once(() => [...new Set(['UTC', localZone(), ...Intl.supportedValuesOf('timeZone')])])

/** "Monday, 30 November 2026 at 07:00", in the given time zone. */
export const formatInZone = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(instant))
