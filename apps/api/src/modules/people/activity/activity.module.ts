import type { Database } from '../../../adapters/database/database.port.ts'
import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { People } from '../people.repository.ts'
import { createActivityJobs } from './activity.jobs.ts'
import { type ActivityOperations, createActivityOperations } from './activity.operations.ts'
import { createActivityRepository } from './activity.repository.ts'
import { createActivityUsecases } from './activity.usecases.ts'

export interface ActivityModule {
  operations: ActivityOperations
  /** Deletes expired events. */
  jobs: readonly Job[]
}

/** People's activity in the app, as the app reports it. None of it leaves the installation. */
export function createActivityModule({
  database,
  people,
  isRecorded,
  clock,
  createId,
}: {
  database: Database
  people: People
  /** False stores nothing new; earlier events can still be read, and are deleted when they expire. */
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
