import type { Job } from '../../adapters/jobs/jobs.port.ts'
import type { OpenPersonSession } from '../../http/person-calls.ts'
import type { Person } from '../../kernel/actor.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { AccessReader } from '../people/index.ts'
import { createRunStepsRepository } from './runs/run-steps.repository.ts'
import { createRunsRepository } from './runs/runs.repository.ts'
import { createRunJobs, createScheduleJobs } from './workflows.jobs.ts'
import { createWorkflowOperations, type WorkflowOperations } from './workflows.operations.ts'
import { createWorkflowsRepository } from './workflows.repository.ts'
import type { WorkflowDependencies } from './workflows.types.ts'

/** The schedules of workflows that a person made. */
export type ListSchedules = (
  person: Person,
) => Promise<{ id: string; title: string; schedule: { cron: string; zone: string } }[]>

export interface WorkflowsModule {
  listSchedules: ListSchedules
  operations: WorkflowOperations
  /** Executes the runs that people started. */
  jobs: readonly Job[]
  /** Starts scheduled runs and deletes old ones. */
  scheduleJobs: readonly Job[]
}

/** Saved sequences of tools that are run repeatedly. */
export function createWorkflowsModule({
  access,
  openPersonSession,
  isCredentialValid,
  log,
  ...deps
}: WorkflowDependencies & {
  access: AccessReader
  openPersonSession: OpenPersonSession
  isCredentialValid(id: string): Promise<boolean>
  log: Logger
}): WorkflowsModule {
  const { database, clock } = deps
  const runs = createRunsRepository(database.kysely)
  const steps = createRunStepsRepository(database.kysely)
  return {
    listSchedules: async (person) =>
      (await createWorkflowsRepository(database.kysely).listScheduled(person)).flatMap(({ id, title, schedule }) =>
        schedule === null ? [] : [{ id, title, schedule }],
      ),
    operations: createWorkflowOperations(deps),
    jobs: createRunJobs({ runs, steps, access, openPersonSession, clock, log }),
    scheduleJobs: createScheduleJobs({ ...deps, isCredentialValid, log }),
  }
}
