import { createHash } from 'node:crypto'

/** The metadata of a backup, in its first line. */
export interface BackupHeader {
  /** Version of this format. */
  format: 1
  software: string
  /** ISO 8601 instant of the state that it contains. */
  createdAt: string
  engine: 'embedded' | 'native'
  /** The migrations that its tables had applied. */
  migrations: string[]
  /** Files that belong to the database, by name. */
  files: Record<string, string>
}

export interface TableTotals {
  rows: number
  /** Hash of all rows, independent of their order. */
  hash: string
}

/**
 * A backup is JSON lines: an array is metadata, an object is a row of the last named table, as written by `row_to_json`. The last line marks it as
 * complete.
 */
export type BackupLine =
  | readonly ['header', BackupHeader]
  | readonly ['table', string, readonly string[]]
  | readonly ['end of table', string, TableTotals]
  | readonly ['end', { tables: number; rows: number }]

/**
 * Hashes a set of rows by the sum of their hashes (AdHash: Bellare and Micciancio, 1997), because a restored table may have its rows in another
 * order. It detects damage but not forgery, since it has no key.
 */
export function createRowHash(): { add(row: string): void; totals(): TableTotals } {
  let rows = 0
  let sum = 0n
  return {
    add(row) {
      const digest = createHash('sha256').update(row).digest()
      sum += (digest.readBigUInt64BE(0) << 64n) | digest.readBigUInt64BE(8)
      rows += 1
    },
    totals: () => ({ rows, hash: BigInt.asUintN(128, sum).toString(16).padStart(32, '0') }),
  }
}
