import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../../../kernel/logger.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import type { Database } from '../../database/database.port.ts'
import { describeOnPostgres } from '../../database/testing/describe-on-postgres.ts'
import { createJob, type Job, type Jobs, type Queue } from '../jobs.port.ts'
import { jobsContract } from '../jobs.contract.ts'
import { runOnce } from '../testing/run-once.ts'
import { BossJobs, createVacuumJob } from './boss-jobs.ts'

describe('jobs on the embedded database', () => {
  jobsContract(createTestDatabase)
})
await describeOnPostgres('jobs on a native PostgreSQL', jobsContract)

describe('the embedded database, which has one process', () => {
  let database: Database
  const running: Jobs[] = []
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(async () => {
    await Promise.all(running.map((jobs) => jobs.stop()))
    await database.close()
  })

  async function startProcess(job: Job): Promise<Jobs> {
    const jobs = new BossJobs({ database, log: createLogger('silent'), stopWithinMs: 10 })
    running.push(jobs)
    jobs.register([job])
    await jobs.start()
    return jobs
  }

  test('reclaims running and leased jobs of the previous process without waiting for expiry', async () => {
    const queue: Queue<{ topic: string }> = {
      name: 'left',
      retry: { limit: 1, delaySeconds: 0, maxDelaySeconds: 1 },
      pollSeconds: 0.5,
      leaseSeconds: 3_600,
    }
    const started = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    // its only worker is busy, so it looks for no other job
    const died = await startProcess(
      createJob({
        queue,
        run: async () => {
          started.resolve()
          await gate.promise
        },
      }),
    )
    await died.enqueue(queue, { topic: 'running' })
    await started.promise
    await died.lease(queue, { topic: 'held' })

    const attempts = new Map<string, number>()
    await startProcess(createJob({ queue, run: async ({ topic }, { attempt }) => void attempts.set(topic, attempt) }))
    await vi.waitFor(() => expect(attempts.size).toBe(2), { timeout: 600_000, interval: 20 })
    expect(Object.fromEntries(attempts)).toEqual({ held: 1, running: 2 })
    gate.resolve()
  })

  test('vacuums its queue tables with an internal job', async () => {
    const jobs = await startProcess(createJob({ queue: { name: 'unused' }, run: async () => {} }))
    await jobs.enqueue({ name: 'jobs-vacuum' }, {})
    await vi.waitFor(
      async () => {
        const { rows } = await database.pool.query("select state from pgboss.job where name = 'jobs-vacuum'")
        expect(rows).toContainEqual({ state: 'completed' })
      },
      { timeout: 600_000, interval: 20 },
    )
  })

  test('does not grow with completed jobs', async () => {
    const sizes: number[] = []
    for (let day = 0; day < 5; day += 1) {
      await database.pool.query("insert into pgboss.job (name, data) select 'left', '{}' from generate_series(1, 2000)")
      const { rows } = await database.pool.query<{ bytes: number }>(
        "select pg_table_size('pgboss.job_common')::int as bytes",
      )
      sizes.push(rows[0]?.bytes ?? 0)
      await database.pool.query("delete from pgboss.job where name = 'left' and state = 'created'")
      await runOnce(createVacuumJob(database.pool))
    }
    const [first = 0] = sizes
    // without cleaning up, the jobs of five days would take five times the first size
    expect(Math.max(...sizes)).toBeLessThan(first * 2)
  })
})
