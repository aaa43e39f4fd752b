import { valueAt } from '../state/pointer.ts'
import type { Fields } from '../state/request-fields.ts'

/** Columns of a table by name, and where a row has their values. */
export type Columns = Readonly<Record<string, string>>

/** CSV (RFC 4180) with a header; unknown is an empty field. `mark` is the byte order mark that Excel needs. */
export function writeCsv(rows: readonly Fields[], columns: Columns, mark = ''): Uint8Array<ArrayBuffer> {
  const lines = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((pointer) => toField(valueAt(row, pointer)))),
  ]
  return new TextEncoder().encode(mark + lines.map((fields) => `${fields.join(',')}\r\n`).join(''))
}

/** One JSON object a line. */
export function writeJsonLines(rows: readonly Fields[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** Text that a spreadsheet would run as a formula begins with an apostrophe, as in the product API. */
function toField(value: unknown): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : JSON.stringify(value)
  const safe = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
