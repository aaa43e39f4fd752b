import { fromKysely, type JobWithMetadata, PgBoss, type Db } from 'pg-boss'
import { runAs, serverWork } from '../../../kernel/work.ts'
import type { Database, StatementPool } from '../../database/database.port.ts'
import { type Hold, type Job, type Jobs, type Queue, type Retry, createJob } from '../jobs.port.ts'
import { createJobList, markRetried } from './job-list.ts'
import { createJobRecords, failedQueue, type JobRecords } from './job-records.ts'
import { createRunner, type JobsLog } from './run-job.ts'
import { type Pace, paceOf, toBossOptions, toQueueOptions } from './settings.ts'

/** Long enough for somebody to come back from a holiday and look. */
const failedKeptSeconds = 30 * 86_400
const absentJobId = '00000000-0000-0000-0000-000000000000'

export interface JobsOptions {
  database: Database
  log: JobsLog
  /** Default: by engine. */
  pace?: Pace
  /** Milliseconds within which a job must end or be requeued when the process stops. Default: 8 seconds. */
  stopWithinMs?: number
}

const defaultPollSeconds = 10

/** Jobs on pg-boss, in the schema `pgboss` of the same database. Opens nothing before it is needed. */
export function createJobs({ database, log, pace = paceOf(database.engine), stopWithinMs = 8_000 }: JobsOptions): Jobs {
  const { kysely, pool, engine } = database
  const boss = new PgBoss({ db: createBossDatabase(pool), ...toBossOptions(engine, pace) })
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of jobs did not answer and is asked again'))
  const records = createJobRecords(database)
  const jobs = new Map<string, Job>()
  const maintenanceJobs = engine === 'embedded' ? [createVacuumJob(pool)] : []
  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  const wake = (queue: string) => workers.get(queue)?.forEach((id) => boss.notifyWorker(id))
  const runner = createRunner({ boss, kysely, records, stopping: stopping.signal, log })
  let registered: readonly Job[] = []
  let opening: Promise<void> | null = null
  let beginning: Promise<void> | null = null

  const queueNames = () => [...jobs.keys()]
  const queues = () => [...jobs.values()].map(({ queue }) => queue)
  // timers started in a request would be attributed to that person
  const open = async () => {
    // a queue that started after `stop` would keep the process alive
    stopping.signal.throwIfAborted()
    await (opening ??= runAs(serverWork, async () => {
      await boss.start()
      await prepareQueues(boss, queues())
      // before this process queues or holds work itself
      if (engine === 'embedded') await releaseAbandoned({ boss, records, queues: queues() })
    }).catch((error: unknown) => {
      opening = null // the database was down: the next caller tries again
      throw error
    }))
  }

  async function work(name: string, seconds: number, run: (record: JobWithMetadata) => Promise<void>) {
    const options = { pollingIntervalSeconds: seconds, includeMetadata: true } as const
    const id = await boss.work<object, void, typeof options>(name, options, async ([record]) => {
      if (record === undefined) return
      // pg-boss pauses after every job, even when another is waiting
      await run(record).finally(() => wake(name))
    })
    workers.set(name, [...(workers.get(name) ?? []), id])
  }

  async function begin(): Promise<void> {
    await open()
    const failed = await records.countFailed()
    if (Object.keys(failed).length > 0) log.warn({ failed }, 'jobs gave up in the last 30 days')
    await work(failedQueue, pace.giveUp, (record) => runner.giveUp(record, jobs.get(record.sourceName ?? '')))
    await workOn(maintenanceJobs)
  }

  async function start(chosen: readonly Job[]): Promise<void> {
    if (stopping.signal.aborted) return
    await (beginning ??= begin())
    await workOn(chosen)
  }

  async function workOn(chosen: readonly Job[]): Promise<void> {
    for (const job of chosen) {
      if (stopping.signal.aborted) return
      const { name, pollSeconds = defaultPollSeconds, concurrency = 1 } = job.queue
      for (let index = 0; index < concurrency; index += 1)
        await work(name, pollSeconds, (record) => runner.run(record, job))
    }
  }

  async function hold<Payload extends object>({ name }: Queue<Payload>, payload: Payload): Promise<Hold> {
    await open()
    // a deferred job, whose start time is postponed as long as this process lives
    const id = await boss.send(name, payload, { startAfter: pace.hold })
    if (id === null) throw new Error(`The queue ${name} did not accept a job to lease`)
    const renew = () =>
      boss
        .update(name, undefined, { id, startAfter: pace.hold })
        .catch((error: unknown) => log.warn({ err: error, queue: name }, 'held work could not be renewed'))
    const timer = setInterval(() => void renew(), (pace.hold * 1000) / 3).unref()
    return {
      async release() {
        clearInterval(timer)
        await boss
          .deleteJob(name, id)
          .catch((error: unknown) => log.warn({ err: error, queue: name }, 'held work that ended may be done again'))
      },
      async handOver() {
        clearInterval(timer)
        await boss
          .update(name, undefined, { id, startAfter: 0 })
          .catch((error: unknown) =>
            log.warn({ err: error, queue: name }, 'held work is taken over when its time comes'),
          )
      },
    }
  }

  return {
    register(more) {
      registered = more
      for (const job of [...more, ...maintenanceJobs]) jobs.set(job.queue.name, job)
    },
    start: (chosen = registered) => runAs(serverWork, () => start(chosen)),
    async stop() {
      stopping.abort(new Error('the server stops'))
      if (opening === null) return
      await opening.catch(() => {})
      await beginning?.catch(() => {})
      const workersStopped = Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true })))
      await within(workersStopped, stopWithinMs)
      // what did not end counts as failed, and another process retries it
      await boss.stop({ graceful: false, close: false })
    },
    async enqueue({ name }, payload) {
      await open()
      await boss.send(name, payload)
      wake(name)
    },
    async enqueueWith({ name }, payload, write) {
      await open()
      const isStored = await kysely.transaction().execute(async (transaction) => {
        if (!(await write(transaction))) return false
        await boss.send(name, payload, { db: fromKysely(transaction) })
        return true
      })
      wake(name)
      return isStored
    },
    hold,
    async overview() {
      await open()
      return records.overview(queues().map(({ name }) => name))
    },
    async listFailed(limit) {
      await open()
      return records.listFailed(limit)
    },
    async list(filter, page) {
      await open()
      const list = createJobList(kysely, queueNames())
      const [jobsOfPage, total] = await Promise.all([list.list(filter, page), list.count(filter)])
      return { jobs: jobsOfPage, total }
    },
    queueNames: () => queueNames().toSorted(),
    async retry(id, now, write) {
      await open()
      const job = await createJobList(kysely, queueNames()).find(id)
      if (job === null) return { outcome: 'unknown' }
      if (job.state !== 'failed') return { outcome: 'not_failed' }
      if (job.retriedAt !== null) return { outcome: 'retried' }
      const { queue } = job
      if (!jobs.has(queue)) return { outcome: 'unserved' }
      const retried = await kysely
        .transaction()
        .execute(async (transaction): Promise<Retry> => {
          const payload = await markRetried(transaction, id, now)
          if (payload === null) return { outcome: 'retried' }
          const added = await boss.send(queue, payload, { db: fromKysely(transaction) })
          // an exclusive queue that has a job accepts no other: roll back the mark
          if (added === null) throw new QueueOccupied()
          const again = await createJobList(transaction, queueNames()).find(added)
          if (again === null) throw new Error(`The queue ${queue} took job ${id} and does not have it`)
          await write(transaction, job)
          return { outcome: 'queued', job: again }
        })
        .catch((error: unknown): Retry => {
          if (error instanceof QueueOccupied) return { outcome: 'occupied' }
          throw error
        })
      if (retried.outcome === 'queued') wake(queue)
      return retried
    },
  }
}

