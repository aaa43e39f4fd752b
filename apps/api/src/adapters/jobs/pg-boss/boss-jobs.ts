import type { Transaction } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss, type Db } from 'pg-boss'
import { runAs, serverWork } from '../../../kernel/work.ts'
import type { Database, StatementPool, Tables } from '../../database/database.port.ts'
import {
  createJob,
  type FailedJob,
  type Lease,
  type Job,
  type JobFilter,
  type Jobs,
  type JobsOverview,
  type ListedJob,
  type Queue,
  type Retry,
} from '../jobs.port.ts'
import { createJobList, markRetried } from './job-list.ts'
import { createJobRecords, failedQueue, type JobRecords } from './job-records.ts'
import { createRunner, type JobsLog } from './run-job.ts'
import { type MaintenanceIntervals, maintenanceIntervals, toBossOptions, toQueueOptions } from './settings.ts'

/** Long enough for somebody to come back from a holiday and look. */
const failedRetentionSeconds = 30 * 86_400
const absentJobId = '00000000-0000-0000-0000-000000000000'

export interface JobsOptions {
  database: Database
  log: JobsLog
  /** Default: by engine. */
  pace?: MaintenanceIntervals
  /** Milliseconds within which a job must end or be requeued when the process stops. Default: 8 seconds. */
  stopWithinMs?: number
}

const defaultPollSeconds = 10

/** Jobs on pg-boss, in the schema `pgboss` of the same database. Opens nothing before it is needed. */
export class BossJobs implements Jobs {
  readonly #kysely: Database['kysely']
  readonly #engine: Database['engine']
  readonly #log: JobsLog
  readonly #pace: MaintenanceIntervals
  readonly #stopWithinMs: number
  readonly #boss: PgBoss
  readonly #records: JobRecords
  readonly #runner: ReturnType<typeof createRunner>
  readonly #jobs = new Map<string, Job>()
  readonly #maintenanceJobs: readonly Job[]
  /** The ids of pg-boss's workers by queue. */
  readonly #workers = new Map<string, string[]>()
  readonly #stopping = new AbortController()
  #registered: readonly Job[] = []
  #opening: Promise<void> | null = null
  #beginning: Promise<void> | null = null

  constructor({ database, log, pace = maintenanceIntervals(database.engine), stopWithinMs = 8_000 }: JobsOptions) {
    const { kysely, pool, engine } = database
    const boss = new PgBoss({ db: createBossDatabase(pool), ...toBossOptions(engine, pace) })
    boss.on('warning', ({ message, data }) => log.warn({ data }, message))
    boss.on('error', (error) => log.warn({ err: error }, 'the queue of jobs did not answer and is asked again'))
    this.#kysely = kysely
    this.#engine = engine
    this.#log = log
    this.#pace = pace
    this.#stopWithinMs = stopWithinMs
    this.#boss = boss
    this.#records = createJobRecords(database)
    this.#runner = createRunner({ boss, kysely, records: this.#records, stopping: this.#stopping.signal, log })
    this.#maintenanceJobs = engine === 'embedded' ? [createVacuumJob(pool)] : []
  }

