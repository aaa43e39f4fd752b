import type { Statement } from './statement.ts'
import type { WrittenRows } from './write-lines.ts'

/** What is asked of the process that holds the engine. */
export type ChdbRequest = { number: number } & (
  | { kind: 'ask'; statement: Statement; format: 'JSONEachRow' | 'RowBinary' }
  | { kind: 'insert'; table: string; rows: WrittenRows }
  | { kind: 'close' }
)

/** What it answers: bytes of the format that was asked for, none for what has no answer. */
export type ChdbReply =
  | { number: number; bytes: Uint8Array }
  | { number: number; error: { name: string; message: string } }
