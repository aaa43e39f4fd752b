import type { Kysely } from 'kysely'
import type { QueryResult } from 'pg'
import type { ClickhouseEngine } from '../clickhouse/engine.port.ts'

/**
 * Every table is typed by the module that owns it: a repository writes `database.kysely.withTables<SignalTables>()`, and no file knows all tables.
 */
export interface Tables {}

/** The log that the database writes to: a plain object of facts and a sentence. */
export interface DatabaseLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Statements as text, for the few things that Kysely cannot express. */
export interface StatementPool {
  // oxlint-disable-next-line typescript/no-explicit-any -- as in pg: the type of a row depends on the text of the statement
  query<Row extends object = any>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>
}

/** The current load of the connections. */
export interface DatabaseLoad {
  /** Running statements and transactions, out of a maximum of `places`. */
  running: number
  places: number
  waiting: { interactive: number; analysis: number }
}

/**
 * One PostgreSQL, embedded or native, behind the same SQL.
 *
 * The embedded engine runs one statement at a time and gives a transaction the whole engine until it ends. So keep transactions short, never await
 * the network inside one, and use only the transaction's own `trx` there: requesting a second connection from `kysely` or `pool` would deadlock.
 */
export interface Database {
  readonly engine: 'embedded' | 'native'
  readonly kysely: Kysely<Tables>
  /**
   * The same for statements that read many documents and change nothing. They yield to all others, take turns between the people who sent them
   * (`kernel/work.ts`), end when the caller disconnects, and fail with `StatementTimeoutError` when they take too long.
   */
  readonly analysis: Kysely<Tables>
  readonly pool: StatementPool
  /** The separate store of documents; null when they are in this database. */
  readonly clickhouse: ClickhouseEngine | null
  readLoad(): DatabaseLoad
  /**
   * Updates planner statistics of those tables that have grown by a tenth since the last time, and checkpoints the write-ahead log; may take seconds,
   * never needed for correctness.
   */
  maintain(tables: readonly string[]): Promise<void>
  /** Resolves with the reason when the engine dies on its own; the process should then stop. Never resolves after `close()`. */
  readonly crashed: Promise<Error>
  /** Ends the connections and stops the engine; safe to call twice. */
  close(): Promise<void>
}
