import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './database.ts'

const migrations = new URL('../../migrations/', import.meta.url)

/** Every version since this file has applied it. */
const baseline = '0001_accounts.sql'

/** An arbitrary constant that prevents two starting processes from migrating at once. */
const migrationLock = 4_180_021

/**
 * Migrates the tables to the newest version; running it again changes nothing. Each file is sent together with
 * its ledger row as one string, which PostgreSQL runs as one transaction without reserving a client.
 *
 * @returns the names of the files that were applied
 * @throws Error if an early development version made the tables, from before the baseline
 */
export async function migrate(database: Database): Promise<string[]> {
  await database.query(`select pg_advisory_xact_lock(${migrationLock});
    create table if not exists oidc_migration (name text primary key, applied_at timestamptz not null default now());`)
  const { rows } = await database.query('select name from oidc_migration')
  const applied = new Set(rows.map((row) => row.name))
  if (applied.size > 0 && !applied.has(baseline))
    throw new Error(
      'The accounts were made by an early development version, and their tables cannot be upgraded. Nothing was changed. Start with an empty database.',
    )
  const pending = (await readdir(migrations))
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name) && !applied.has(name))
    .toSorted()
  for (const name of pending) {
    const sql = await readFile(new URL(name, migrations), 'utf8')
    // The name matches the pattern above, so it needs no quoting.
    await database.query(
      `select pg_advisory_xact_lock(${migrationLock});\n${sql}\ninsert into oidc_migration (name) values ('${name}') on conflict do nothing;`,
    )
  }
  return pending
}
