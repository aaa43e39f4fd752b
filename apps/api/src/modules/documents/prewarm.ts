import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

/**
 * Reads what reports read, in the order of the disk, so that the first report after a start does not fetch page after
 * page. Small steps, so that requests come in between; call it once and do not wait for it.
 */
export async function prewarm(database: Database): Promise<void> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size('document') / current_setting('block_size')::int)::int as pages`.execute(database.kysely)
  const pages = rows[0]?.pages ?? 0
  for (let page = 0; page < pages; page += pagesPerStep) {
    await sql`
      select count(*) from document
      where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + pagesPerStep},0)`}::tid and tone_label >= 0`.execute(
      database.kysely,
    )
  }
}

/** 8 MB, about 10 ms. */
const pagesPerStep = 1_024
