import { type Kysely, sql } from 'kysely'
import type { FailedJob, JobsOverview, RunningJob } from '../jobs.port.ts'

/** The dead letter queue. */
export const failedQueue = 'failed'

export type JobRecords = ReturnType<typeof createJobRecords>

/** Reads and writes pg-boss data for which it has no function. No other module accesses its tables by name. */
export function createJobRecords({ kysely }: { kysely: Kysely<object> }) {
  return {
    /** pg-boss stores a job's result in `output`, so it is free until then. */
    async reportProgress({ queue, id, progress }: { queue: string; id: string; progress: object }): Promise<void> {
      await sql`update pgboss.job set output = ${JSON.stringify(progress)}::jsonb
        where name = ${queue} and id = ${id}::uuid and state = 'active'`.execute(kysely)
    },

    async overview(queues: readonly string[]): Promise<JobsOverview> {
      const ours = sql`name = any(${[...queues]}::text[])`
      const { rows: waiting } = await sql<{ name: string; jobs: number }>`select name, count(*)::int as jobs
        from pgboss.job where ${ours} and state < 'active' group by name order by name`.execute(kysely)
      const { rows: running } = await sql<RunningJob>`select id::text, name as queue, started_on as "startedAt",
        output as progress from pgboss.job where ${ours} and state = 'active' order by started_on`.execute(kysely)
      return { waiting: Object.fromEntries(waiting.map(({ name, jobs }) => [name, jobs])), running }
    },

    async listFailed(limit: number): Promise<FailedJob[]> {
      const { rows } = await sql<FailedJob>`select id::text, source_name as queue, data as payload,
        source_retry_count + 1 as attempts, created_on as "failedAt",
        coalesce(source_output ->> 'message', source_output -> 'value' ->> 'message', '') as reason
        from pgboss.job where name = ${failedQueue} order by created_on desc, id limit ${limit}`.execute(kysely)
      return rows
    },

    /** Dead letters by queue. */
    async countFailed(): Promise<Record<string, number>> {
      const { rows } = await sql<{ queue: string; jobs: number }>`select source_name as queue, count(*)::int as jobs
        from pgboss.job where name = ${failedQueue} group by source_name order by source_name`.execute(kysely)
      return Object.fromEntries(rows.map(({ queue, jobs }) => [queue, jobs]))
    },

    /** Ids of running jobs, and of those that wait for their start time. */
    async findUnfinished(queue: string): Promise<{ running: string[]; deferred: string[] }> {
      const { rows } = await sql<{ id: string; isRunning: boolean }>`select id::text, state = 'active' as "isRunning"
        from pgboss.job where name = ${queue} and (state = 'active' or (state = 'created' and start_after > now()))`.execute(
        kysely,
      )
      const idsOf = (running: boolean) => rows.filter(({ isRunning }) => isRunning === running).map(({ id }) => id)
      return { running: idsOf(true), deferred: idsOf(false) }
    },
  }
}
