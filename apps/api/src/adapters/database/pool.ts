import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './database.port.ts'

const { builtins } = pg.types

/**
 * Values as JavaScript sees them, the same on both engines: `int8` stays a string (ids exceed 2^53; cast counts to
 * `int` in SQL), `date` stays `YYYY-MM-DD` (pg would make it midnight of the server's own time zone), `timestamptz` is a Date.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === builtins.DATE
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser, // the overloads for binary values do not matter: every query here answers in text
}

/** A pool with our value types; a connection that dies idle is the pool's business, not an uncaught error. */
export function createPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...options, types })
  pool.on('error', () => {})
  return pool
}

/** Kysely over that pool. */
export function createKysely(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
