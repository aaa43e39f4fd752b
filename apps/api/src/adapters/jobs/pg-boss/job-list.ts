import { type Kysely, sql } from 'kysely'
import type { JobFilter, ListedJob } from '../jobs.port.ts'
import { failedQueue } from './job-records.ts'

/** pg-boss stores a dead letter twice: in its queue for an hour, and in the failed queue for 30 days. It is listed once. */
const columns = sql`
  id::text,
  case when name = ${failedQueue} then source_name else name end as queue,
  case when name = ${failedQueue} then 'failed' when state < 'active' then 'waiting'
    when state = 'active' then 'running' else 'completed' end as state,
  case when name = ${failedQueue} then source_retry_count + 1 when state = 'created' then 0 else retry_count + 1 end
    as attempts,
  case when name = ${failedQueue} then source_retry_count + 1 else retry_limit + 1 end as "maxAttempts",
  nullif(data::text, '{}') as subject,
  case when name = ${failedQueue} then coalesce(source_output ->> 'message', source_output -> 'value' ->> 'message', '')
    when state = 'retry' then coalesce(output ->> 'message', output -> 'value' ->> 'message') end as error,
  case when name = ${failedQueue} then coalesce(source_created_on, created_on) else created_on end as "queuedAt",
  case when name <> ${failedQueue} and state < 'active' then start_after end as "startsAt",
  case when name <> ${failedQueue} then started_on end as "startedAt",
  case when name = ${failedQueue} then created_on else completed_on end as "finishedAt",
  case when name = ${failedQueue} then (output ->> 'retriedAt')::timestamptz end as "retriedAt"`

/** The administrators' view of jobs. */
export function createJobList(kysely: Kysely<object>, queues: readonly string[]) {
  const ours = sql`(select ${columns}, id as key from pgboss.job
    where (name = any(${[...queues]}::text[]) and state in ('created', 'retry', 'active', 'completed')) or name = ${failedQueue}) as job`
  const matchesFilter = ({ state, queue, searchTerm }: JobFilter) => sql`
    (${state}::text is null or state = ${state}) and (${queue}::text is null or queue = ${queue})
    and (${searchTerm}::text is null or position(lower(${searchTerm})
      in lower(queue || ' ' || coalesce(error, '') || ' ' || coalesce(subject, ''))) > 0)`
  return {
    async list(filter: JobFilter, { limit, offset }: { limit: number; offset: number }): Promise<ListedJob[]> {
      const { rows } = await sql<ListedJob & { key: string }>`
        select * from ${ours} where ${matchesFilter(filter)} order by "queuedAt" desc, key limit ${limit} offset ${offset}`.execute(
        kysely,
      )
      return rows.map(({ key: _key, ...job }) => job)
    },

    async count(filter: JobFilter): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from ${ours} where ${matchesFilter(filter)}`.execute(kysely)
      return rows[0]?.total ?? 0
    },

    async find(id: string): Promise<ListedJob | null> {
      const { rows } = await sql<ListedJob & { key: string }>`
        select * from ${ours} where key = ${id}::uuid limit 1`.execute(kysely)
      const [row] = rows
      if (row === undefined) return null
      const { key: _key, ...job } = row
      return job
    },
  }
}

/** Marks a dead letter as retried and returns its payload; null if it already was, or while its give-up handler is still running. */
export async function markRetried(transaction: Kysely<object>, id: string, now: Date): Promise<object | null> {
  const { rows } = await sql<{ data: object }>`
    update pgboss.job
    set output = case when jsonb_typeof(output) = 'object' then output else '{}'::jsonb end
      || jsonb_build_object('retriedAt', ${now.toISOString()}::text)
    where name = ${failedQueue} and id = ${id}::uuid and state >= 'completed'
      and not coalesce(jsonb_exists(output, 'retriedAt'), false)
    returning data`.execute(transaction)
  return rows[0]?.data ?? null
}
