import type { ImportBatch } from '@auspex/sdk/types'
import type { ReadRow } from '@auspex/sources'

/** From how many rows or bytes of JSON a batch is full. */
export interface BatchSize {
  rows: number
  bytes: number
}

/** With the largest row behind it, it is well under the 4 MiB that the server reads. */
export const requestBatch: BatchSize = { rows: 1_000, bytes: 2_000_000 }
/** For a library whose documents lie in ClickHouse, which stores few large batches faster than many small ones. Two are in memory at once. */
export const largeBatch: BatchSize = { rows: 10_000, bytes: 25_000_000 }

/** Cuts rows into batches that follow each other without a gap, leaving out the lines up to `after`. */
export async function* toBatches(
  rows: AsyncIterable<ReadRow>,
  after: number,
  size: BatchSize = requestBatch,
): AsyncGenerator<ImportBatch, void, undefined> {
  let batch = createBatch(after)
  let bytes = 0
  try {
    for await (const row of rows) {
      if (row.line <= after) continue
      if ('rejected' in row) {
        const line = { line: row.line, reason: shorten(row.rejected) }
        batch.rejected.push(line)
        bytes += bytesOf(line)
      } else {
        // The reader of files only makes documents of this source.
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
    // what was read before a file is damaged is stored
    if (batch.lastLine >= batch.firstLine) yield batch
    throw error
  }
  if (batch.lastLine >= batch.firstLine) yield batch
}

function createBatch(after: number): ImportBatch & { lines: number[] } {
  return { firstLine: after + 1, lastLine: after, documents: [], lines: [], rejected: [] }
}

/** Characters of a reason, as in the contract; it may quote what the file holds. */
const longestReason = 300

function shorten(reason: string): string {
  return reason.length <= longestReason ? reason : reason.slice(0, longestReason).toWellFormed()
}

function bytesOf(row: object): number {
  return Buffer.byteLength(JSON.stringify(row))
}
