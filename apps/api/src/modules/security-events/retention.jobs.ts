import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type RetentionOptions, sweepSecurityEvents } from './retention.ts'

const queue: Queue = { name: 'security-log-retention', isExclusive: true, schedule: '17 * * * *', pollSeconds: 60 }

/** Deletes once an hour what the security log has kept long enough. */
export function createRetentionJobs({
  repository,
  clock,
}: Pick<RetentionOptions, 'repository'> & { clock: Clock }): Job[] {
  return [
    createJob({
      queue,
      run: (_, { signal }) => sweepSecurityEvents({ repository, now: clock.now(), isStopping: () => signal.aborted }),
    }),
  ]
}
