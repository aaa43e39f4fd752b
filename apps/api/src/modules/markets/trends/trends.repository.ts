import type { Database } from '../../../adapters/database/database.port.ts'
import type { Redaction } from '../../../kernel/redaction.ts'
import type { Provenance } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { toPattern } from '../../../adapters/database/redact-columns.ts'
import { isAfterDeletions } from '../../library/index.ts'

/** A stored result computed from the library. */
export interface Snapshot<Body> {
  libraryRevision: number
  at: Date
  body: Body
}

export type TrendsRepository = ReturnType<typeof createTrendsRepository>

/** All SQL of trends. */
export function createTrendsRepository({ kysely }: Database) {
  return {
    async find<Body>(key: string, provenance: Provenance): Promise<Snapshot<Body> | null> {
      const { rows } = await sql<Snapshot<Body>>`
        select library_revision::float8 as "libraryRevision", computed_at as at, body from trend_snapshot
        where key = ${key} and provenance = ${provenance}`.execute(kysely)
      return rows[0] ?? null
    },

    /** Stores nothing if an import was deleted after the documents were read. */
    async save<Body>(
      key: string,
      { libraryRevision, body, provenance, at }: Snapshot<Body> & { provenance: Provenance },
    ): Promise<void> {
      await sql`
        insert into trend_snapshot (key, provenance, library_revision, computed_at, body)
        select ${key}, ${provenance}, ${libraryRevision}::bigint, ${at}::timestamptz, ${JSON.stringify(body)}::jsonb
        where ${isAfterDeletions(libraryRevision)}
        on conflict (key) do update set provenance = excluded.provenance, library_revision = excluded.library_revision,
          computed_at = excluded.computed_at, body = excluded.body`.execute(kysely)
    },

    /** Deletes the results that quote deleted documents. */
    async forgetQuoting({ markers }: Redaction): Promise<void> {
      await sql`delete from trend_snapshot where body::text ~ ${toPattern(markers)}`.execute(kysely)
    },

    async forgetAll(): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        // waits for a result that is being stored, so that it is deleted too
        await sql`lock table trend_snapshot in share row exclusive mode`.execute(trx)
        await sql`delete from trend_snapshot`.execute(trx)
      })
    },

    /** Retains the newest rows with a key prefix, so that browsing many days does not fill the disk. */
    async keepNewest(prefix: string, maxRows: number): Promise<void> {
      await sql`delete from trend_snapshot where starts_with(key, ${prefix}) and key not in (
        select key from trend_snapshot where starts_with(key, ${prefix}) order by computed_at desc limit ${maxRows})`.execute(
        kysely,
      )
    },

    /** Deletes rows with a key prefix that were computed from an older library, or before a point in time. */
    async forgetOlder(prefix: string, { revision, before }: { revision: number; before: Date }): Promise<void> {
      await sql`delete from trend_snapshot where starts_with(key, ${prefix})
        and (library_revision <> ${revision} or computed_at < ${before}::timestamptz)`.execute(kysely)
    },
  }
}
