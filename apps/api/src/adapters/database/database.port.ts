import type { Kysely } from 'kysely'
import type { Pool } from 'pg'

/**
 * Every table is typed by the module that owns it: a repository writes
 * `database.kysely.withTables<SignalTables>()`, and no file knows all tables.
 */
export interface Tables {}

/** What the database tells the log: a plain object of facts and a sentence. */
export interface DatabaseLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/**
 * One PostgreSQL, embedded or native, behind the same SQL.
 *
 * The embedded engine runs one statement at a time and gives a transaction the whole engine until it ends. So keep
 * transactions short, never await the network inside one, and inside one use only the transaction's own `trx`:
 * asking `kysely` or `pool` for a second connection there waits for ever.
 */
export interface Database {
  readonly engine: 'embedded' | 'native'
  readonly kysely: Kysely<Tables>
  /** The connections under `kysely`, for the few things it cannot say. */
  readonly pool: Pool
  /** Settles planner statistics and the write-ahead log after a large import; seconds long, never needed for correctness. */
  maintain(tables: readonly string[]): Promise<void>
  /** Resolves with the reason when the engine dies on its own; the process should then stop. Never resolves after `close()`. */
  readonly crashed: Promise<Error>
  /** Ends the connections and stops the engine; safe to call twice. */
  close(): Promise<void>
}
