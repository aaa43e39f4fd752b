import type { ImportBatch } from './import-batch.types.ts'

/**
 * Cuts a batch into runs of at most `size` lines that follow each other, so that none holds the database for long. A batch
 * whose documents and rejections do not account for every line is left whole: nobody can tell then which line is whose.
 */
export function splitBatch(batch: ImportBatch, size: number): ImportBatch[] {
  const { firstLine, lastLine, documents, rejected } = batch
  const lines = lastLine - firstLine + 1
  if (lines <= size || documents.length + rejected.length !== lines) return [batch]
  const refusedLines = new Set(rejected.map(({ line }) => line).filter((line) => line >= firstLine && line <= lastLine))
  if (refusedLines.size !== rejected.length) return [batch]
  const parts: ImportBatch[] = []
  let nextDocument = 0
  for (let first = firstLine; first <= lastLine; first += size) {
    const last = Math.min(lastLine, first + size - 1)
    const refused = rejected.filter(({ line }) => line >= first && line <= last)
    const stored = documents.slice(nextDocument, nextDocument + (last - first + 1) - refused.length)
    nextDocument += stored.length
    parts.push({ ...batch, firstLine: first, lastLine: last, documents: stored, rejected: refused })
  }
  return parts
}
