import type { Kysely } from 'kysely'
import type { QueryResult } from 'pg'
import type { ClickhouseEngine } from '../clickhouse/engine.port.ts'

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

/** Statements as text, for the few things that Kysely cannot say. */
export interface StatementPool {
  // oxlint-disable-next-line typescript/no-explicit-any -- as in pg: a row is what the statement says, which no type knows
  query<Row extends object = any>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>
}

/** How busy the connections are now. */
export interface DatabaseLoad {
  /** Statements and transactions that run, of `places` that may. */
  running: number
  places: number
  waiting: { interactive: number; analysis: number }
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
  /**
   * The same for statements that read many documents and change nothing. They wait for all others, take turns between the
   * people who asked (`kernel/work.ts`), end when the caller hangs up, and fail with `StatementTimeoutError` when they take too long.
   */
  readonly analysis: Kysely<Tables>
  readonly pool: StatementPool
  /** Where documents lie beside this database; null when they lie in it. */
  readonly clickhouse: ClickhouseEngine | null
  readLoad(): DatabaseLoad
  /** Settles planner statistics of those tables that have grown by a tenth since it last did, and the write-ahead log; may take seconds, never needed for correctness. */
  maintain(tables: readonly string[]): Promise<void>
  /** Resolves with the reason when the engine dies on its own; the process should then stop. Never resolves after `close()`. */
  readonly crashed: Promise<Error>
  /** Ends the connections and stops the engine; safe to call twice. */
  close(): Promise<void>
}
