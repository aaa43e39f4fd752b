import { Kysely, PostgresDialect } from 'kysely'
import { type CustomTypesConfig, Pool, type PoolConfig, types as pgTypes } from 'pg'
import type { Tables } from './database.port.ts'

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

/** A pool with our value types; a connection that dies idle is the pool's business, not an uncaught error. */
export function createPool(options: PoolConfig): Pool {
  const pool = new Pool({ ...options, types })
  pool.on('error', () => {})
  return pool
}

/** Kysely over that pool. */
export function createKysely(pool: Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
