import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import { runAs, serverWork } from '../../../kernel/work.ts'
import type { Database } from '../../database/database.port.ts'
import type { Hold, Job, Jobs, Queue, Retry } from '../jobs.port.ts'
import { createBossDatabase } from './boss-database.ts'
import { createJobList, markRetried } from './job-list.ts'
import { createJobRecords, failedQueue } from './job-records.ts'
import { prepareQueues } from './prepare-queues.ts'
import { createRunner, type JobsLog } from './run-job.ts'
import { type Pace, paceOf, toBossOptions } from './settings.ts'
import { releaseAbandoned } from './release-abandoned.ts'
import { createVacuumJob } from './vacuum-job.ts'

export interface JobsOptions {
  database: Database
  log: JobsLog
  /** Default: by engine. */
  pace?: Pace
  /** What a job may take to end or to be put back when the process stops, in milliseconds. Default: 8 seconds. */
  stopWithinMs?: number
}

const defaultPollSeconds = 10

/** Jobs on pg-boss, in the schema `pgboss` of the same database. Nothing is opened before it is needed. */
export function createJobs({ database, log, pace = paceOf(database.engine), stopWithinMs = 8_000 }: JobsOptions): Jobs {
  const { kysely, pool, engine } = database
  const boss = new PgBoss({ db: createBossDatabase(pool), ...toBossOptions(engine, pace) })
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of jobs did not answer and is asked again'))
  const records = createJobRecords(database)
  const jobs = new Map<string, Job>()
  const own = engine === 'embedded' ? [createVacuumJob(pool)] : []
  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  const wake = (queue: string) => workers.get(queue)?.forEach((id) => boss.notifyWorker(id))
  const runner = createRunner({ boss, kysely, records, stopping: stopping.signal, log })
  let registered: readonly Job[] = []
  let opening: Promise<void> | null = null
  let beginning: Promise<void> | null = null

  const queueNames = () => [...jobs.keys()]
  const queues = () => [...jobs.values()].map(({ queue }) => queue)
  // timers begun in a request would count as that person's work
  const open = async () => {
    // a queue that began after its end would keep the process alive
    stopping.signal.throwIfAborted()
    await (opening ??= runAs(serverWork, async () => {
      await boss.start()
      await prepareQueues(boss, queues())
      // before this process queues or holds anything of its own
      if (engine === 'embedded') await releaseAbandoned({ boss, records, queues: queues() })
    }).catch((error: unknown) => {
      opening = null // the database was away: who asks next tries again
      throw error
    }))
  }

  async function work(name: string, seconds: number, run: (record: JobWithMetadata) => Promise<void>) {
    const options = { pollingIntervalSeconds: seconds, includeMetadata: true } as const
    const id = await boss.work<object, void, typeof options>(name, options, async ([record]) => {
      if (record === undefined) return
      // pg-boss rests after every job, also when another waits
      await run(record).finally(() => wake(name))
    })
    workers.set(name, [...(workers.get(name) ?? []), id])
  }

  async function begin(): Promise<void> {
    await open()
    const failed = await records.countFailed()
    if (Object.keys(failed).length > 0) log.warn({ failed }, 'jobs gave up in the last 30 days')
    await work(failedQueue, pace.giveUp, (record) => runner.giveUp(record, jobs.get(record.sourceName ?? '')))
    await workOn(own)
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
      for (let place = 0; place < concurrency; place += 1)
        await work(name, pollSeconds, (record) => runner.run(record, job))
    }
  }

  async function hold<Payload extends object>({ name }: Queue<Payload>, payload: Payload): Promise<Hold> {
    await open()
    // a job that waits for a time that is put off as long as this process lives
    const id = await boss.send(name, payload, { startAfter: pace.hold })
    if (id === null) throw new Error(`The queue ${name} did not take a job to hold`)
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
      for (const job of [...more, ...own]) jobs.set(job.queue.name, job)
    },
    start: (chosen = registered) => runAs(serverWork, () => start(chosen)),
    async stop() {
      stopping.abort(new Error('the server stops'))
      if (opening === null) return
      await opening.catch(() => {})
      await beginning?.catch(() => {})
      const ended = Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true })))
      await within(ended, stopWithinMs)
      // what did not end counts as failed, and another process tries it again
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
      const [found, total] = await Promise.all([list.list(filter, page), list.count(filter)])
      return { jobs: found, total }
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
          // an exclusive queue that has a job takes no other: the mark must not stay
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
