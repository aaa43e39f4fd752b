import type { Database } from '../adapters/database/database.port.ts'
import type { EmbeddedDatabase } from '../adapters/database/embedded/open-embedded.ts'
import { createKysely } from '../adapters/database/pool.ts'
import type { TurnPool } from '../adapters/database/turns/turn-pool.ts'
import { type Original, readOriginal, resetDatabase } from './reset-database.ts'

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
export async function lendDatabase(open: () => Promise<EmbeddedDatabase>): Promise<Database> {
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
