import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import { createActivityJobs } from './activity.jobs.ts'
import { type ActivityOperations, createActivityOperations } from './activity.operations.ts'
import { createActivityRepository } from './activity.repository.ts'
import type { ActivityDependencies } from './activity.usecases.ts'

export interface ActivityModule {
  operations: ActivityOperations
  /** Deletes expired events. */
  jobs: readonly Job[]
}

/** People's activity in the app, as the app reports it. None of it leaves the installation. */
export function createActivityModule(deps: ActivityDependencies): ActivityModule {
  return {
    operations: createActivityOperations(deps),
    jobs: createActivityJobs({ repository: createActivityRepository(deps.database), clock: deps.clock }),
  }
}
