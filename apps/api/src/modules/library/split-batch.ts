import { linesOf } from '@auspex/contract/import-lines'
import type { ImportBatch } from './import-batch.types.ts'

/**
 * Splits a batch into consecutive runs of at most `size` rows, so that none blocks the database for long. A batch with ambiguous lines stays whole.
 */
export function splitBatch(batch: ImportBatch, size: number): ImportBatch[] {
  const { documents, rejected } = batch
  const lines = linesOf(batch)
  if (lines === null) return [batch]
  if (documents.length + rejected.length <= size) return [{ ...batch, lines }]
  const rows = [...lines, ...rejected.map(({ line }) => line)].toSorted((one, other) => one - other)
  const parts: ImportBatch[] = []
  for (let [firstLine, end] = [batch.firstLine, size]; firstLine <= batch.lastLine; end += size) {
    // blank lines belong to the row before them
    const lastLine = (rows[end] ?? batch.lastLine + 1) - 1
    const first = firstLine
    const isOwn = (line: number | undefined) => line !== undefined && line >= first && line <= lastLine
    parts.push({
      ...batch,
      firstLine,
      lastLine,
      documents: documents.filter((_, index) => isOwn(lines[index])),
      lines: lines.filter(isOwn),
      rejected: rejected.filter(({ line }) => isOwn(line)),
    })
    firstLine = lastLine + 1
  }
  return parts
}
