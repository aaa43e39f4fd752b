import type { PgBoss } from 'pg-boss'
import type { Queue } from '../jobs.port.ts'
import type { JobRecords } from './job-records.ts'

/**
 * Releases the jobs that a dead process left running or deferred, without waiting for their leases to run out. Only for the embedded
 * engine: its folder has one process at a time, so whatever is marked as running is not.
 */
export async function releaseAbandoned({
  boss,
  records,
  queues,
}: {
  boss: PgBoss
  records: JobRecords
  queues: readonly Queue[]
}): Promise<void> {
  for (const { name } of queues) {
    const { running, deferred } = await records.findUnfinished(name)
    if (running.length > 0) await boss.fail(name, running, new Error('The server stopped while this job ran.'))
    for (const id of deferred) await boss.update(name, undefined, { id, startAfter: 0 })
  }
}
