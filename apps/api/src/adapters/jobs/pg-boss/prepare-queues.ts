import type { PgBoss } from 'pg-boss'
import type { Queue } from '../jobs.port.ts'
import { failedQueue } from './job-records.ts'
import { toQueueOptions } from './settings.ts'

/** Long enough for somebody to come back from a holiday and look. */
const failedKeptSeconds = 30 * 86_400
const nobody = '00000000-0000-0000-0000-000000000000'

/** Makes or updates the queues and their schedules, as this version of the program declares them. */
export async function prepareQueues(boss: PgBoss, queues: readonly Queue[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  if (!known.has(failedQueue))
    await boss.createQueue(failedQueue, { retentionSeconds: failedKeptSeconds, deleteAfterSeconds: failedKeptSeconds })
  for (const queue of queues) {
    const options = toQueueOptions(queue)
    if (known.has(queue.name)) await boss.updateQueue(queue.name, options)
    else await boss.createQueue(queue.name, { ...options, policy: queue.isExclusive ? 'exclusive' : 'standard' })
    // pg-boss reads a queue when it first meets it, on a connection of its own; within a transaction of the embedded
    // engine, which has one connection, it would wait for itself
    await boss.findJobs(queue.name, { id: nobody })
  }
  const scheduled = new Map(queues.flatMap(({ name, schedule }) => (schedule === undefined ? [] : [[name, schedule]])))
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
  for (const [name, cron] of scheduled) await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' })
}
