import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { type CustomTypesConfig, Pool, type PoolConfig, types as pgTypes } from 'pg'
import type { Tables } from './database.port.ts'
import type { TurnPool } from './turns/turn-pool.ts'
import type { Workload } from './turns/turn-queue.ts'

/** pg_type.oid of `date`. */
const dateType = 1082

/**
 * Values as JavaScript sees them, the same on both engines: `int8` stays a string (ids exceed 2^53; cast counts to `int` in SQL), `date` stays
 * `YYYY-MM-DD` (pg would make it midnight in the server's time zone), `timestamptz` is a Date.
 */
const types: CustomTypesConfig = {
  // the overloads for binary values do not matter: every query here returns text
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === dateType
      ? (text: string) => text
      : // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- a server sends numbers that the enum does not name
        pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser,
}

/**
 * Creates a pool with our value types. A connection that dies fails its running statement; the error event that it also emits is ignored, because
 * without a listener it would end the process.
 */
export function createPool(options: PoolConfig): Pool {
  const pool = new Pool({ ...options, types })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Kysely over the turns of one workload. Destroying it does not end the pool, which has other users. */
export function createKysely(pool: TurnPool, workload: Workload): Kysely<Tables> {
  const connections = { connect: () => pool.connect(workload), end: async () => {}, options: {} }
  // the cursor form of query is used only when the dialect is given a cursor
  const dialect = new PostgresDialect({ pool: connections as unknown as PostgresPool })
  return new Kysely<Tables>({ dialect })
}
