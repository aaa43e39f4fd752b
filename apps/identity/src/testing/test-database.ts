import { PGlite } from '@electric-sql/pglite'
import type { Database, Row } from '../storage/database.ts'

/** The engine that no file uses at the moment, empty. */
let idle: PGlite | null = null

/**
 * A real PostgreSQL in this process, empty. Starting one takes seconds, so the tests of a file share one, and the files of a worker one after the
 * other.
 */
export async function openTestDatabase(): Promise<Database & { close(): Promise<void> }> {
  const free = idle
  idle = null
  const pglite = free ?? (await PGlite.create())
  let isClosed = false
  return {
    query: async (sql, params) => {
      if (isClosed) throw new Error('The test has closed its database.')
      // Only exec supports several statements.
      return params ? pglite.query<Row>(sql, params) : { rows: (await pglite.exec(sql)).at(-1)?.rows ?? [] }
    },
    close: async () => {
      isClosed = true
      if (idle !== null) return pglite.close()
      await pglite.exec('discard all')
      await pglite.exec('drop schema public cascade; create schema public') // a provider creates nothing else
      idle = pglite
    },
  }
}
