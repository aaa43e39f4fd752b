import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { type CustomTypesConfig, Pool, type PoolConfig, types as pgTypes } from 'pg'
import type { Tables } from './database.port.ts'
import type { TurnPool } from './turns/turn-pool.ts'
import type { Workload } from './turns/turn-queue.ts'

/** pg_type.oid of `date`. */
const dateType = 1082

/**
 * Values as JavaScript sees them, the same on both engines: `int8` stays a string (ids exceed 2^53; cast counts to
 * `int` in SQL), `date` stays `YYYY-MM-DD` (pg would make it midnight of the server's own time zone), `timestamptz` is a Date.
 */
const types: CustomTypesConfig = {
  // the overloads for binary values do not matter: every query here answers in text
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === dateType
      ? (text: string) => text
      : // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- a server sends numbers that the enum does not name
        pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser,
}

/**
 * A pool with our value types. A connection that dies fails the statement that it runs; that it also emits an error, which
 * without a listener would end the process, is nobody's business.
 */
export function createPool(options: PoolConfig): Pool {
  const pool = new Pool({ ...options, types })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Kysely over the turns of one workload. Ending it ends nothing: the pool under it has other users. */
export function createKysely(pool: TurnPool, workload: Workload): Kysely<Tables> {
  const connections = { connect: () => pool.connect(workload), end: async () => {}, options: {} }
  // the other form of query, by cursors, is used only where the dialect is given a cursor
  const dialect = new PostgresDialect({ pool: connections as unknown as PostgresPool })
  return new Kysely<Tables>({ dialect })
}
