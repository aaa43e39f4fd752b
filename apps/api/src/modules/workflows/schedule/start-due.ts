import type { Kysely } from 'kysely'
import type { Logger } from '../../../kernel/logger.ts'
import { queueRun } from '../runs/queue-run.ts'
import { createRunsRepository } from '../runs/runs.repository.ts'
import { maxRuns, type NewRun, type StoredWorkflow, type WorkflowDependencies } from '../workflows.types.ts'
import { createWorkflowsRepository } from '../workflows.repository.ts'
import { nextTimes } from './next-times.ts'

/** Maximum number of workflows per tick. */
const maxPerTick = 100
/** Delay before a workflow that could not be started is tried again, so that it does not go ahead of the others every minute. */
const retryMs = 10 * 60_000

export interface StartDueDependencies extends WorkflowDependencies {
  log: Logger
}

/**
 * Starts a run of each workflow that is due. A single run makes up for all times missed while no server was running. The run and the next time are
 * stored together, so that no time is run twice or lost.
 */
export async function startDue(deps: StartDueDependencies, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const workflows = createWorkflowsRepository(deps.database.kysely)
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
  const { schedule } = workflow
  const [next = null] = schedule === null ? [] : nextTimes(schedule, now, 1)
  const isFull = (await createRunsRepository(deps.database.kysely).countUnderWay(workflow.ownerId)) >= maxRuns
  const decide = async (trx: Kysely<object>) => {
    if (!(await createWorkflowsRepository(trx).moveOn(workflow, next))) return 'leave'
    return isFull ? 'refuse' : 'queue'
  }
  await queueRun(toRun(workflow, { id: deps.createId('wfr'), now }), decide, deps)
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
    trigger: 'schedule',
    parameters: schedule?.parameters ?? [],
    retryOf: null,
    onlyIfChanged: schedule?.onlyIfChanged ?? false,
    scheduledFor: workflow.nextRunAt,
    startedAt: now,
    reused: [],
  }
}
