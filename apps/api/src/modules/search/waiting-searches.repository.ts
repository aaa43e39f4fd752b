import type { Provenance } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import { type SearchTable, toSearch } from './search.repository.ts'
import type { Search, SearchOutcome } from './search.ts'

export type WaitingSearchesRepository = ReturnType<typeof createWaitingSearchesRepository>

/** SQL of searches that have not ended, in any process. */
export function createWaitingSearchesRepository(database: { kysely: Kysely<object> }) {
  const db = database.kysely.withTables<{ search: SearchTable }>()
  return {
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
    async endOf(jobId: string, { status, message, matched, suggestions, finishedAt }: SearchOutcome): Promise<void> {
      await sql`
        update search set status = ${status}, message = ${message}, matched = ${matched},
          suggestions = ${JSON.stringify(suggestions)}::jsonb, finished_at = ${finishedAt}
        where job_id = ${jobId} and finished_at is null`.execute(db)
    },

    /** The searches that wait for a job, oldest first. */
    async listOf(jobId: string): Promise<Search[]> {
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
    async failBefore(before: Date, { message, at }: { message: string; at: Date }): Promise<string[]> {
      const { rows } = await sql<{ job_id: string }>`
        update search set status = 'failed', message = ${message}, finished_at = ${at}
        where finished_at is null and started_at < ${before} returning job_id`.execute(db)
      return [...new Set(rows.map((row) => row.job_id))]
    },
  }
}
