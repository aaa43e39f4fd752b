import type { Statement, WrittenRows } from './statement.ts'

/** A request to the process that runs the engine. */
export type ChdbRequest = { number: number } & (
  | { kind: 'ask'; statement: Statement; format: 'JSONEachRow' | 'RowBinary' }
  | { kind: 'insert'; table: string; rows: WrittenRows }
  | { kind: 'close' }
)

/** Its reply: bytes in the requested format, or none for a statement without a result. */
export type ChdbReply =
  | { number: number; bytes: Uint8Array }
  | { number: number; error: { name: string; message: string } }
