import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { MigrationError } from './database.errors.ts'

/** The folder of the SQL files: the baselines of the rooms, then `NNNN_what.sql`, forward only, the same for both engines. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

export interface MigrateOptions {
  folder?: string
  /** Applies only these files, for a database of an older version; all by default. */
  names?: readonly string[]
}

/**
 * Applies the files that this database has not applied yet, all or none, and returns their names. Throws `MigrationError`, before it changes
 * anything if the tables are not of this version or an older one.
 */
export async function migrate(
  kysely: Kysely<object>,
  { folder = migrationsFolder, names }: MigrateOptions = {},
): Promise<string[]> {
  refuseOtherTables(await listAppliedMigrations(kysely), await listMigrations(folder))
  // Engineers add files in parallel, so a lower number may arrive after a higher one
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: () => readMigrations(folder, names) },
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find((result) => result.status === 'Error')
  if (error !== undefined) {
    throw new MigrationError(`Migration ${failed?.migrationName ?? '(none began)'} failed: ${describe(error)}`, {
      cause: error,
    })
  }
  return results.map((result) => result.migrationName)
}

/** Lists the migrations of this version, in order. */
export async function listMigrations(folder: string = migrationsFolder): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  return files.map((name) => name.slice(0, -'.sql'.length)).toSorted()
}

/** Lists the migrations that a database has applied, in order; none in an empty database. */
export async function listAppliedMigrations(db: Kysely<object>): Promise<string[]> {
  const { rows: existing } = await sql<{ exists: boolean }>`
    select to_regclass('public.kysely_migration') is not null as exists`.execute(db)
  if (existing[0]?.exists !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether the migrations are those of an early development version, from before the baselines: every later version applied the first one. */
export function isBeforeBaseline(applied: readonly string[], [baseline = '']: readonly string[]): boolean {
  return applied.length > 0 && !applied.includes(baseline)
}

/** Kysely refuses them, too, but only by saying that a migration is missing. */
function refuseOtherTables(applied: readonly string[], migrations: readonly string[]): void {
  if (isBeforeBaseline(applied, migrations))
    throw new MigrationError(
      'The library was made by an early development version of Auspex, and its tables cannot be upgraded. Nothing was changed. Set AUSPEX_DATA to an empty folder (or DATABASE_URL to an empty database) and import your files again. To keep more, export it first with the version that made it.',
    )
  const unknown = applied.find((name) => !migrations.includes(name))
  if (unknown !== undefined)
    throw new MigrationError(
      `The library was made by a newer version of Auspex (${unknown}). Nothing was changed. Start that version, or restore a backup of this version into an empty library.`,
    )
}

async function readMigrations(folder: string, names?: readonly string[]): Promise<Record<string, Migration>> {
  const selected = (await listMigrations(folder)).filter((name) => names === undefined || names.includes(name))
  const entries = await Promise.all(
    selected.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(join(folder, `${name}.sql`), 'utf8')
      return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
    }),
  )
  return Object.fromEntries(entries)
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
