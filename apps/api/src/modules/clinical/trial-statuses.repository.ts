import type { TrialStatus } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

export interface WatchedCondition {
  /** Studies updated up to this day are known. */
  knownTo: string
  /** Where the initial read of all studies continues; null when it is complete or has not begun. */
  nextToken: string | null
  isBegun: boolean
}

export interface StatusChange {
  nctId: string
  day: string
  title: string
  before: TrialStatus
  after: TrialStatus
}

interface KnownStatus {
  nctId: string
  status: TrialStatus
}

export type TrialStatusesRepository = ReturnType<typeof createTrialStatusesRepository>

/** SQL of the last known statuses of the studies of watched conditions. */
export function createTrialStatusesRepository({ kysely }: Database) {
  return {
    async find(condition: string): Promise<WatchedCondition | null> {
      const { rows } = await sql<WatchedCondition>`
        select to_char(known_to, 'YYYY-MM-DD') as "knownTo", next_token as "nextToken", is_begun as "isBegun"
        from watched_condition where condition = ${condition}`.execute(kysely)
      return rows[0] ?? null
    },

    /** Stores the progress, and deletes conditions that were not requested since `keepFrom`. */
    async save(condition: string, watched: WatchedCondition, { at, keepFrom }: { at: Date; keepFrom: Date }) {
      const { knownTo, nextToken, isBegun } = watched
      await sql`delete from watched_condition where read_at < ${keepFrom}`.execute(kysely)
      await sql`
        insert into watched_condition (condition, known_to, next_token, is_begun, read_at)
        values (${condition}, ${knownTo}::date, ${nextToken}, ${isBegun}, ${at})
        on conflict (condition) do update set known_to = excluded.known_to, next_token = excluded.next_token,
          is_begun = excluded.is_begun, read_at = excluded.read_at`.execute(kysely)
    },

    /** The known status of each of these studies; omits those never read. */
    async listStatuses(condition: string, nctIds: readonly string[]): Promise<Map<string, TrialStatus>> {
      const { rows } = await sql<KnownStatus>`
        select nct_id as "nctId", status from trial_status
        where condition = ${condition} and nct_id in (select jsonb_array_elements_text(${JSON.stringify(nctIds)}::jsonb))
      `.execute(kysely)
      return new Map(rows.map(({ nctId, status }) => [nctId, status]))
    },

    /** Stores changes together with the resulting statuses in one statement, so that no change is lost. */
    async saveStatuses(condition: string, studies: readonly KnownStatus[], changes: readonly StatusChange[]) {
      await sql`
        with noted as (
          insert into trial_status_change (condition, nct_id, day, title, before, after)
          select ${condition}, change->>'nctId', (change->>'day')::date, change->>'title', change->>'before', change->>'after'
          from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) as change
          on conflict (condition, nct_id, day) do update set after = excluded.after, title = excluded.title
        )
        insert into trial_status (condition, nct_id, status)
        select ${condition}, study->>'nctId', study->>'status' from jsonb_array_elements(${JSON.stringify(studies)}::jsonb) as study
        on conflict (condition, nct_id) do update set status = excluded.status`.execute(kysely)
    },

    /** Changes within these days, newest first, and their number. */
    async listChanges(
      condition: string,
      { from, to, limit }: { from: string; to: string; limit: number },
    ): Promise<{ changes: StatusChange[]; total: number }> {
      const within = sql`from trial_status_change
        where condition = ${condition} and day between ${from}::date and ${to}::date and before <> after`
      const { rows: changes } = await sql<StatusChange>`
        select nct_id as "nctId", to_char(day, 'YYYY-MM-DD') as day, title, before, after ${within}
        order by trial_status_change.day desc, nct_id limit ${limit}`.execute(kysely)
      const { rows } = await sql<{ total: number }>`select count(*)::int as total ${within}`.execute(kysely)
      return { changes, total: rows[0]?.total ?? 0 }
    },
  }
}
