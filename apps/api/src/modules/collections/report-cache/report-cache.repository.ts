import { type Kysely, sql } from 'kysely'

/** The state of an update of stored reports. */
export interface CacheUpdate {
  id: string
  state: 'running' | 'completed' | 'failed'
  total: number
  updated: number
  failed: number
  startedAt: Date
  finishedAt: Date | null
}

/** An update that takes longer than a job may run was lost with its process. */
const maxDurationMs = 86_400_000

const columns = sql`id, state, total, updated, failed, started_at as "startedAt", finished_at as "finishedAt"`

/** All SQL of updates: the last one of each scope. Also takes a transaction. */
export function createReportCacheRepository(kysely: Kysely<object>) {
  return {
    async find(x: string): Promise<CacheUpdate | null> {
      const { rows } = await sql<CacheUpdate>`select ${columns} from cache_update where x = ${x}`.execute(kysely)
      return rows[0] ?? null
    },

    /** False while any other update is running. Call it in a transaction. */
    async begin({ x, id, now }: { x: string; id: string; now: Date }): Promise<boolean> {
      await sql`select pg_advisory_xact_lock(hashtext('cache update'))`.execute(kysely)
      const lost = new Date(now.getTime() - maxDurationMs)
      await sql`update cache_update set state = 'failed', finished_at = ${now}::timestamptz
        where state = 'running' and started_at < ${lost}::timestamptz`.execute(kysely)
      const { rows } = await sql`select from cache_update where state = 'running' limit 1`.execute(kysely)
      if (rows.length > 0) return false
      await sql`
        insert into cache_update (x, id, state, total, updated, failed, started_at, finished_at)
        values (${x}, ${id}, 'running', 0, 0, 0, ${now}::timestamptz, null)
        on conflict (x) do update set id = excluded.id, state = 'running', total = 0, updated = 0, failed = 0,
          started_at = excluded.started_at, finished_at = null`.execute(kysely)
      return true
    },

    /** Stores the remaining number of signals; false when the update is over. */
    async setLeft({ x, id, left }: { x: string; id: string; left: number }): Promise<boolean> {
      const { numAffectedRows } = await sql`update cache_update set total = updated + failed + ${left}
        where x = ${x} and id = ${id} and state = 'running'`.execute(kysely)
      return numAffectedRows === 1n
    },

    async count({ x, id, isUpdated }: { x: string; id: string; isUpdated: boolean }): Promise<void> {
      await sql`update cache_update
        set updated = updated + ${isUpdated ? 1 : 0}, failed = failed + ${isUpdated ? 0 : 1}
        where x = ${x} and id = ${id} and state = 'running'`.execute(kysely)
    },

    /** Ends an update, as failed when no signal could be updated. */
    async end({ x, id, now }: { x: string; id: string; now: Date }): Promise<void> {
      await sql`update cache_update
        set state = case when failed > 0 and updated = 0 then 'failed' else 'completed' end, finished_at = ${now}::timestamptz
        where x = ${x} and id = ${id} and state = 'running'`.execute(kysely)
    },

    async giveUp({ x, id, now }: { x: string; id: string; now: Date }): Promise<void> {
      await sql`update cache_update set state = 'failed', finished_at = ${now}::timestamptz
        where x = ${x} and id = ${id} and state = 'running'`.execute(kysely)
    },
  }
}

export type ReportCacheRepository = ReturnType<typeof createReportCacheRepository>
