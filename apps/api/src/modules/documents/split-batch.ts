import type { ImportBatch } from './import-batch.types.ts'

/**
 * The line of each document of a batch: as it tells them, else where its documents and rejections account for every line. Null when nobody can
 * tell which line is whose.
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
  const own = Array.from({ length: lastLine - firstLine + 1 }, (_, index) => firstLine + index)
  return own.filter((line) => !refused.has(line))
}

/**
 * Cuts a batch into runs of at most `size` rows that follow each other, so that none holds the database for long. A batch
 * of which nobody can tell the lines is left whole.
 */
export function splitBatch(batch: ImportBatch, size: number): ImportBatch[] {
  const { documents, rejected } = batch
  const lines = linesOf(batch)
  if (lines === null) return [batch]
  if (documents.length + rejected.length <= size) return [{ ...batch, lines }]
  const rows = [...lines, ...rejected.map(({ line }) => line)].toSorted((one, other) => one - other)
  const parts: ImportBatch[] = []
  for (let [firstLine, end] = [batch.firstLine, size]; firstLine <= batch.lastLine; end += size) {
    // blank lines go with the row before them
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
