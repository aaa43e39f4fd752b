import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { IdempotencyRepository } from './idempotency.repository.ts'
import { retentionMs } from './run-once.ts'

const queue: Queue = { name: 'idempotent-requests-expired', isExclusive: true, schedule: '37 * * * *', pollSeconds: 60 }

/** Deletes expired responses once an hour. */
export function createIdempotencyJobs({ requests, clock }: { requests: IdempotencyRepository; clock: Clock }): Job[] {
  return [createJob({ queue, run: () => requests.deleteBefore(new Date(clock.now().getTime() - retentionMs)) })]
}
