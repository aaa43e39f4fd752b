import type { Database } from '../../adapters/database/database.port.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { People } from '../users/index.ts'
import { createActivityJobs } from './activity.jobs.ts'
import { type ActivityOperations, createActivityOperations } from './activity.operations.ts'
import { createActivityRepository } from './activity.repository.ts'
import { createActivityUsecases } from './activity.usecases.ts'

export interface ActivityModule {
  operations: ActivityOperations
  /** Deletes what was kept long enough. */
  jobs: readonly Job[]
}

/** What people did in the app, as the app tells it. Nothing of it leaves the installation. */
export function createActivityModule({
  database,
  people,
  isRecorded,
  clock,
  createId,
}: {
  database: Database
  people: People
  /** False keeps nothing; what was kept before is read, and deleted when its time comes. */
  isRecorded: boolean
  clock: Clock
  createId: CreateId
}): ActivityModule {
  const repository = createActivityRepository(database)
  const activity = createActivityUsecases({ repository, people, clock, createId })
  return {
    operations: createActivityOperations({ activity, people, isRecorded }),
    jobs: createActivityJobs({ repository, clock }),
  }
}
