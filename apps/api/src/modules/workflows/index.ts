import type { Database } from '../../adapters/database/database.port.ts'
import type { Job, Jobs } from '../../adapters/jobs/jobs.port.ts'
import type { OpenPersonSession } from '../../http/person-calls.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { AccessReader } from '../people/index.ts'
import { createQueueRun } from './runs/queue-run.ts'
import { createRunsRepository } from './runs/runs.repository.ts'
import { createRunUsecases } from './runs/runs.usecases.ts'
import { createRunJobs, createScheduleJobs } from './workflows.jobs.ts'
import { createWorkflowOperations, type WorkflowOperations } from './workflows.operations.ts'
import { createWorkflowUsecases } from './workflows.usecases.ts'

export interface WorkflowsModule {
  operations: WorkflowOperations
  /** Executes the runs that people started. */
  jobs: readonly Job[]
  /** Starts scheduled runs and deletes old ones. */
  scheduleJobs: readonly Job[]
}

/** Saved sequences of tools that are run repeatedly. */
export function createWorkflowsModule({
  database,
  jobs,
  access,
  openPersonSession,
  clock,
  createId,
  log,
}: {
  database: Database
  jobs: Jobs
  access: AccessReader
  openPersonSession: OpenPersonSession
  clock: Clock
  createId: CreateId
  log: Logger
}): WorkflowsModule {
  const runs = createRunsRepository(database.kysely)
  const queueRun = createQueueRun(jobs)
  const workflows = createWorkflowUsecases({ database, clock, createId })
  return {
    operations: createWorkflowOperations({
      workflows,
      runs: createRunUsecases({ database, jobs, queueRun, findWorkflow: workflows.find, clock, createId }),
      clock,
    }),
    jobs: createRunJobs({ runs, access, openPersonSession, clock, log }),
    scheduleJobs: createScheduleJobs({ database, queueRun, runs, clock, createId, log }),
  }
}