class QueueOccupied extends Error {}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, deadline])
  clearTimeout(timer)
}

/**
 * Adapts our connections to pg-boss, on both engines, so that its statements wait for their turns like all others. Does not use its `fromPglite`:
 * that needs the engine in this thread, and rolls back a failed block in a separate statement, before which another caller's could run. The turns
 * roll back within the turn.
 */
function createBossDatabase(pool: StatementPool): Db {
  return {
    // text without values may be many statements, for which pg returns an array that pg-boss handles
    executeSql: (text, values) => pool.query(text, values?.length ? values : undefined),
  }
}

/**
 * The embedded engine has no autovacuum, and a queue leaves a dead row for every step of every job. Only for that engine; a server maintains itself.
 */
export function createVacuumJob(pool: StatementPool): Job {
  return createJob({
    queue: { name: 'jobs-vacuum', isExclusive: true, schedule: '41 * * * *', pollSeconds: 60 },
    async run() {
      await pool.query('vacuum (analyze) pgboss.job_common, pgboss.queue, pgboss.schedule, pgboss.version')
    },
  })
}

/**
 * Releases the jobs that a dead process left running or deferred, without waiting for their leases to expire. Only for the embedded engine: its
 * folder has one process at a time, so whatever is marked as running is not.
 */
async function releaseAbandoned({
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

/** Creates or updates the queues and their schedules, as this version of the program declares them. */
async function prepareQueues(boss: PgBoss, queues: readonly Queue[]): Promise<void> {
  const existingQueues = new Set((await boss.getQueues()).map(({ name }) => name))
  if (!existingQueues.has(failedQueue))
    await boss.createQueue(failedQueue, { retentionSeconds: failedKeptSeconds, deleteAfterSeconds: failedKeptSeconds })
  for (const queue of queues) {
    const options = toQueueOptions(queue)
    if (existingQueues.has(queue.name)) await boss.updateQueue(queue.name, options)
    else await boss.createQueue(queue.name, { ...options, policy: queue.isExclusive ? 'exclusive' : 'standard' })
    // pg-boss loads a queue on first use, on a separate connection; within a transaction of the embedded engine, which has only one connection, it
    // would deadlock
    await boss.findJobs(queue.name, { id: absentJobId })
  }
  const scheduled = new Map(queues.flatMap(({ name, schedule }) => (schedule === undefined ? [] : [[name, schedule]])))
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
  for (const [name, cron] of scheduled) await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' })
}
