import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import type { Database, DatabaseLog } from '../database.port.ts'
import { grownTables } from '../grown-tables.ts'
import { createKysely, createPool } from '../pool.ts'
import { type AnalysisLimits, createTurnPool, type TurnPool } from '../turns/turn-pool.ts'
import { startCheckpoints } from './checkpoints.ts'
import { createFolder } from './create-folder.ts'
import { takeDataLock } from './data-lock.ts'
import { makePrivate } from './engine-files.ts'
import { type Engine, startEngine } from './engine.ts'
import { checkFolder, nameFolderError } from './explain-start.ts'
import { fillReserve, floorBytes, readFreeBytes, releasePart } from './room.ts'
import { watchRoom } from './room-watch.ts'
import { chooseSocketPlace } from './socket-place.ts'

export interface OpenEmbeddedOptions {
  /** Folder that holds the database; `null` keeps it in memory (tests). */
  dataDir: string | null
  log: DatabaseLog
  snapshotFile?: string
  limits?: AnalysisLimits
  /** The module of the engine's thread; tests give one whose disk fails. */
  engineThread?: URL
}

/**
 * What one analysis statement may take in all, and what others wait for one: a person takes a fifth of a second for nothing,
 * and two seconds for slow where a statement would not end otherwise.
 */
const defaultLimits: AnalysisLimits = { timeoutMs: 10_000, slice: { firstMs: 200, longestMs: 2_000 } }
/** Between two statements of maintenance: a request asks several times, and should wait for one of them, not for each. */
const restMs = 25
/** What is left to write after a minute without a checkpoint takes a second or two. */
const lastCheckpointMs = 4_000
/** An engine that is being opened again when it is closed: its recovery takes a second or two. */
const reopenedWithinMs = 3_000

/** An embedded database; `snapshot` is how tests make their template. */
export interface EmbeddedDatabase extends Database {
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

async function open({
  dataDir,
  log,
  snapshotFile,
  limits = defaultLimits,
  engineThread,
}: OpenEmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = dataDir === null ? null : resolve(dataDir)
  if (folder !== null) {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o700) // as PostgreSQL demands: the socket inside has no password
  }
  const socket = await chooseSocketPlace(folder)
  const lock = folder === null ? null : await takeDataLock(folder, socket.path)
  const releaseFolder = async () => {
    await socket.remove()
    await lock?.release()
  }
  await socket.clear()

  const engineFolder = folder === null ? null : join(folder, 'database')
  let engine: Engine
  let reopening: Promise<void> = Promise.resolve()
  const findEngine = async () => {
    await reopening
    return engine
  }
  const room = engineFolder === null ? null : watchRoom({ folder: engineFolder, engine: findEngine, log })
  const start = ({ isFull = false } = {}) =>
    startEngine({
      isFull,
      folder: engineFolder,
      socketPath: socket.path,
      snapshotFile: snapshotFile ?? null,
      ...(engineThread && { thread: engineThread }),
      onFull: () => room?.begin(),
    })
  try {
    if (engineFolder !== null) {
      await createFolder(engineFolder)
      await checkFolder(engineFolder)
      makePrivate(engineFolder)
      if ((readFreeBytes(engineFolder) ?? Infinity) < floorBytes) releasePart(engineFolder, { isRecovery: true })
      await fillReserve(engineFolder)
    }
    engine = await start()
  } catch (error) {
    await releaseFolder()
    throw error
  }
  // One connection: the socket server runs each protocol message on its own, so the parse, bind and execute of two
  // connections would mix in the one session of the engine. It runs one statement at a time in any case.
  const connection = createPool({ host: socket.folder, port: 5432, user: 'postgres', database: 'postgres', max: 1 })
  const pool = createTurnPool({
    pools: { interactive: connection, analysis: connection },
    interrupter: { interrupt: () => engine.interrupt(), settle: async () => engine.clearInterrupt() },
    untilOpen: () => reopening,
    places: 1,
    analysis: { places: 1, ofOneOwner: 1 },
    limits,
    log,
  })
  const stopCheckpoints = startCheckpoints(pool, log)
  let closing: Promise<void> | null = null
  const close = async () => {
    stopCheckpoints()
    room?.end()
    // so that the next start has nothing to replay; an engine that no longer answers is not waited for
    const lastCheckpoint = pool.query('checkpoint').catch(() => {})
    await Promise.race([lastCheckpoint, rest(lastCheckpointMs, undefined, { ref: false })])
    await engine.stop()
    await Promise.race([reopening, rest(reopenedWithinMs, undefined, { ref: false })])
    await pool.end()
    await releaseFolder()
  }
  /** With what the reserve kept for the recovery. No change is taken before the reserve is whole: the next panic would find nothing left. */
  async function reopen(folderOfEngine: string): Promise<void> {
    await engine.stop() // a thread that still ends would take the new one's socket with it
    releasePart(folderOfEngine, { isRecovery: true })
    await socket.clear()
    engine = await start({ isFull: true })
    if (closing === null) room?.begin()
    else await engine.stop()
  }
  /** An engine that stopped for want of room is opened again from its folder. */
  async function keepOpen(folderOfEngine: string): Promise<Error> {
    for (;;) {
      const error = await engine.crashed
      if (!error.isFull || closing !== null) return error
      const opened = reopen(folderOfEngine)
      reopening = opened.catch(() => {})
      log.error({ reason: error.reason }, 'the database stopped for want of room and is opened again')
      try {
        await opened
      } catch (failure) {
        return failure instanceof Error ? failure : error
      }
    }
  }
  return {
    engine: 'embedded',
    clickhouse: null,
    pool,
    kysely: createKysely(pool, 'interactive'),
    analysis: createKysely(pool, 'analysis'),
    readLoad: pool.readLoad,
    crashed: engineFolder === null ? engine.crashed : keepOpen(engineFolder),
    snapshot: () => engine.snapshot(),
    maintain: async (tables) => {
      if (engine.isFull()) return // it writes more than it gives back
      const grown = await grownTables(pool, tables)
      for (const table of grown) {
        await pool.query(`vacuum ${escapeIdentifier(table)}`)
        for (const columns of await columnsAnalyzedTogether(pool, table)) {
          await rest(restMs)
          await pool.query(`analyze ${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(', ')})`)
        }
        await rest(restMs)
      }
      if (grown.length > 0) await pool.query('checkpoint')
    },
    close: () => (closing ??= close()),
  }
}

/**
 * Statistics of words take as long as those of all other columns, so they are a statement of their own: others are answered
 * between two statements, and nobody during one.
 */
async function columnsAnalyzedTogether(pool: TurnPool, table: string): Promise<string[][]> {
  const { rows } = await pool.query<{ columns: string[] }>(
    `select array_agg(attname::text order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped group by atttypid = 'tsvector'::regtype`,
    [escapeIdentifier(table)],
  )
  return rows.map(({ columns }) => columns)
}
