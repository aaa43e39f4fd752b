import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickhouse } from '../adapters/clickhouse/open-clickhouse.ts'
import { withClickhouse } from '../adapters/database/open-database.ts'
import type { Database, DatabaseLog } from '../adapters/database/database.port.ts'
import { openEmbedded } from '../adapters/database/embedded/open-embedded.ts'
import { migrate, migrationsFolder } from '../adapters/database/migrate.ts'
import type { AnalysisLimits } from '../adapters/database/turns/turn-pool.ts'
import { createOnFirstUse } from './first-use.ts'
import { lendDatabase } from './lent-databases.ts'
import { openNativeForTest } from './native-databases.ts'

/** A log without output. */
export const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * A migrated embedded database in memory, as new, for one test file: open it in `beforeAll`, `close()` it in `afterAll`. With
 * AUSPEX_TEST_ENGINE=native it is a new database on the PostgreSQL server of the run, and with AUSPEX_TEST_DOCUMENTS=chdb (or two-shards) documents
 * are in ClickHouse, so that the same tests run on all engines. `limits` apply to analysis on the embedded engine; they default to the product's. The
 * first call on a machine creates a template (about 4 s), and the first of a worker starts from it (about 1.5 s).
 */
export async function createTestDatabase(limits?: AnalysisLimits): Promise<Database> {
  const shards = documentShards[process.env['AUSPEX_TEST_DOCUMENTS'] ?? '']
  const database = await openTestDatabase(limits)
  return shards === undefined ? database : openShardsForTest(database, shards)
}

/** Number of ClickHouse folders by value of `AUSPEX_TEST_DOCUMENTS`. */
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
  const open = () => openEmbedded({ dataDir: null, log: silentLog, snapshotFile: template, ...(limits && { limits }) })
  return limits === undefined ? lendDatabase(open) : open()
}

async function makeTemplate(path: string): Promise<void> {
  const database = await openEmbedded({ dataDir: null, log: silentLog })
  await migrate(database.kysely)
  await createOnFirstUse(database)
  await database.pool.query('checkpoint')
  const candidate = `${path}.${randomUUID()}`
  await writeFile(candidate, new Uint8Array(await database.snapshot()))
  await rename(candidate, path) // atomic, because test files start in parallel
  await database.close()
}

/** Changes with any migration and with the engine's settings, so that an old template is never used. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrationsFolder).toSorted())
    hash.update(name).update(readFileSync(join(migrationsFolder, name)))
  hash.update(readFileSync(new URL('../adapters/database/embedded/engine-settings.ts', import.meta.url)))
  hash.update(readFileSync(new URL('../adapters/jobs/pg-boss/settings.ts', import.meta.url)))
  hash.update(readFileSync(new URL('../adapters/database/tenants/tenant-role.ts', import.meta.url)))
  hash.update(readFileSync(new URL('first-use.ts', import.meta.url)))
  hash.update(readFileSync(new URL('../../../../pnpm-workspace.yaml', import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}
