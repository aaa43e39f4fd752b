import { type Kysely, sql } from 'kysely'
import type { Provenance, QueryEcho } from '@auspex/sdk/types'
import type { Search, SearchOutcome } from './search.ts'

interface SearchTable {
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

/** All SQL of searches. */
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

    /** Unfinished searches of any process for this query, oldest first; none that began before `since`. */
    async listRunning(
      { signalId, provenance }: { signalId: string; provenance: Provenance },
      since: Date,
    ): Promise<Search[]> {
      const rows = await db
        .selectFrom('search')
        .selectAll()
        .where('signal_id', '=', signalId)
        .where('provenance', '=', provenance)
        .where('finished_at', 'is', null)
        .where('started_at', '>', since)
        .orderBy('started_at')
        .orderBy('id')
        .execute()
      return rows.map(toSearch)
    },

    /** Ends every search that still waits for the job: those that joined it from other processes. */
    async endWaiting(
      jobId: string,
      { status, message, matched, suggestions, finishedAt }: SearchOutcome,
    ): Promise<void> {
      await sql`
        update search set status = ${status}, message = ${message}, matched = ${matched},
          suggestions = ${JSON.stringify(suggestions)}::jsonb, finished_at = ${finishedAt}
        where job_id = ${jobId} and finished_at is null`.execute(db)
    },

    /** The searches that wait for a job, oldest first. */
    async findWaiting(jobId: string): Promise<Search[]> {
      const rows = await db
        .selectFrom('search')
        .selectAll()
        .where('job_id', '=', jobId)
        .where('finished_at', 'is', null)
        .orderBy('started_at')
        .orderBy('id')
        .execute()
      return rows.map(toSearch)
    },

    /** How many searches of a job are stored, and how many of them still wait for it. */
    async countOf(jobId: string): Promise<{ known: number; waiting: number }> {
      const { rows } = await sql<{ known: number; waiting: number }>`
        select count(*)::int as known, count(*) filter (where finished_at is null)::int as waiting
        from search where job_id = ${jobId}`.execute(db)
      return rows[0] ?? { known: 0, waiting: 0 }
    },

    /** Fails every unfinished search that began before `before`, and returns their jobs. */
    async failUnfinished({ message, at, before }: { message: string; at: Date; before: Date }): Promise<string[]> {
      const { rows } = await sql<{ job_id: string }>`
        update search set status = 'failed', message = ${message}, finished_at = ${at}
        where finished_at is null and started_at < ${before} returning job_id`.execute(db)
      return [...new Set(rows.map((row) => row.job_id))]
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

function toSearch(row: SearchTable): Search {
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
