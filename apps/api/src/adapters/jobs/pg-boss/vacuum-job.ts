import type { StatementPool } from '../../database/database.port.ts'
import { createJob, type Job } from '../jobs.port.ts'

/**
 * The embedded engine has no autovacuum, and a queue leaves a dead row for every step of every job. For that engine alone;
 * a server looks after itself.
 */
export function createVacuumJob(pool: StatementPool): Job {
  return createJob({
    queue: { name: 'jobs-vacuum', isExclusive: true, schedule: '41 * * * *', pollSeconds: 60 },
    async run() {
      await pool.query('vacuum (analyze) pgboss.job_common, pgboss.queue, pgboss.schedule, pgboss.version')
    },
  })
}
