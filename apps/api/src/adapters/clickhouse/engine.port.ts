import type { Fragment } from './statement.ts'

/** A row as values by column. */
export interface InsertedRow {
  readonly id: string
  readonly [column: string]: unknown
}

/** A ClickHouse: in this process, a server or a cluster. Statements are the same for each. */
export interface ClickhouseEngine {
  /** Rows as objects; ask for 64-bit numbers as text. */
  ask<Row>(statement: Fragment): Promise<Row[]>
  /** Rows in ClickHouse's `RowBinary`, for answers of many. */
  read(statement: Fragment): Promise<Uint8Array>
  /** Stores rows of one table, which have the same columns; when it returns they are found, and survive `kill -9` and a power cut. */
  insert(table: string, rows: readonly InsertedRow[]): Promise<void>
  /** The places that it puts together, each with a part of the documents; left out by an engine of one. */
  readonly shards?: readonly ClickhouseEngine[]
  /** Resolves with the reason when the engine ends on its own. Never resolves after `close()`. */
  readonly crashed: Promise<Error>
  close(): Promise<void>
}
