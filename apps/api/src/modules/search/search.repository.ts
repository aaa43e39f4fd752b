import { type Kysely, sql } from 'kysely'
import type { Provenance, QueryEcho } from '@auspex/sdk/types'
import type { Search, SearchOutcome } from './search.ts'

export interface SearchTable {
  id: string
  job_id: string
  signal_id: string
  user_id: string
  status: Search['status']
  message: string | null
  cached: boolean
  echo: QueryEcho
  provenance: Provenance
  feeds: string[]
  matched: number | null
  suggestions: string[]
  started_at: Date
  finished_at: Date | null
}

/** A successful fan-out, by which freshness is judged. */
export interface FinishedFanOut {
  jobId: string
  finishedAt: Date
  provenance: Provenance
  feeds: string[]
}

export type SearchRepository = ReturnType<typeof createSearchRepository>

/** SQL of the searches of people; `waiting-searches.repository.ts` has those that have not ended. */
export function createSearchRepository(database: { kysely: Kysely<object> }) {
  const db = database.kysely.withTables<{ search: SearchTable }>()
  return {
    /** Writes the search's current state; a later write replaces the state, never the query. */
    async save(search: Search): Promise<void> {
      const row = toRow(search)
      const { status, message, matched, suggestions, finished_at } = row
      await db
        .insertInto('search')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ status, message, matched, suggestions, finished_at })
            .where('search.finished_at', 'is', null),
        )
        .execute()
    },

    /** That person's search; null for anyone else's. */
    async find({ id, userId }: { id: string; userId: string }): Promise<Search | null> {
      const row = await db
        .selectFrom('search')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row === undefined ? null : toSearch(row)
    },

    /** The signals among these that the person searched. */
    async listSearched(userId: string, signalIds: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select distinct signal_id as id from search
        where user_id = ${userId} and signal_id = any(${[...signalIds]}::text[])`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** The signals that any of the people searched. */
    async listSearchedBy(userIds: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select distinct signal_id as id from search where user_id = any(${[...userIds]}::text[])`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** The last time that the sources were queried for the signal and enough was found. */
    async findLastFanOut(signalId: string): Promise<FinishedFanOut | null> {
      const row = await db
        .selectFrom('search')
        .select(['job_id', 'finished_at', 'provenance', 'feeds'])
        .where('signal_id', '=', signalId)
        .where('status', '=', 'complete')
        .where('cached', '=', false)
        .orderBy('finished_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined || row.finished_at === null) return null
      return { jobId: row.job_id, finishedAt: row.finished_at, provenance: row.provenance, feeds: row.feeds }
    },

    /** Deletes searches that ended before `before`; reports and documents stay. */
    async forgetBefore(before: Date): Promise<void> {
      await db.deleteFrom('search').where('finished_at', '<', before).execute()
    },
  }
}

function toRow(search: Search) {
  const { outcome } = search
  return {
    id: search.id,
    job_id: search.jobId,
    signal_id: search.signalId,
    user_id: search.userId,
    status: outcome?.status ?? search.status,
    message: outcome?.message ?? null,
    cached: search.cached,
    echo: sql<QueryEcho>`${JSON.stringify(search.echo)}::jsonb`,
    provenance: search.provenance,
    feeds: sql<string[]>`${JSON.stringify(search.feeds)}::jsonb`,
    matched: outcome?.matched ?? null,
    suggestions: sql<string[]>`${JSON.stringify(outcome?.suggestions ?? [])}::jsonb`,
    started_at: search.startedAt,
    finished_at: outcome?.finishedAt ?? null,
  }
}

export function toSearch(row: SearchTable): Search {
  const status = row.status
  const hasEnded = status === 'complete' || status === 'failed' || status === 'cancelled'
  const outcome: SearchOutcome | null =
    hasEnded && row.finished_at !== null
      ? {
          status,
          message: row.message,
          matched: row.matched,
          suggestions: row.suggestions,
          finishedAt: row.finished_at,
        }
      : null
  return {
    id: row.id,
    jobId: row.job_id,
    signalId: row.signal_id,
    userId: row.user_id,
    echo: row.echo,
    provenance: row.provenance,
    feeds: row.feeds,
    cached: row.cached,
    status,
    startedAt: row.started_at,
    outcome,
  }
}
