import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickhouse } from '../adapters/clickhouse/open-clickhouse.ts'
import { withClickhouse } from '../adapters/database/with-clickhouse.ts'
import type { Database, DatabaseLog } from '../adapters/database/database.port.ts'
import { openEmbedded } from '../adapters/database/embedded/open-embedded.ts'
import { migrate, migrationsFolder } from '../adapters/database/migrate.ts'
import { openDatabase } from '../adapters/database/open-database.ts'
import type { AnalysisLimits } from '../adapters/database/turns/turn-pool.ts'
import { createJobs } from '../adapters/jobs/pg-boss/create-jobs.ts'
import { startLocalPostgres } from '../adapters/database/testing/local-postgres.ts'

/** A log that says nothing. */
export const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * A fresh, migrated embedded database in memory, for one test file: open it in `beforeAll`, `close()` it in `afterAll`.
 * With AUSPEX_TEST_ENGINE=native it is a new PostgreSQL server, and with AUSPEX_TEST_DOCUMENTS=chdb (or two-shards) documents lie in
 * ClickHouse, so that the same tests run on all engines.
 * `limits` are those of analysis on the embedded engine; by default those of the product.
 * The first call on a machine makes a template (about 4 s); later ones start from it (about 1 s).
 */
export async function createTestDatabase(limits?: AnalysisLimits): Promise<Database> {
  const shards = documentShards[process.env['AUSPEX_TEST_DOCUMENTS'] ?? '']
  const database = await openTestDatabase(limits)
  return shards === undefined ? database : openShardsForTest(database, shards)
}

/** What `AUSPEX_TEST_DOCUMENTS` may name: in how many folders of ClickHouse documents lie. */
const documentShards: Readonly<Record<string, number>> = { chdb: 1, 'two-shards': 2 }

async function openShardsForTest(database: Database, shards: number): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'auspex-test-chdb-'))
  const engine = await openClickhouse(
    Array.from({ length: shards }, (_, n) => `chdb:${join(folder, `${n}`)}`).join(','),
  )
  const opened = withClickhouse(database, engine)
  await database.pool.query("update library set documents_in = 'clickhouse'")
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openTestDatabase(limits?: AnalysisLimits): Promise<Database> {
  if (process.env['AUSPEX_TEST_ENGINE'] === 'native') return openNativeForTest()
  const template = join(tmpdir(), `auspex-test-database-${fingerprint()}.tar`)
  if (!existsSync(template)) await makeTemplate(template)
  return openEmbedded({ dataDir: null, log: silentLog, snapshotFile: template, ...(limits && { limits }) })
}

/** A server of its own for each caller, so that test files stay apart as they do on the embedded engine. */
async function openNativeForTest(): Promise<Database> {
  const server = await startLocalPostgres()
  if (typeof server === 'string') throw new Error(server)
  const database = await openDatabase({ databaseUrl: server.databaseUrl, log: silentLog })
  return {
    ...database,
    close: async () => {
      await database.close()
      await server.stop()
    },
  }
}

async function makeTemplate(path: string): Promise<void> {
  const database = await openEmbedded({ dataDir: null, log: silentLog })
  await migrate(database.kysely)
  // the queue makes its own schema when it is first asked, which would cost every test file a second
  const jobs = createJobs({ database, log: silentLog })
  await jobs.overview()
  await jobs.stop()
  await database.pool.query('checkpoint')
  const candidate = `${path}.${randomUUID()}`
  await writeFile(candidate, new Uint8Array(await database.snapshot()))
  await rename(candidate, path) // whole or not at all: test files start side by side
  await database.close()
}

/** Changes with any migration and with the engine's settings, so that an old template is never used. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrationsFolder).toSorted())
    hash.update(name).update(readFileSync(join(migrationsFolder, name)))
  hash.update(readFileSync(new URL('../adapters/database/embedded/engine-settings.ts', import.meta.url)))
  hash.update(readFileSync(new URL('../adapters/jobs/pg-boss/settings.ts', import.meta.url)))
  hash.update(readFileSync(new URL('../../../../pnpm-workspace.yaml', import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}
