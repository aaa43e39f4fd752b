import type { Database } from '../adapters/database/database.port.ts'
import { BossJobs } from '../adapters/jobs/pg-boss/boss-jobs.ts'
import { runForTenant, strangers } from '../kernel/work.ts'

/** Creates in a template what the server creates on first use, which would cost each test file a second: the queue, and the role of tenants. */
export async function createOnFirstUse(database: Database): Promise<void> {
  const jobs = new BossJobs({ database, log: { warn: () => {}, error: () => {} } })
  await jobs.overview()
  await jobs.stop()
  await runForTenant(strangers, () => database.pool.query('select 1'))
}
