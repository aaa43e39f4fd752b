import { escapeIdentifier } from 'pg'
import type { Database } from './database.port.ts'
import { createKysely, createPool } from './pool.ts'

/** Days are those of UTC; an import moves new words into the index every 30,000 documents, others are not held by it. */
const options = '-c timezone=UTC -c gin_pending_list_limit=16MB'

/** Opens a PostgreSQL 15+ server by its URL. It looks after its own checkpoints; a lost server shows as failed queries. */
export function openNative(databaseUrl: string): Database {
  const pool = createPool({ connectionString: databaseUrl, max: 10, options })
  let closing: Promise<void> | null = null
  return {
    engine: 'native',
    pool,
    kysely: createKysely(pool),
    crashed: new Promise<Error>(() => {}),
    maintain: async (tables) => {
      for (const table of tables) await pool.query(`vacuum (analyze) ${escapeIdentifier(table)}`)
    },
    close: () => (closing ??= pool.end()),
  }
}
