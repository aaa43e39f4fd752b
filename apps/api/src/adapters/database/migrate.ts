import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { MigrationError } from './database.errors.ts'

/** The folder of the SQL files: `NNNN_what.sql`, forward only, the same for both engines. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

export interface MigrateOptions {
  folder?: string
  /** Applies only these files, for a database of an older version; all by default. */
  names?: readonly string[]
}

/** Applies the files that this database has not applied yet, all or none, and returns their names. Throws `MigrationError`. */
export async function migrate(
  kysely: Kysely<object>,
  { folder = migrationsFolder, names }: MigrateOptions = {},
): Promise<string[]> {
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