  register(jobs: readonly Job[]): void {
    this.#registered = jobs
    for (const job of [...jobs, ...this.#maintenanceJobs]) this.#jobs.set(job.queue.name, job)
  }

  async start(jobs: readonly Job[] = this.#registered): Promise<void> {
    await runAs(serverWork, async () => {
      if (this.#stopping.signal.aborted) return
      await (this.#beginning ??= this.#begin())
      await this.#workOn(jobs)
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server stops'))
    if (this.#opening === null) return
    await this.#opening.catch(() => {})
    await this.#beginning?.catch(() => {})
    const workersStopped = Promise.all(
      [...this.#workers.keys()].map((name) => this.#boss.offWork(name, { wait: true })),
    )
    await within(workersStopped, this.#stopWithinMs)
    // what did not end counts as failed, and another process retries it
    await this.#boss.stop({ graceful: false, close: false })
  }

  async enqueue<Payload extends object>({ name }: Queue<Payload>, payload: Payload): Promise<void> {
    await this.#open()
    await this.#boss.send(name, payload)
    this.#wake(name)
  }

  async enqueueWith<Payload extends object>(
    { name }: Queue<Payload>,
    payload: Payload,
    write: (transaction: Transaction<Tables>) => Promise<boolean>,
  ): Promise<boolean> {
    await this.#open()
    const isStored = await this.#kysely.transaction().execute(async (transaction) => {
      if (!(await write(transaction))) return false
      await this.#boss.send(name, payload, { db: fromKysely(transaction) })
      return true
    })
    this.#wake(name)
    return isStored
  }

  async lease<Payload extends object>({ name }: Queue<Payload>, payload: Payload): Promise<Lease> {
    await this.#open()
    const leaseSeconds = this.#pace.lease
    // a deferred job, whose start time is postponed as long as this process lives
    const id = await this.#boss.send(name, payload, { startAfter: leaseSeconds })
    if (id === null) throw new Error(`The queue ${name} did not accept a job to lease`)
    return new DeferredLease({ boss: this.#boss, log: this.#log, queue: name, id, leaseSeconds })
  }

  async overview(): Promise<JobsOverview> {
    await this.#open()
    return this.#records.overview([...this.#jobs.values()].map(({ queue }) => queue.name))
  }

  async listFailed(limit: number): Promise<FailedJob[]> {
    await this.#open()
    return this.#records.listFailed(limit)
  }

  async list(
    filter: JobFilter,
    page: { limit: number; offset: number },
  ): Promise<{ jobs: ListedJob[]; total: number }> {
    await this.#open()
    const list = createJobList(this.#kysely, [...this.#jobs.keys()])
    const [jobs, total] = await Promise.all([list.list(filter, page), list.count(filter)])
    return { jobs, total }
  }

  queueNames(): string[] {
    return [...this.#jobs.keys()].toSorted()
  }

  async retry(
    id: string,
    now: Date,
    write: (transaction: Transaction<Tables>, job: ListedJob) => Promise<void>,
  ): Promise<Retry> {
    await this.#open()
    const job = await createJobList(this.#kysely, [...this.#jobs.keys()]).find(id)
    if (job === null) return { outcome: 'unknown' }
    if (job.state !== 'failed') return { outcome: 'not_failed' }
    if (job.retriedAt !== null) return { outcome: 'retried' }
    const { queue } = job
    if (!this.#jobs.has(queue)) return { outcome: 'unserved' }
    const retried = await this.#kysely
      .transaction()
      .execute(async (transaction): Promise<Retry> => {
        const payload = await markRetried(transaction, id, now)
        if (payload === null) return { outcome: 'retried' }
        const added = await this.#boss.send(queue, payload, { db: fromKysely(transaction) })
        // an exclusive queue that has a job accepts no other: roll back the mark
        if (added === null) throw new QueueOccupiedError()
        const duplicate = await createJobList(transaction, [...this.#jobs.keys()]).find(added)
        if (duplicate === null) throw new Error(`The queue ${queue} took job ${id} and does not have it`)
        await write(transaction, job)
        return { outcome: 'queued', job: duplicate }
      })
      .catch((error: unknown): Retry => {
        if (error instanceof QueueOccupiedError) return { outcome: 'occupied' }
        throw error
      })
    if (retried.outcome === 'queued') this.#wake(queue)
    return retried
  }

  async #open(): Promise<void> {
    // a queue that started after `stop` would keep the process alive
    this.#stopping.signal.throwIfAborted()
    const queues = [...this.#jobs.values()].map(({ queue }) => queue)
    // timers started in a request would be attributed to that person
    await (this.#opening ??= runAs(serverWork, async () => {
      await this.#boss.start()
      await prepareQueues(this.#boss, queues)
      // before this process queues or holds work itself
      if (this.#engine === 'embedded') await releaseAbandoned({ boss: this.#boss, records: this.#records, queues })
    }).catch((error: unknown) => {
      this.#opening = null // the database was down: the next caller tries again
      throw error
    }))
  }

  async #begin(): Promise<void> {
    await this.#open()
    const failed = await this.#records.countFailed()
    if (Object.keys(failed).length > 0) this.#log.warn({ failed }, 'jobs gave up in the last 30 days')
    await this.#work(failedQueue, this.#pace.giveUp, (record) =>
      this.#runner.giveUp(record, this.#jobs.get(record.sourceName ?? '')),
    )
    await this.#workOn(this.#maintenanceJobs)
  }

  async #workOn(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      if (this.#stopping.signal.aborted) return
      const { name, pollSeconds = defaultPollSeconds, concurrency = 1 } = job.queue
      for (let index = 0; index < concurrency; index += 1)
        await this.#work(name, pollSeconds, (record) => this.#runner.run(record, job))
    }
  }

  async #work(name: string, seconds: number, run: (record: JobWithMetadata) => Promise<void>): Promise<void> {
    const options = { pollingIntervalSeconds: seconds, includeMetadata: true } as const
    const id = await this.#boss.work<object, void, typeof options>(name, options, async ([record]) => {
      if (record === undefined) return
      // pg-boss pauses after every job, even when another is waiting
      await run(record).finally(() => this.#wake(name))
    })
    this.#workers.set(name, [...(this.#workers.get(name) ?? []), id])
  }

  #wake(queue: string): void {
    this.#workers.get(queue)?.forEach((id) => this.#boss.notifyWorker(id))
  }
}

interface DeferredLeaseOptions {
  boss: PgBoss
  log: JobsLog
  queue: string
  id: string
  leaseSeconds: number
}

/** A deferred job, which this process postpones until it releases it. */
class DeferredLease implements Lease {
  readonly #options: DeferredLeaseOptions
  readonly #timer: NodeJS.Timeout

  constructor(options: DeferredLeaseOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#renew(), (options.leaseSeconds * 1000) / 3).unref()
  }

  async release(): Promise<void> {
    const { boss, log, queue, id } = this.#options
    clearInterval(this.#timer)
    await boss
      .deleteJob(queue, id)
      .catch((error: unknown) => log.warn({ err: error, queue }, 'held work that ended may be done again'))
  }

  async handOver(): Promise<void> {
    const { boss, log, queue, id } = this.#options
    clearInterval(this.#timer)
    await boss
      .update(queue, undefined, { id, startAfter: 0 })
      .catch((error: unknown) => log.warn({ err: error, queue }, 'held work is taken over when its time comes'))
  }

  async #renew(): Promise<void> {
    const { boss, log, queue, id, leaseSeconds } = this.#options
    await boss
      .update(queue, undefined, { id, startAfter: leaseSeconds })
      .catch((error: unknown) => log.warn({ err: error, queue }, 'held work could not be renewed'))
  }
}

class QueueOccupiedError extends Error {}

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
    await boss.createQueue(failedQueue, {
      retentionSeconds: failedRetentionSeconds,
      deleteAfterSeconds: failedRetentionSeconds,
    })
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
