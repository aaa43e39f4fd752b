import type { ImportBatch } from './import-batch.types.ts'

/**
 * Returns the line of each document in a batch: as stated, or else when documents and rejections account for every line. Null when the lines are
 * ambiguous.
 */
export function linesOf({ firstLine, lastLine, documents, lines, rejected }: ImportBatch): readonly number[] | null {
  const refused = new Set(rejected.map(({ line }) => line))
  const isOwn = (line: number) => line >= firstLine && line <= lastLine
  if (refused.size !== rejected.length || ![...refused].every(isOwn)) return null
  if (lines?.length === documents.length) {
    const isFree = (line: number, index: number) => isOwn(line) && !refused.has(line) && line > (lines[index - 1] ?? 0)
    if (lines.every(isFree)) return lines
  }
  if (documents.length + rejected.length !== lastLine - firstLine + 1) return null
  const lineNumbers = Array.from({ length: lastLine - firstLine + 1 }, (_, index) => firstLine + index)
  return lineNumbers.filter((line) => !refused.has(line))
}

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
