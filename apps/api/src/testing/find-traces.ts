import { sql } from 'kysely'
import type { Database } from '../adapters/database/database.port.ts'

/** Returns the tables, including those of jobs, in which any column of any row contains the text. */
export async function findTraces({ kysely }: Database, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss') order by 1`.execute(kysely)
  const tablesWithText: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.raw(name)} as whole
      where strpos(whole::text, ${text}) > 0`.execute(kysely)
    if ((rows[0]?.n ?? 0) > 0) tablesWithText.push(name.replace('public.', ''))
  }
  return tablesWithText
}
