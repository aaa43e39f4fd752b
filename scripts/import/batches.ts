import type { ImportBatch } from '@auspex/sdk/types'
import type { ReadRow } from '@auspex/sources'

const maxRows = 1000
/** Characters of text a batch may hold; keeps a request well under the server's limit. */
const maxCharacters = 4_000_000

/** Cuts rows into batches that follow each other without a gap, leaving out the lines up to `after`. */
export async function* toBatches(
  rows: AsyncIterable<ReadRow>,
  after: number,
): AsyncGenerator<ImportBatch, void, undefined> {
  let batch: ImportBatch = { firstLine: after + 1, lastLine: after, documents: [], rejected: [] }
  let characters = 0
  for await (const row of rows) {
    if (row.line <= after) continue
    if ('rejected' in row) batch.rejected.push({ line: row.line, reason: row.rejected })
    else {
      // The reader of files only makes documents of this source.
      batch.documents.push({ ...row.document, sourceKey: 'imported' })
      characters += row.document.title.length + (row.document.body?.length ?? 0)
    }
    batch.lastLine = row.line
    if (batch.documents.length + batch.rejected.length < maxRows && characters < maxCharacters) continue
    yield batch
    batch = { firstLine: batch.lastLine + 1, lastLine: batch.lastLine, documents: [], rejected: [] }
    characters = 0
  }
  if (batch.lastLine >= batch.firstLine) yield batch
}
