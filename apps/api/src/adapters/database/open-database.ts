import type { Database, DatabaseLog } from './database.port.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import { openClickhouse } from '../clickhouse/open-clickhouse.ts'
import { migrate } from './migrate.ts'
import { openNative } from './open-native.ts'
import type { ClickhouseEngine } from '../clickhouse/engine.port.ts'

export { nameFolderError } from './embedded/explain-start.ts'

export interface OpenDatabaseOptions {
  /** A PostgreSQL server; takes precedence over `dataDir`. */
  databaseUrl?: string | undefined
  /** The folder of the embedded engine, created if absent. */
  dataDir?: string | undefined
  /** The store of documents when they are not in the database: `chdb:FOLDER` or `clickhouse://…`. */
  documents?: string | undefined
  /** The embedded engine begins to start in its thread, so this one has a second or more for other work. */
  onStarting?: (() => void) | undefined
  log: DatabaseLog
}

/**
 * Opens the configured database and migrates it to the newest version. Throws `DataFolderInUseError`, `DatabaseStartError` or `MigrationError`;
 * nothing stays open then.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { log } = options
  const started = performance.now()
  const database = await openUnmigrated(options)
  try {
    const applied = await migrate(database.kysely)
    log.info({ engine: database.engine, applied, ms: Math.round(performance.now() - started) }, 'database is open')
    if (options.documents === undefined) return database
    const opened = withClickhouse(database, await openClickhouse(options.documents))
    log.info({ documents: options.documents.split(':', 1)[0] }, 'documents are open')
    return opened
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the configured database at its current version, which may be none. Throws `DataFolderInUseError` or `DatabaseStartError`. */
export async function openUnmigrated({
  databaseUrl,
  dataDir,
  onStarting,
  log,
}: OpenDatabaseOptions): Promise<Database> {
  if (databaseUrl === undefined && dataDir === undefined) {
    throw new TypeError('openDatabase needs a databaseUrl or a dataDir')
  }
  return databaseUrl === undefined
    ? openEmbedded({ dataDir: dataDir ?? null, onStarting, log })
    : openNative(databaseUrl, log)
}

/** Returns a database whose documents are in ClickHouse; both are closed together, documents first. */
export function withClickhouse<Opened extends Database>(database: Opened, clickhouse: ClickhouseEngine): Opened {
  return {
    ...database,
    clickhouse,
    crashed: Promise.race([database.crashed, clickhouse.crashed]),
    close: async () => {
      await clickhouse.close()
      await database.close()
    },
  }
}
