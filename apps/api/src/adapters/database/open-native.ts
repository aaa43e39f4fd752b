import { escapeIdentifier } from 'pg'
import type { Database, DatabaseLog } from './database.port.ts'
import { grownTables } from './grown-tables.ts'
import { createKysely, createPool } from './pool.ts'
import type { Interrupter } from './turns/interrupter.ts'
import { createTurnPool } from './turns/turn-pool.ts'

/** Days are in UTC; an import flushes new words into the index every 30,000 documents, without blocking others. */
const options = '-c timezone=UTC -c gin_pending_list_limit=16MB'
/**
 * With PostgreSQL's default of 4 MB the bitmap of a large topic becomes lossy, and every row of its pages is checked again: 2.3 s instead of 0.7 for
 * half a million of ten million documents. JIT compilation takes longer than it saves here.
 */
const analysisOptions = '-c work_mem=32MB -c jit=off'
/** A quarter of a small server's connections; the others serve interactive statements. */
const maxConcurrentAnalyses = 4
const timeoutMs = 15_000
/** The server's own limit still applies when this process is gone; ours comes first and gives a reason. It is long enough for background work. */
const serverTimeoutMs = 120_000

/** Opens a PostgreSQL 15+ server by its URL. The server does its own checkpoints; if it is lost, queries fail. */
export function openNative(databaseUrl: string, log: DatabaseLog): Database {
  const connections = createPool({ connectionString: databaseUrl, max: 10, options })
  const analysis = createPool({
    connectionString: databaseUrl,
    max: maxConcurrentAnalyses,
    options: `${options} ${analysisOptions} -c statement_timeout=${serverTimeoutMs}`,
  })
  const control = createPool({ connectionString: databaseUrl, max: 1, options })
  const pool = createTurnPool({
    pools: { interactive: connections, analysis },
    interrupter: createCancelRequests(control),
    maxConcurrent: 10 + maxConcurrentAnalyses,
    analysis: { maxConcurrent: maxConcurrentAnalyses, maxPerOwner: 2 },
    limits: { timeoutMs, slice: null },
    log,
  })
  let closing: Promise<void> | null = null
  const close = async () => {
    await pool.end()
    await control.end()
  }
  return {
    engine: 'native',
    clickhouse: null,
    pool,
    kysely: createKysely(pool, 'interactive'),
    analysis: createKysely(pool, 'analysis'),
    readLoad: pool.readLoad,
    crashed: new Promise<Error>(() => {}),
    maintain: async (tables) => {
      for (const table of await grownTables(pool, tables))
        await pool.query(`vacuum (analyze) ${escapeIdentifier(table)}`)
    },
    close: () => (closing ??= close()),
  }
}

/** Cancels with `pg_cancel_backend` on a dedicated connection, so that a cancellation never waits for the statement it cancels. */
function createCancelRequests(control: ReturnType<typeof createPool>): Interrupter {
  const sent = new WeakMap<object, Promise<unknown>>()
  return {
    interrupt(client) {
      // pg stores the number but omits it from its types
      const { processID } = client as typeof client & { processID: number }
      const request = control.query('select pg_cancel_backend($1)', [processID]).catch(() => {})
      sent.set(client, Promise.all([sent.get(client), request]))
    },
    async settle(client) {
      const request = sent.get(client)
      if (request === undefined) return
      sent.delete(client)
      await request
      // a cancellation that arrives too late stops this statement instead of another caller's
      await client.query('select 1').catch(() => {})
    },
  }
}
