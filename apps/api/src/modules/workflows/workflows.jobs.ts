import type { Logger } from '../../kernel/logger.ts'
import type { Kysely } from 'kysely'
import { type Job, type Queue, createJob } from '../../adapters/jobs/jobs.port.ts'
import { nextTimes } from '../../kernel/next-times.ts'
import { queueRun, runsQueue } from './runs/queue-run.ts'
import { type RunDependencies, runWorkflow } from './runs/run-workflow.ts'
import { createRunsRepository } from './runs/runs.repository.ts'
import { tooManyRuns } from './workflows.errors.ts'
import { createWorkflowsRepository } from './workflows.repository.ts'
import { type NewRun, type StoredWorkflow, type WorkflowDependencies, maxRuns } from './workflows.types.ts'

const dueQueue: Queue = { name: 'workflow-schedules', isExclusive: true, schedule: '* * * * *', pollSeconds: 30 }
const forgetQueue: Queue = { name: 'workflow-runs-expired', isExclusive: true, schedule: '17 4 * * *', pollSeconds: 60 }

const retentionMs = 180 * 86_400_000

const broken = {
  code: 'workflows.cut_off',
  reason:
    'The server was interrupted repeatedly during the run. The results of its steps are kept: continue from where it stopped.',
}

/** The queue of runs that a person started. */
export function createRunJobs(deps: RunDependencies): Job[] {
  const { runs, clock } = deps
  return [
    createJob({
      queue: runsQueue,
      run: ({ runId }, { signal }) => runWorkflow(runId, deps, signal),
      // the process died each time, so no attempt could record a failure
      giveUp: ({ runId }) => runs.end(runId, { state: 'failed', failure: broken, at: clock.now() }),
    }),
  ]
}

/** Starts due schedules and deletes old runs. */
export function createScheduleJobs(deps: StartDueDependencies): Job[] {
  const { database, clock } = deps
  return [
    createJob({ queue: dueQueue, run: async (_payload, { signal }) => startDue(deps, signal) }),
    createJob({
      queue: forgetQueue,
      run: () => createRunsRepository(database.kysely).deleteEndedBefore(new Date(clock.now().getTime() - retentionMs)),
    }),
  ]
}

/** Maximum number of workflows per tick. */
const maxPerTick = 100
/** Delay before a workflow that could not be started is tried again, so that it does not go ahead of the others every minute. */
const retryMs = 10 * 60_000

interface StartDueDependencies extends WorkflowDependencies {
  /** Whether a token or an app may still act for the person who let it. */
  isCredentialValid(id: string): Promise<boolean>
  log: Logger
}

/**
 * Starts a run of each workflow that is due. A single run makes up for all times missed while no server was running. The run and the next time are
 * stored together, so that no time is run twice or lost. Schedules of a token or an app that has ended stop at once: until then their owner would read
 * when they run next.
 */
async function startDue(deps: StartDueDependencies, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const workflows = createWorkflowsRepository(deps.database.kysely)
  for (const credentialId of await workflows.listCredentials())
    if (!(await deps.isCredentialValid(credentialId))) await workflows.makeDue(credentialId, now)
  for (const workflow of await workflows.listDue(now, maxPerTick)) {
    signal.throwIfAborted()
    try {
      await startScheduled(workflow, now, deps)
    } catch (error) {
      deps.log.warn({ err: error, workflowId: workflow.id }, 'a workflow could not be started and will be retried')
      await workflows.moveOn(workflow, new Date(now.getTime() + retryMs))
    }
  }
}

async function startScheduled(workflow: StoredWorkflow, now: Date, deps: StartDueDependencies): Promise<void> {
  const { schedule, credentialId } = workflow
  const hasEnded = credentialId !== null && !(await deps.isCredentialValid(credentialId))
  const [next = null] = schedule === null || hasEnded ? [] : nextTimes(schedule, now, 1)
  const isFull = (await createRunsRepository(deps.database.kysely).countOpen(workflow.ownerId)) >= maxRuns
  const decide = async (trx: Kysely<object>) => {
    if (!(await createWorkflowsRepository(trx).moveOn(workflow, next))) return 'leave'
    if (hasEnded) return credentialEnded
    return isFull ? describeFull() : 'queue'
  }
  await queueRun(toRun(workflow, { id: deps.createId('wfr'), now }), decide, deps)
}

/** Shown as the last run of the schedule, so that its owner learns why it stopped. */
const credentialEnded = {
  code: 'workflows.credential_ended',
  reason:
    'The access token or app that set up this schedule was revoked, removed or has expired, so the schedule has stopped. Save the workflow to start it again as yourself.',
}

function describeFull() {
  const { code, message, detail = '' } = tooManyRuns()
  return { code, reason: `${message}, so that this one did not begin. ${detail}` }
}

function toRun(workflow: StoredWorkflow, { id, now }: { id: string; now: Date }): NewRun {
  const { parameters, steps, budget, schedule } = workflow
  return {
    id,
    workflowId: workflow.id,
    workflowTitle: workflow.title,
    version: workflow.version,
    definition: { parameters, steps, budget },
    userId: workflow.ownerId,
    accessScopes: workflow.accessScopes,
    trigger: 'schedule',
    parameters: schedule?.parameters ?? [],
    retryOf: null,
    onlyIfChanged: schedule?.onlyIfChanged ?? false,
    scheduledFor: workflow.nextRunAt,
    startedAt: now,
    reused: [],
  }
}
