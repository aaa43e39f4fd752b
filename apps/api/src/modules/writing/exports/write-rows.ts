import type { ValueKind } from './analysis/analysis.ts'

const encoder = new TextEncoder()

/** A table column and its value for a row, where null is unknown; text unless a kind is named. */
export type Column<Row> = readonly [name: string, of: (row: Row) => string | number | null, kind?: ValueKind]

/** One JSON object per line. */
export async function* writeJsonLines(batches: AsyncIterable<readonly object[]>): AsyncGenerator<Uint8Array> {
  for await (const batch of batches) yield encoder.encode(batch.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** Tells Excel that a file is UTF-8. Other CSV readers may take it for part of the first column's name. */
export const byteOrderMark: Uint8Array = encoder.encode('\uFEFF')

/** CSV (RFC 4180) with a header; unknown is an empty field. */
export async function* writeCsv<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: readonly Column<Row>[],
): AsyncGenerator<Uint8Array> {
  yield encoder.encode(`${columns.map(([name]) => name).join(',')}\r\n`)
  for await (const batch of batches)
    yield encoder.encode(
      batch.map((row) => `${columns.map(([, valueOf]) => toField(valueOf(row))).join(',')}\r\n`).join(''),
    )
}

/**
 * Escapes a field; text that a spreadsheet would run as a formula is prefixed with an apostrophe, including after invisible characters and with the
 * full-width characters that Japanese and Chinese editions of Excel treat as equivalent.
 */
export function toField(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
