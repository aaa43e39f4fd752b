import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../database/database.port.ts'
import { createJob, type Job, type Jobs, type Queue } from './jobs.port.ts'
import { BossJobs } from './pg-boss/boss-jobs.ts'
import type { MaintenanceIntervals } from './pg-boss/settings.ts'

const patience = { timeout: 600_000, interval: 20 }
const pace: MaintenanceIntervals = { supervise: 1, schedule: 1, giveUp: 0.5, lease: 60 }
const quick = { pollSeconds: 0.5, retry: { limit: 2, delaySeconds: 100, maxDelaySeconds: 1_000 } }

/** The contract of every engine's jobs. Call inside a `describe`. */
export function jobsContract(open: () => Promise<Database>): void {
  let database: Database
  let lines: { level: string; facts: Record<string, unknown>; message: string }[] = []
  const running: Jobs[] = []

  beforeAll(async () => {
    database = await open()
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
    lines = []
  })
  afterAll(() => database.close())

  const recordLine = (level: string) => (facts: unknown, message?: string) =>
    void lines.push({ level, facts: facts as Record<string, unknown>, message: message ?? '' })

  /** A process of the product, as far as jobs are concerned. */
  async function startProcess(
    registeredJobs: readonly Job[],
    options: { stopWithinMs?: number; pace?: MaintenanceIntervals } = {},
  ): Promise<Jobs> {
    const jobs = new BossJobs({
      database,
      log: { warn: recordLine('warn'), error: recordLine('error') },
      pace,
      ...options,
    })
    running.push(jobs)
    jobs.register(registeredJobs)
    await jobs.start()
    return jobs
  }

  const rowsOf = async (queue: string) => {
    const { rows } = await sql<{ state: string; attempts: number; waits: number }>`
      select state::text, retry_count as attempts, extract(epoch from start_after - now())::float8 as waits
      from pgboss.job where name = ${queue} order by created_on`.execute(database.kysely)
    return rows
  }
  /** Makes the waiting jobs of a queue due now. */
  const bringForward = (queue: string) =>
    sql`update pgboss.job set start_after = now() where name = ${queue} and state < 'active'`.execute(database.kysely)

  test('a job runs once with its payload, however many processes poll for it', async () => {
    const queue: Queue<{ n: number }> = { name: 'once', ...quick, concurrency: 3 }
    const done: number[] = []
    const job = createJob({ queue, run: async ({ n }) => void done.push(n) })
    const [first] = [await startProcess([job]), await startProcess([job])]
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    for (const n of numbers) await first.enqueue(queue, { n })
    await vi.waitFor(() => expect(done.toSorted((a, b) => a - b)).toEqual(numbers), patience)
    await vi.waitFor(async () => expect((await first.overview()).running).toEqual([]), patience)
    expect(done).toHaveLength(20)
  })

  test('a failing job is retried with doubling delays, and is then visible as failed', async () => {
    const queue: Queue<{ topic: string }> = { name: 'fails', ...quick }
    const givenUp: object[] = []
    const attempts: [number, boolean][] = []
    const jobs = await startProcess([
      createJob({
        queue,
        run: async (_, { attempt, isLastAttempt }) => {
          attempts.push([attempt, isLastAttempt])
          throw new Error('the source is closed')
        },
        giveUp: async (payload) => void givenUp.push(payload),
      }),
    ])
    await jobs.enqueue(queue, { topic: 'oat milk' })
    const waits: number[] = []
    for (const attempt of [1, 2]) {
      await vi.waitFor(async () => {
        expect(attempts).toHaveLength(attempt)
        expect(await rowsOf(queue.name)).toMatchObject([{ state: 'retry', attempts: attempt - 1 }])
      }, patience)
      waits.push((await rowsOf(queue.name))[0]?.waits ?? 0)
      await bringForward(queue.name)
    }
    await vi.waitFor(() => expect(givenUp).toEqual([{ topic: 'oat milk' }]), patience)
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
    // pg-boss waits for a random part of the doubled delay, at least half of it
    expect(waits[0]).toBeGreaterThan(90)
    expect(waits[0]).toBeLessThanOrEqual(200)
    expect(waits[1]).toBeGreaterThan(180)
    expect(waits[1]).toBeLessThanOrEqual(400)
    const [failed] = await jobs.listFailed(10)
    expect(failed).toMatchObject({
      queue: 'fails',
      payload: { topic: 'oat milk' },
      attempts: 3,
      reason: 'the source is closed',
    })
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'a job gave up', facts: { queue: 'fails', attempts: 3 } },
    ])
  })

  test('a schedule queues jobs on its own', async () => {
    const payloads: object[] = []
    const queue: Queue = { name: 'every-minute', ...quick, isExclusive: true, schedule: '* * * * *' }
    await startProcess([createJob({ queue, run: async (payload) => void payloads.push(payload) })])
    await vi.waitFor(() => expect(payloads).toContainEqual({}), patience)
  })

  test('a schedule missing from a new version is removed', async () => {
    const queue: Queue = { name: 'given-up-on', ...quick, isExclusive: true, schedule: '0 4 1 1 *' }
    const { schedule: _schedule, ...unscheduled } = queue
    const schedules = async () =>
      (await sql`select cron from pgboss.schedule where name = 'given-up-on'`.execute(database.kysely)).rows
    await startProcess([createJob({ queue, run: async () => {} })])
    expect(await schedules()).toEqual([{ cron: '0 4 1 1 *' }])
    await startProcess([createJob({ queue: unscheduled, run: async () => {} })])
    expect(await schedules()).toEqual([])
  })

  test('an exclusive queue has one job at a time and accepts no other', async () => {
    const queue: Queue<{ n: number }> = { name: 'exclusive', ...quick, isExclusive: true }
    const gate = Promise.withResolvers<void>()
    const done: number[] = []
    const jobs = await startProcess([
      createJob({
        queue,
        run: async ({ n }) => {
          done.push(n)
          await gate.promise
        },
      }),
    ])
    await jobs.enqueue(queue, { n: 1 })
    await vi.waitFor(() => expect(done).toEqual([1]), patience)
    await jobs.enqueue(queue, { n: 2 })
    expect(await rowsOf(queue.name)).toMatchObject([{ state: 'active' }])
    gate.resolve()
    await vi.waitFor(async () => expect((await jobs.overview()).running).toEqual([]), patience)
    await jobs.enqueue(queue, { n: 3 })
    await vi.waitFor(() => expect(done).toEqual([1, 3]), patience)
  })

  test('the progress of a job can be read while it runs', async () => {
    const queue: Queue = { name: 'progress', ...quick }
    const gate = Promise.withResolvers<void>()
    const jobs = await startProcess([
      createJob({
        queue,
        run: async (_, { reportProgress }) => {
          await reportProgress({ bytes: 512 })
          await gate.promise
        },
      }),
    ])
    await jobs.enqueue(queue, {})
    await vi.waitFor(
      async () =>
        expect((await jobs.overview()).running).toMatchObject([{ queue: 'progress', progress: { bytes: 512 } }]),
      patience,
    )
    gate.resolve()
  })

  test('a stopping process returns its job, and another one runs it from the start', async () => {
    const queue: Queue = { name: 'put-back', ...quick }
    const started = Promise.withResolvers<void>()
    const first = await startProcess([
      createJob({
        queue,
        run: async (_, { signal }) => {
          started.resolve()
          await wait(60_000, undefined, { signal })
        },
      }),
    ])
    await first.enqueue(queue, {})
    await started.promise
    await first.stop()
    expect((await rowsOf(queue.name)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['completed', 0],
      ['created', 0],
    ])
    const attempts: number[] = []
    await startProcess([createJob({ queue, run: async (_, { attempt }) => void attempts.push(attempt) })])
    await vi.waitFor(() => expect(attempts).toEqual([1]), patience)
  })

  test('a stopping process lets a nearly finished job complete', async () => {
    const queue: Queue = { name: 'finishes', ...quick }
    const begun = Promise.withResolvers<void>()
    const jobs = await startProcess([
      createJob({
        queue,
        run: async (_, { signal }) => {
          begun.resolve()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          await sql`select 1`.execute(database.kysely)
        },
      }),
    ])
    await jobs.enqueue(queue, {})
    await begun.promise
    await jobs.stop()
    expect(await rowsOf(queue.name)).toMatchObject([{ state: 'completed' }])
  })

  test('a job that ignores its signal cannot delay a stop, and is retried', async () => {
    const queue: Queue = { name: 'deaf', ...quick }
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const run = async () => {
      begun.resolve()
      await gate.promise
    }
    const jobs = await startProcess([createJob({ queue, run })], { stopWithinMs: 50 })
    await jobs.enqueue(queue, {})
    await begun.promise
    await jobs.stop()
    expect(await rowsOf(queue.name)).toMatchObject([{ state: 'retry' }])
    gate.resolve()
  })

  test('a process stopped before it used the queue starts nothing afterwards', async () => {
    const queue: Queue = { name: 'too-late', ...quick }
    const jobs = new BossJobs({ database, log: { warn: recordLine('warn'), error: recordLine('error') }, pace })
    jobs.register([createJob({ queue, run: async () => {} })])
    await jobs.stop()
    await jobs.start()
    await expect(jobs.enqueue(queue, {})).rejects.toThrow('the server stops')
    expect(await rowsOf(queue.name)).toEqual([])
  })

  test('no other process runs work whose lease was released', async () => {
    const queue: Queue = { name: 'held', ...quick }
    const jobs = await startProcess([createJob({ queue, run: async () => {} })])
    const lease = await jobs.lease(queue, { topic: 'chai' })
    expect(await rowsOf(queue.name)).toMatchObject([{ state: 'created' }])
    await lease.release()
    expect(await rowsOf(queue.name)).toEqual([])
  })

  test('leased work stays with its process while the process lives', async () => {
    const queue: Queue = { name: 'renewed', ...quick }
    let runs = 0
    const job = createJob({ queue, run: async () => void (runs += 1) })
    const jobs = await startProcess([job], { pace: { ...pace, lease: 9 } })
    const until = async () => {
      const { rows } = await sql<{
        at: Date
      }>`select start_after as at from pgboss.job where name = ${queue.name}`.execute(database.kysely)
      return rows[0]?.at.getTime() ?? 0
    }
    const lease = await jobs.lease(queue, {})
    const first = await until()
    await vi.waitFor(async () => expect(await until()).toBeGreaterThan(first + 1_500), patience)
    await lease.release()
    expect(runs).toBe(0)
  })

  test('another process takes over leased work after the lease expires', async () => {
    const queue: Queue<{ topic: string }> = { name: 'left-behind', ...quick }
    const done: string[] = []
    const jobs = await startProcess([createJob({ queue, run: async ({ topic }) => void done.push(topic) })])
    await jobs.lease(queue, { topic: 'chai' })
    const [row] = await rowsOf(queue.name)
    expect(row?.waits).toBeGreaterThan(30)
    await bringForward(queue.name)
    await vi.waitFor(() => expect(done).toEqual(['chai']), patience)
  })

  test('a job is queued in the same transaction as its data, or not at all', async () => {
    const queue: Queue<{ n: number }> = { name: 'together', ...quick }
    const done: number[] = []
    const jobs = await startProcess([createJob({ queue, run: async ({ n }) => void done.push(n) })])
    await database.pool.query('create table job_note (n integer primary key)')
    const store = (n: number, answer: () => boolean) =>
      jobs.enqueueWith(queue, { n }, async (transaction) => {
        await sql`insert into job_note values (${n})`.execute(transaction)
        return answer()
      })
    expect(await store(1, () => true)).toBe(true)
    await expect(
      store(2, () => {
        throw new Error('no room')
      }),
    ).rejects.toThrow('no room')
    expect(await jobs.enqueueWith(queue, { n: 3 }, async () => false)).toBe(false)
    await vi.waitFor(() => expect(done).toEqual([1]), patience)
    // of the other two nothing exists, neither waiting nor done
    expect(await rowsOf(queue.name)).toHaveLength(1)
    expect((await database.pool.query('select n from job_note')).rows).toEqual([{ n: 1 }])
    await database.pool.query('drop table job_note')
  })
}
