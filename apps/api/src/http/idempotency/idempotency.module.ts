import type { Database } from '../../adapters/database/database.port.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import type { RunOnce } from '../idempotency-key.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createIdempotencyJobs } from './idempotency.jobs.ts'
import { createIdempotencyRepository } from './idempotency.repository.ts'
import { runOnce } from './run-once.ts'
import { sealAnswers } from './seal-answers.ts'

export interface Idempotency {
  runOnce: RunOnce
  /** Deletes expired responses. */
  jobs: readonly Job[]
}

/** Requests that take effect once, however often they are sent. */
export function createIdempotency({ database, clock }: { database: Database; clock: Clock }): Idempotency {
  const requests = sealAnswers(createIdempotencyRepository(database))
  return {
    runOnce: (request, answer) => runOnce(request, answer, { requests, clock }),
    jobs: createIdempotencyJobs({ requests, clock }),
  }
}
