import { publicationFault, type SourceDocument } from '@auspex/sources'
import type { ImportBatch, RejectedLine } from './import-batch.types.ts'
import { linesOf } from './split-batch.ts'

/** A document with an impossible date of publication. */
export interface UndatableDocument {
  document: SourceDocument
  reason: string
}

/** Separates documents with a possible date from the others. Everything that is stored passes through here. */
export function separateByDate(
  documents: readonly SourceDocument[],
  now: Date,
): { datable: SourceDocument[]; undatable: UndatableDocument[] } {
  const datable: SourceDocument[] = []
  const undatable: UndatableDocument[] = []
  for (const document of documents) {
    const reason = reasonOf(document, now)
    if (reason === null) datable.push(document)
    else undatable.push({ document, reason })
  }
  return { datable, undatable }
}

/**
 * Returns the batch with each undatable document as a rejected line; its range of lines stays the same. If blank lines make a document's line
 * ambiguous, it gets the earliest possible one, and the reason names the document.
 */
export function rejectUndatable(batch: ImportBatch, now: Date): ImportBatch {
  const { documents, rejected } = batch
  const lines = linesOf(batch)
  const guesses = lines ?? earliestLines(batch)
  const [datable, datableLines, rejections]: [SourceDocument[], number[], RejectedLine[]] = [[], [], []]
  for (const [index, document] of documents.entries()) {
    const line = guesses[index] ?? batch.lastLine
    const reason = reasonOf(document, now)
    if (reason === null) {
      datable.push(document)
      datableLines.push(line)
    } else rejections.push({ line, reason: lines === null ? `${reason} (${document.title.slice(0, 60)})` : reason })
  }
  if (rejections.length === 0) return batch
  return {
    ...batch,
    documents: datable,
    ...(lines !== null && { lines: datableLines }),
    rejected: [...rejected, ...rejections].toSorted((a, b) => a.line - b.line),
  }
}

function earliestLines({ firstLine, documents, rejected }: ImportBatch): number[] {
  const rejectedLines = new Set(rejected.map(({ line }) => line))
  let line = firstLine - 1
  return documents.map(() => {
    do line += 1
    while (rejectedLines.has(line))
    return line
  })
}

function reasonOf({ publishedAt }: SourceDocument, now: Date): string | null {
  const epochMs = Date.parse(publishedAt)
  // text that is not a date is rejected where documents are read
  if (Number.isNaN(epochMs)) return null
  const fault = publicationFault(epochMs, now)
  return fault === null ? null : `published_at is ${fault}: "${publishedAt.slice(0, 60)}"`
}
