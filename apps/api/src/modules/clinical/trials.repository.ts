import type { TrialStatus } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { CountedStudy } from './trial-facets.ts'
import type { Snapshot } from './trial-versions.ts'

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

/** Maximum number of versions stored per study. */
const maxVersions = 100

export type TrialSnapshotsRepository = ReturnType<typeof createTrialSnapshotsRepository>

/** SQL of the versions of studies. */
export function createTrialSnapshotsRepository({ kysely }: Database) {
  return {
    /** Oldest first. */
    async list(nctId: string): Promise<Snapshot[]> {
      const { rows } = await sql<Snapshot>`
        select to_char(updated_day, 'YYYY-MM-DD') as "updatedDay", read_at as "readAt", fields
        from trial_snapshot where nct_id = ${nctId} order by read_at`.execute(kysely)
      return rows
    },

    /** Stores a version and retains only the newest hundred. */
    async add(nctId: string, { updatedDay, readAt, fields }: Snapshot): Promise<void> {
      await sql`
        insert into trial_snapshot (nct_id, read_at, updated_day, fields)
        values (${nctId}, ${readAt}, ${updatedDay}::date, ${JSON.stringify(fields)}::jsonb)
        on conflict (nct_id, read_at) do nothing`.execute(kysely)
      await sql`
        delete from trial_snapshot where nct_id = ${nctId} and read_at < (
          select min(read_at) from (
            select read_at from trial_snapshot where nct_id = ${nctId} order by read_at desc limit ${maxVersions}
          ) kept
        )`.execute(kysely)
    },

    /** Deletes a study that was removed from the register. */
    async forget(nctId: string): Promise<void> {
      await sql`delete from trial_snapshot where nct_id = ${nctId}`.execute(kysely)
    },
  }
}

export interface Census {
  total: number
  counted: number
  /** Null when everything was read. */
  nextToken: string | null
  begunAt: Date
}

export type TrialCensusRepository = ReturnType<typeof createTrialCensusRepository>

/** SQL of the studies of a running census. */
export function createTrialCensusRepository({ kysely }: Database) {
  return {
    async find(key: string): Promise<Census | null> {
      const { rows } = await sql<Census>`
        select total, counted, next_token as "nextToken", begun_at as "begunAt" from trial_census where key = ${key}
      `.execute(kysely)
      return rows[0] ?? null
    },

    /** Starts a new census, and deletes those started before `keepFrom`. */
    async begin(key: string, census: Census, keepFrom: Date): Promise<void> {
      await sql`delete from trial_census where begun_at < ${keepFrom} or key = ${key}`.execute(kysely)
      await sql`
        insert into trial_census (key, total, counted, next_token, begun_at)
        values (${key}, ${census.total}, ${census.counted}, ${census.nextToken}, ${census.begunAt})`.execute(kysely)
    },

    /** Adds the next page and stores the progress in one statement; drops a page that another process has already added. */
    async addPage(
      key: string,
      page: { studies: readonly CountedStudy[]; countedBefore: number; counted: number; nextToken: string | null },
    ): Promise<void> {
      await sql`
        with progress as (
          update trial_census set counted = ${page.counted}, next_token = ${page.nextToken} 
          where key = ${key} and counted = ${page.countedBefore} returning key
        )
        insert into trial_census_page (key, number, studies)
        select progress.key, coalesce((select max(number) + 1 from trial_census_page where key = ${key}), 0), ${JSON.stringify(page.studies)}::jsonb from progress
        on conflict (key, number) do update set studies = excluded.studies`.execute(kysely)
    },

    /** Page by page, so that not all are in memory at once. */
    async *readPages(key: string): AsyncGenerator<readonly CountedStudy[]> {
      for (let number = 0; ; number += 1) {
        const { rows } = await sql<{ studies: CountedStudy[] }>`
          select studies from trial_census_page where key = ${key} and number = ${number}`.execute(kysely)
        const [page] = rows
        if (page === undefined) return
        yield page.studies
      }
    },
  }
}
