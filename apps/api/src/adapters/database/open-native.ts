import { escapeIdentifier } from 'pg'
import type { Database, DatabaseLog } from './database.port.ts'
import { grownTables } from './grown-tables.ts'
import { createKysely, createPool } from './pool.ts'
import type { Interrupter } from './turns/interrupter.ts'
import { createTurnPool } from './turns/turn-pool.ts'

/** Days are those of UTC; an import moves new words into the index every 30,000 documents, others are not held by it. */
const options = '-c timezone=UTC -c gin_pending_list_limit=16MB'
/**
 * In PostgreSQL's 4 MB the bitmap of a large topic becomes lossy, and every row of its pages is checked again: 2.3 s instead of 0.7 for half a
 * million of ten million documents. Compiling a statement takes longer than it saves here.
 */
const analysisOptions = '-c work_mem=32MB -c jit=off'
/** A quarter of the places of a small server; the other connections are there for what people wait for. */
const analysisPlaces = 4
const timeoutMs = 15_000
/** The server's own limit holds also when this process is gone; ours comes first and says why. It leaves room for background work. */
const serverTimeoutMs = 120_000

/** Opens a PostgreSQL 15+ server by its URL. It looks after its own checkpoints; a lost server shows as failed queries. */
export function openNative(databaseUrl: string, log: DatabaseLog): Database {
  const connections = createPool({ connectionString: databaseUrl, max: 10, options })
  const analysis = createPool({
    connectionString: databaseUrl,
    max: analysisPlaces,
    options: `${options} ${analysisOptions} -c statement_timeout=${serverTimeoutMs}`,
  })
  const control = createPool({ connectionString: databaseUrl, max: 1, options })
  const pool = createTurnPool({
    pools: { interactive: connections, analysis },
    interrupter: createCancelRequests(control),
    places: 10 + analysisPlaces,
    analysis: { places: analysisPlaces, ofOneOwner: 2 },
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

/** Cancels by `pg_cancel_backend`, on a connection that nothing else uses, so that a cancellation never waits for what it cancels. */
function createCancelRequests(control: ReturnType<typeof createPool>): Interrupter {
  const sent = new WeakMap<object, Promise<unknown>>()
  return {
    interrupt(client) {
      // pg keeps the number but leaves it out of its types
      const { processID } = client as typeof client & { processID: number }
      const request = control.query('select pg_cancel_backend($1)', [processID]).catch(() => {})
      sent.set(client, Promise.all([sent.get(client), request]))
    },
    async settle(client) {
      const request = sent.get(client)
      if (request === undefined) return
      sent.delete(client)
      await request
      // a cancellation that came too late for its statement stops this one instead of somebody else's
      await client.query('select 1').catch(() => {})
    },
  }
}
