import type { Database, DatabaseLog, StatementPool } from '../adapters/database/database.port.ts'
import type { AnalysisLimits, TurnPool } from '../adapters/database/turns/turn-pool.ts'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { escapeLiteral } from 'pg'
import { openClickhouse } from '../adapters/clickhouse/open-clickhouse.ts'
import { openEmbedded, type EmbeddedDatabase } from '../adapters/database/embedded/open-embedded.ts'
import { migrate, migrationsFolder } from '../adapters/database/migrate.ts'
import { withClickhouse } from '../adapters/database/open-database.ts'
import { createKysely } from '../adapters/database/pool.ts'
import { createOnFirstUse, openNativeForTest } from './native-databases.ts'

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

/** V8 shares the code of engines, and what it has optimized, as long as one of them lives or a module is held: a second of each start. */
let engineCode: WebAssembly.Module | undefined

async function readEngineCode(): Promise<WebAssembly.Module> {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(join(dirname(engine), 'pglite.wasm')))
}

async function openTestDatabase(limits?: AnalysisLimits): Promise<Database> {
  if (process.env['AUSPEX_TEST_ENGINE'] === 'native') return openNativeForTest()
  engineCode ??= await readEngineCode()
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
  hash.update(readFileSync(new URL('native-databases.ts', import.meta.url)))
  hash.update(readFileSync(new URL('../../../../pnpm-workspace.yaml', import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}

/** An engine that this worker starts once and lends to one test file after the other. */
interface LentEngine {
  readonly database: EmbeddedDatabase
  readonly original: Original
  isAlive: boolean
}

/** The engine that no file uses at the moment, reset to its template. Few files use several at once, and each takes 300 MB. */
let idle: LentEngine | null = null

/**
 * Lends a database that equals its template. Starting an engine costs two seconds, and compiling its WebAssembly again as much; resetting one costs
 * less than a tenth of a second. An engine that cannot be reset is closed instead: its file left statements running, changed the schema, or ended it.
 */
async function lendDatabase(open: () => Promise<EmbeddedDatabase>): Promise<Database> {
  const free = idle
  idle = null
  const engine = free ?? (await startEngine(open))
  const { database } = engine
  let isClosed = false
  const requireOpen = () => {
    if (isClosed) throw new Error('Cannot use a pool after calling end on the pool') // as pg says it
  }
  // what a file left behind must not reach the database of the next one
  const pool: TurnPool = {
    ...database.pool,
    query: async (text, values) => {
      requireOpen()
      return database.pool.query(text, values)
    },
    connect: async (workload) => {
      const client = await database.pool.connect(workload)
      return {
        query: async (text, values) => {
          requireOpen()
          return client.query(text, values)
        },
        release: (destroy) => client.release(destroy),
      }
    },
  }
  const close = async () => {
    if (isClosed) return
    isClosed = true
    const { running, waiting } = database.readLoad()
    const isQuiet = running + waiting.interactive + waiting.analysis === 0
    if (idle === null && isQuiet && engine.isAlive && (await resetDatabase(database.pool, engine.original)))
      idle = engine
    else await database.close()
  }
  return {
    ...database,
    pool,
    kysely: createKysely(pool, 'interactive'),
    analysis: createKysely(pool, 'analysis'),
    close,
  }
}

async function startEngine(open: () => Promise<EmbeddedDatabase>): Promise<LentEngine> {
  const database = await open()
  const engine = { database, original: await readOriginal(database.pool), isAlive: true }
  const noteEnd = async () => {
    await database.crashed
    engine.isAlive = false
  }
  void noteEnd()
  return engine
}

/** What a database contained before a test used it. */
interface Original {
  /** Changes with every table, column, function, trigger and constraint. */
  readonly schema: string
  /** The rows of each table that has some, as JSON, by its quoted name. */
  readonly rows: ReadonlyMap<string, string>
  /** The last value of each sequence that was used, as JSON. */
  readonly sequences: string
}

/** A larger table is truncated, because its indexes would keep pages that make plans of the next test differ from those of a new database. */
const largeTableBytes = 2 ** 20
/** Oids below are PostgreSQL's own. */
const firstOid = 16_384

async function readOriginal(pool: StatementPool): Promise<Original> {
  const names = (await readSizes(pool)).map(({ name }) => name)
  const { rows } = await pool.query<{ sequences: string }>(
    `select coalesce(json_agg(json_build_object('id', seqrelid, 'value', pg_sequence_last_value(seqrelid))), '[]')::text as sequences
     from pg_sequence where pg_sequence_last_value(seqrelid) is not null`,
  )
  return {
    schema: await readSchema(pool),
    rows: await readRows(pool, names),
    sequences: rows[0]?.sequences ?? '[]',
  }
}

/**
 * Restores the original rows, sequences and statistics, and the settings of the connection. Rows are deleted unless there are many: truncating takes
 * every table with a reference along, and costs ten times as much. Returns false, and changes nothing, when the schema is not the original one.
 */
async function resetDatabase(pool: StatementPool, original: Original): Promise<boolean> {
  if ((await readSchema(pool)) !== original.schema) return false
  await pool.query('discard all') // settings, locks, temporary tables, channels
  const large = (await readSizes(pool)).filter(({ bytes }) => bytes > largeTableBytes).map(({ name }) => name)
  if (large.length > 0) await pool.query(inOneTransaction([`truncate ${large.join(', ')} cascade`]))
  const used = (await readSizes(pool)).map(({ name }) => name).filter((name) => !original.rows.has(name))
  const rows = await readRows(pool, [...original.rows.keys()])
  const seeded = [...original.rows].filter(([name, originalRows]) => rows.get(name) !== originalRows)
  const changed = [...used, ...seeded.map(([name]) => name)]
  await pool.query(
    inOneTransaction([
      ...changed.map((name) => `delete from ${name}`),
      ...seeded.map(
        ([name, json]) =>
          `insert into ${name} select * from json_populate_recordset(null::${name}, ${escapeLiteral(json)})`,
      ),
      restoreSequences(original.sequences),
    ]),
  )
  if (changed.length > 0) await pool.query(`vacuum ${changed.join(', ')}`)
  await pool.query(forgetStatistics)
  return true
}

/** Without triggers: some refuse deletions, and those of references would check each row. */
function inOneTransaction(statements: readonly string[]): string {
  return ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join(';')
}

/** Fingerprint of what statements of a schema change: no row of these catalogues is newer than it was, and none is missing. */
async function readSchema(pool: StatementPool): Promise<string> {
  const catalogues = [
    'pg_attribute',
    'pg_proc',
    'pg_trigger',
    'pg_constraint',
    'pg_index',
    'pg_type',
    'pg_policy',
    'pg_db_role_setting',
  ]
  const { rows } = await pool.query<{ schema: string }>(
    `select json_build_array(
       (select md5(string_agg(concat_ws(' ', oid, relname, relrowsecurity, relforcerowsecurity, reloptions), ',' order by oid))
        from pg_class where oid >= ${firstOid}),
       ${catalogues.map((name) => `(select json_build_array(count(*), max(xmin::text::bigint)) from ${name})`).join(', ')}
     )::text as schema`,
  )
  return rows[0]?.schema ?? ''
}

/** The tables that have pages, which every table has that ever had a row. */
async function readSizes(pool: StatementPool): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select format('%I.%I', nspname, relname) as name, pg_relation_size(c.oid)::int as bytes
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where c.oid >= ${firstOid} and relkind = 'r' and nspname not like 'pg\\_%' and pg_relation_size(c.oid) > 0 order by c.oid`,
  )
  return rows
}

async function readRows(pool: StatementPool, tables: readonly string[]): Promise<Map<string, string>> {
  if (tables.length === 0) return new Map()
  const { rows } = await pool.query<{ name: string; content: string }>(
    tables
      .map(
        (name) => `select ${escapeLiteral(name)} as name, coalesce(json_agg(t), '[]')::text as content from ${name} t`,
      )
      .join(' union all '),
  )
  return new Map(rows.map(({ name, content }) => [name, content]))
}

function restoreSequences(sequences: string): string {
  return `select setval(seqrelid, coalesce(value, seqstart), value is not null)
    from pg_sequence left join json_to_recordset(${escapeLiteral(sequences)}) as original (id oid, value bigint) on id = seqrelid
    where pg_sequence_last_value(seqrelid) is distinct from value`
}

/** A new table has none, and the planner then assumes ten pages. */
const forgetStatistics = `
  delete from pg_statistic where starelid >= ${firstOid};
  select pg_clear_relation_stats(nspname, relname) from pg_class c join pg_namespace n on n.oid = relnamespace
  where c.oid >= ${firstOid} and relkind in ('r', 'p') and reltuples <> -1`
