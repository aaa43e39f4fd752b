import type { Fragment } from './statement.ts'

/** A row as values by column. */
export interface InsertedRow {
  readonly id: string
  readonly [column: string]: unknown
}

/** A ClickHouse engine: embedded, a server or a cluster. Statements are the same for each. */
export interface ClickhouseEngine {
  /** Rows as objects; select 64-bit numbers as text. */
  ask<Row>(statement: Fragment): Promise<Row[]>
  /** Rows in ClickHouse's `RowBinary` format, for large results. */
  read(statement: Fragment): Promise<Uint8Array>
  /** Stores rows of one table with the same columns; when it returns they can be found, and survive `kill -9` and a power cut. */
  insert(table: string, rows: readonly InsertedRow[]): Promise<void>
  /** The shards that it combines, each with a part of the documents; absent for a single engine. */
  readonly shards?: readonly ClickhouseEngine[]
  /** Resolves with the reason when the engine dies on its own. Never resolves after `close()`. */
  readonly crashed: Promise<Error>
  close(): Promise<void>
}
