import type { Database } from '../../adapters/database/database.port.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { type CreateId, createRandomId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { RecordSecurityEvent } from '../../kernel/security-event.ts'
import { createRecorder } from './recorder.ts'
import { createSecurityEventsOperations, type SecurityEventsOperations } from './security-events.operations.ts'
import { createSecurityEventsRepository } from './security-events.repository.ts'
import { createSecurityEventsUsecases } from './security-events.usecases.ts'
import { createRetentionJobs } from './retention.jobs.ts'
import { createFlushTimer } from './flush-timer.ts'

export type { SecurityEventsOperations } from './security-events.operations.ts'

export interface SecurityLog {
  record: RecordSecurityEvent
  operations: SecurityEventsOperations
  /** Deletes what was kept long enough. */
  jobs: readonly Job[]
  /** Stores what is recorded about once a second from now on. */
  start(): void
  /** Stores what waits and stops. Call it when nothing records any more, before the database is closed. */
  close(): Promise<void>
}

/** What happened at the front door: taken from every part of the product, kept in the database, read by operators. */
export function createSecurityLog({
  database,
  log,
  clock = systemClock,
  createId = createRandomId,
}: {
  database: Database
  log: Logger
  clock?: Clock
  createId?: CreateId
}): SecurityLog {
  const repository = createSecurityEventsRepository(database)
  const recorder = createRecorder({ repository, clock, createId, log })
  const timer = createFlushTimer({ recorder, log })
  return {
    record: recorder.record,
    operations: createSecurityEventsOperations(createSecurityEventsUsecases({ repository, recorder }), clock),
    jobs: createRetentionJobs({ repository, clock }),
    start: timer.start,
    close: async () => {
      timer.stop()
      await recorder.close()
    },
  }
}
