import { createJob, type Job, type Queue } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { ActivityRepository } from './activity.repository.ts'

const queue: Queue = { name: 'activity-retention', isExclusive: true, schedule: '27 * * * *', pollSeconds: 60 }

/** As far back as a heatmap reaches. */
const retentionMs = 366 * 86_400_000
/** As many as lists and heatmaps can read within a second on the embedded engine. */
const maxEvents = 2_000_000
/** A statement blocks the embedded engine, so rows are deleted in small batches. */
const batchSize = 1_000

export interface RetentionOptions {
  repository: ActivityRepository
  now: Date
  isStopping: () => boolean
  newest?: number
}

/** Deletes events that are too old or too many. */
export async function sweepActivity({
  repository,
  now,
  isStopping,
  newest = maxEvents,
}: RetentionOptions): Promise<void> {
  while (
    !isStopping() &&
    (await repository.deleteBefore(new Date(now.getTime() - retentionMs), batchSize)) === batchSize
  );
  while (!isStopping() && (await repository.deleteBeyond(newest, batchSize)) === batchSize);
}

/** Deletes expired events once an hour. */
export function createActivityJobs({ repository, clock }: { repository: ActivityRepository; clock: Clock }): Job[] {
  return [
    createJob({
      queue,
      run: (_, { signal }) => sweepActivity({ repository, now: clock.now(), isStopping: () => signal.aborted }),
    }),
  ]
}
