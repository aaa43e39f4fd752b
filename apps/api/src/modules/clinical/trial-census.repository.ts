import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { CountedStudy } from './trial-facets.ts'

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
