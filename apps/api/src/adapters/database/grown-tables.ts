import { escapeIdentifier } from 'pg'
import type { StatementPool } from './database.port.ts'

/** As much as a planner's estimate may be wrong by; PostgreSQL's own `autovacuum_analyze_scale_factor`. */
const growth = 0.1
/** Pages that a table may grow by beside that, some fifty documents. */
const fewPages = 4

/**
 * Which of the tables have grown by a tenth since their statistics were made: by their pages, because the embedded engine counts no rows
 * that change. After a dozen documents statistics of a million would take a second in which nobody else is answered.
 */
export async function grownTables(pool: StatementPool, tables: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select t.name from unnest($1::text[], $2::text[]) with ordinality as t (name, identifier, place)
     join pg_class c on c.oid = t.identifier::regclass
     where pg_relation_size(c.oid) / current_setting('block_size')::int > c.relpages * (1 + $3::float8) + $4::int
     order by t.place`,
    [tables, tables.map(escapeIdentifier), growth, fewPages],
  )
  return rows.map(({ name }) => name)
}
