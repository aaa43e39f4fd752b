import type { WorkflowFailure } from '@auspex/sdk/types'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../adapters/database/database.port.ts'
import type { Jobs, Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { NewRun } from '../workflows.types.ts'
import { createRunsRepository } from './runs.repository.ts'

export const runsQueue: Queue<{ runId: string }> = {
  name: 'workflow-runs',
  concurrency: 2,
  maxRunSeconds: 3700,
  retry: { limit: 5, delaySeconds: 2, maxDelaySeconds: 60 },
}
/** What to do with a run: queue it, store nothing, or store it as refused for a reason. */
export type Fate = 'queue' | 'leave' | WorkflowFailure

/** Stores a run and its job atomically. */
export async function queueRun(
  run: NewRun,
  decide: (trx: Transaction<Tables>) => Promise<Fate>,
  { jobs }: { jobs: Jobs },
): Promise<void> {
  await jobs.enqueueWith(runsQueue, { runId: run.id }, async (trx) => {
    const fate = await decide(trx)
    if (fate === 'leave') return false
    const runs = createRunsRepository(trx)
    if (!(await runs.insert(run))) return false
    if (fate === 'queue') return true
    await runs.end(run.id, { state: 'failed', failure: fate, at: run.startedAt })
    return false
  })
}
