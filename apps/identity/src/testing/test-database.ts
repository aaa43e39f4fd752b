import { PGlite } from '@electric-sql/pglite'
import type { Database, Row } from '../storage/database.ts'

/** A real PostgreSQL in this process. Starting it takes seconds, so a test file shares one. */
export async function openTestDatabase(): Promise<Database & { close(): Promise<void> }> {
  const pglite = await PGlite.create()
  return {
    // Only exec accepts several statements.
    query: async (sql, params) =>
      params ? pglite.query<Row>(sql, params) : { rows: (await pglite.exec(sql)).at(-1)?.rows ?? [] },
    close: () => pglite.close(),
  }
}
