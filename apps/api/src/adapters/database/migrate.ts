import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { MigrationError } from './database.errors.ts'

/** Where the SQL files lie: `NNNN_what.sql`, forward only, the same for both engines. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** Applies the files that this database has not seen, all or none, and returns their names. Throws `MigrationError`. */
export async function migrate(kysely: Kysely<object>, folder: string = migrationsFolder): Promise<string[]> {
  // Engineers add files side by side, so a lower number may arrive after a higher one
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: () => readMigrations(folder) },
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

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted()
  const entries = await Promise.all(
    names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(join(folder, name), 'utf8')
      return [name.slice(0, -'.sql'.length), { up: async (db) => void (await sql.raw(text).execute(db)) }]
    }),
  )
  return Object.fromEntries(entries)
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
