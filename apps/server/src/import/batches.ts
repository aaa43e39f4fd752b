import type { ImportBatch } from '@auspex/sdk/types'
import type { ReadRow } from '@auspex/sources'

/** A batch is full once it reaches either limit, in rows or bytes of JSON. */
export interface BatchSize {
  rows: number
  bytes: number
}

/** Even with the largest row on top, well below the 4 MiB that the server accepts. */
export const requestBatch: BatchSize = { rows: 1_000, bytes: 2_000_000 }
/** For a library with documents in ClickHouse, which stores a few large batches faster than many small ones. Two are in memory at once. */
export const largeBatch: BatchSize = { rows: 10_000, bytes: 25_000_000 }

/** Splits rows into contiguous batches, skipping the lines up to `after`. */
export async function* toBatches(
  rows: AsyncIterable<ReadRow>,
  lastStoredLine: number,
  size: BatchSize = requestBatch,
): AsyncGenerator<ImportBatch, void, undefined> {
  let batch = createBatch(lastStoredLine)
  let bytes = 0
  try {
    for await (const row of rows) {
      if (row.line <= lastStoredLine) continue
      if ('rejected' in row) {
        const line = { line: row.line, reason: shorten(row.rejected) }
        batch.rejected.push(line)
        bytes += bytesOf(line)
      } else {
        // The file reader only creates documents of this source.
        const document = { ...row.document, sourceKey: 'imported' as const }
        batch.documents.push(document)
        batch.lines.push(row.line)
        bytes += bytesOf(document)
      }
      batch.lastLine = row.line
      if (batch.documents.length + batch.rejected.length < size.rows && bytes < size.bytes) continue
      yield batch
      batch = createBatch(batch.lastLine)
      bytes = 0
    }
  } catch (error) {
    // rows read before the damage in a file are stored
    if (batch.lastLine >= batch.firstLine) yield batch
    throw error
  }
  if (batch.lastLine >= batch.firstLine) yield batch
}

function createBatch(after: number): ImportBatch & { lines: number[] } {
  return { firstLine: after + 1, lastLine: after, documents: [], lines: [], rejected: [] }
}

/** Maximum characters of a reason, as in the contract; it may quote the file's content. */
const maxReasonLength = 300

function shorten(reason: string): string {
  return reason.length <= maxReasonLength ? reason : reason.slice(0, maxReasonLength).toWellFormed()
}

function bytesOf(row: object): number {
  return Buffer.byteLength(JSON.stringify(row))
}
