import { escapeIdentifier } from 'pg'
import type { StatementPool } from './database.port.ts'

/** An acceptable error of a planner estimate; PostgreSQL's own `autovacuum_analyze_scale_factor`. */
const minGrowth = 0.1
/** Additional growth in pages that is ignored, about fifty documents. */
const ignoredPages = 4

/**
 * Returns which tables have grown by a tenth since their statistics were computed: measured in pages, because the embedded engine does not count
 * changed rows. Statistics for a million documents after a dozen new ones would block all others for a second.
 */
export async function grownTables(pool: StatementPool, tables: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select t.name from unnest($1::text[], $2::text[]) with ordinality as t (name, identifier, place)
     join pg_class c on c.oid = t.identifier::regclass
     where pg_relation_size(c.oid) / current_setting('block_size')::int > c.relpages * (1 + $3::float8) + $4::int
     order by t.place`,
    [tables, tables.map(escapeIdentifier), minGrowth, ignoredPages],
  )
  return rows.map(({ name }) => name)
}
