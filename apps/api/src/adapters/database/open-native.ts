import { escapeIdentifier } from 'pg'
import type { Database } from './database.port.ts'
import { createKysely, createPool } from './pool.ts'

/** Opens a PostgreSQL 15+ server by its URL. It looks after its own checkpoints; a lost server shows as failed queries. */
export function openNative(databaseUrl: string): Database {
  const pool = createPool({ connectionString: databaseUrl, max: 10, options: '-c timezone=UTC' })
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
