import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import type { Database, DatabaseLog, StatementPool } from '../database.port.ts'
import { grownTables } from '../grown-tables.ts'
import { createKysely, createPool } from '../pool.ts'
import { type AnalysisLimits, createTurnPool, type TurnPool } from '../turns/turn-pool.ts'
import { createFolder } from './create-folder.ts'
import { takeDataLock } from './data-lock.ts'
import { makePrivate } from './engine-files.ts'
import { type Engine, startEngine } from './engine.ts'
import { checkFolder, nameFolderError } from './explain-start.ts'
import { fillReserve, minFreeBytes, readFreeBytes, releaseReserveFile, watchDiskSpace } from './room.ts'

export interface OpenEmbeddedOptions {
  /** Folder of the database; `null` keeps it in memory (tests). */
  dataDir: string | null
  log: DatabaseLog
  snapshotFile?: string
  /** The engine begins to start in its thread, so this one has a second or more for other work. */
  onStarting?: (() => void) | undefined
  limits?: AnalysisLimits
  /** The module of the engine's thread; tests pass one whose disk fails. */
  engineThread?: URL
}

/**
 * The total time of an analysis statement, and how long others wait for one: a fifth of a second feels instant, and two seconds merely slow, for a
 * statement that would not finish otherwise.
 */
const defaultLimits: AnalysisLimits = { timeoutMs: 10_000, slice: { firstMs: 200, maxMs: 2_000 } }
/** What remains to be written after a minute without a checkpoint takes a second or two. */
const lastCheckpointMs = 4_000
/** For an engine that is being reopened while it is closed: its recovery takes a second or two. */
const reopenedWithinMs = 3_000

/** An embedded database, with what the support of tests needs to start it from a template. */
export interface EmbeddedDatabase extends Database {
  readonly pool: TurnPool
  snapshot(): Promise<ArrayBuffer>
}

/** Opens the embedded engine under an exclusive lock of its folder. Throws `DataFolderInUseError`, `DatabaseStartError`. */
export async function openEmbedded(options: OpenEmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    return await open(options)
  } catch (error) {
    throw options.dataDir === null ? error : nameFolderError(resolve(options.dataDir), error)
  }
}

async function open(options: OpenEmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, limits = defaultLimits } = options
  const folder = dataDir === null ? null : resolve(dataDir)
  if (folder !== null) {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o700)
  }
  const lock = folder === null ? null : await takeDataLock(folder)
  const engineFolder = folder === null ? null : join(folder, 'database')
  const server = new EngineServer({ ...options, folder: engineFolder })
  try {
    if (engineFolder !== null) await prepareEngineFolder(engineFolder)
    await server.start()
  } catch (error) {
    await lock?.release()
    throw error
  }
  // One connection: the engine has one session, and runs one statement at a time in any case.
  const connection = createPool({
    stream: () => server.engine.connect(),
    user: 'postgres',
    database: 'postgres',
    max: 1,
  })
  const pool = createTurnPool({
    pools: { interactive: connection, analysis: connection },
    interrupter: {
      interrupt: () => server.engine.interrupt(),
      settle: async () => server.engine.clearInterrupt(),
    },
    untilOpen: () => server.reopening,
    maxConcurrent: 1,
    analysis: { maxConcurrent: 1, maxPerOwner: 1 },
    limits,
    log,
  })
  const stopCheckpoints = startCheckpoints(pool, log)
  const close = async () => {
    stopCheckpoints()
    server.announceStop()
    // so that the next start has nothing to replay; does not wait for an engine that no longer responds
    const lastCheckpoint = pool.query('checkpoint').catch(() => {})
    await Promise.race([lastCheckpoint, rest(lastCheckpointMs, undefined, { ref: false })])
    await server.stop()
    await pool.end()
    await lock?.release()
  }
  let closing: Promise<void> | null = null
  return {
    engine: 'embedded',
    clickhouse: null,
    pool,
    kysely: createKysely(pool, 'interactive'),
    analysis: createKysely(pool, 'analysis'),
    readLoad: pool.readLoad,
    crashed: server.reopenUntilCrash(),
    snapshot: () => server.engine.snapshot(),
    maintain: async (tables) => {
      // maintenance writes more than it frees
      if (!server.engine.isFull()) await maintain(pool, tables)
    },
    close: () => (closing ??= close()),
  }
}

/** Checks the engine's folder and fills the reserve of space; after a start without room, the recovery part of it is released first. */
async function prepareEngineFolder(folder: string): Promise<void> {
  await createFolder(folder)
  await checkFolder(folder)
  makePrivate(folder)
  if ((readFreeBytes(folder) ?? Infinity) < minFreeBytes) releaseReserveFile(folder, { isRecovery: true })
  await fillReserve(folder)
}

interface EngineServerOptions extends Pick<
  OpenEmbeddedOptions,
  'log' | 'snapshotFile' | 'onStarting' | 'engineThread'
> {
  /** Null in memory. */
  folder: string | null
}

/** The running engine: the one that was started, or the one that took its place after the disk was full. */
class EngineServer {
  /** Resolves once the engine is open; never rejects. */
  reopening: Promise<void> = Promise.resolve()
  readonly #options: EngineServerOptions
  readonly #room: ReturnType<typeof watchDiskSpace> | null
  #engine: Engine | null = null
  #isStopping = false

  constructor(options: EngineServerOptions) {
    this.#options = options
    const { folder, log } = options
    const findEngine = async () => {
      await this.reopening
      return this.engine
    }
    this.#room = folder === null ? null : watchDiskSpace({ folder, engine: findEngine, log })
  }

  get engine(): Engine {
    if (this.#engine === null) throw new TypeError('The engine was not started')
    return this.#engine
  }

  async start({ isFull = false } = {}): Promise<void> {
    const { folder, snapshotFile, onStarting, engineThread } = this.#options
    this.#engine = await startEngine({
      isFull,
      folder,
      snapshotFile: snapshotFile ?? null,
      onStarting,
      ...(engineThread && { thread: engineThread }),
      onFull: () => this.#room?.begin(),
    })
  }

  /** Reopens an engine that stopped because the disk was full; resolves with any other reason, and with the failure of the reopening. */
  async reopenUntilCrash(): Promise<Error> {
    const { folder, log } = this.#options
    for (;;) {
      const error = await this.engine.crashed
      if (folder === null || !error.isFull || this.#isStopping) return error
      const opened = this.#reopen(folder)
      this.reopening = opened.catch(() => {})
      log.error({ reason: error.reason }, 'the database stopped for want of room and is opened again')
      try {
        await opened
      } catch (failure) {
        return failure instanceof Error ? failure : error
      }
    }
  }

  /** From now on an engine that stops stays stopped. */
  announceStop(): void {
    this.#isStopping = true
    this.#room?.end()
  }

  async stop(): Promise<void> {
    await this.engine.stop()
    await Promise.race([this.reopening, rest(reopenedWithinMs, undefined, { ref: false })])
  }

  /** Reopens with the recovery part of the reserve. Refuses changes until the reserve is whole: the next panic would find none left. */
  async #reopen(folder: string): Promise<void> {
    await this.engine.stop()
    releaseReserveFile(folder, { isRecovery: true })
    await this.start({ isFull: true })
    if (this.#isStopping) await this.engine.stop()
    else this.#room?.begin()
  }
}

async function maintain(pool: TurnPool, tables: Parameters<Database['maintain']>[0]): Promise<void> {
  const grown = await grownTables(pool, tables)
  for (const table of grown) {
    await pool.queryWhenQuiet(`vacuum ${escapeIdentifier(table)}`)
    for (const columns of await columnsAnalyzedTogether(pool, table)) {
      await pool.queryWhenQuiet(`analyze ${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(', ')})`)
    }
  }
  if (grown.length > 0) await pool.queryWhenQuiet('checkpoint')
}

/** Statistics of words take as long as those of all other columns, so they get a separate statement: others run between two, not during one. */
async function columnsAnalyzedTogether(pool: TurnPool, table: string): Promise<string[][]> {
  const { rows } = await pool.query<{ columns: string[] }>(
    `select array_agg(attname::text order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped group by atttypid = 'tsvector'::regtype`,
    [escapeIdentifier(table)],
  )
  return rows.map(({ columns }) => columns)
}

/**
 * Requests a checkpoint every `intervalMs` if anything was written since the last. The engine never checkpoints by itself: its write-ahead log would
 * grow without bound, and a restart would replay all of it. Returns a function that stops it.
 */
function startCheckpoints(pool: TurnPool, log: DatabaseLog, intervalMs = 60_000): () => void {
  let lastPosition = ''
  let running = false
  const checkpoint = async () => {
    if (running) return
    running = true
    try {
      const position = await readPosition(pool)
      if (position === lastPosition) return
      await pool.queryWhenQuiet('checkpoint')
      lastPosition = await readPosition(pool)
    } catch (error) {
      log.warn({ error: String(error) }, 'checkpoint failed; the next one will cover it')
    } finally {
      running = false
    }
  }
  const timer = setInterval(() => void checkpoint(), intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

async function readPosition(pool: StatementPool): Promise<string> {
  const { rows } = await pool.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position')
  return rows[0]?.position ?? ''
}
