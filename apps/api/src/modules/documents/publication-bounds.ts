import { publicationFault, type SourceDocument } from '@auspex/sources'
import type { ImportBatch, RejectedLine } from './import-batch.types.ts'
import { linesOf } from './split-batch.ts'

/** A document that cannot have been published when it says. */
export interface UndatableDocument {
  document: SourceDocument
  reason: string
}

/** Parts documents that can have been published at their date from the others. All that is stored passes here. */
export function partByDate(
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
 * The batch with each undatable document as a rejected line; the number of its lines stays the same. Where blank lines leave open which line
 * a document had, it is given the earliest that it can have had, and the reason names the document.
 */
export function rejectUndatable(batch: ImportBatch, now: Date): ImportBatch {
  const { documents, rejected } = batch
  const lines = linesOf(batch)
  const guesses = lines ?? earliestLines(batch)
  const [datable, ownLines, more]: [SourceDocument[], number[], RejectedLine[]] = [[], [], []]
  for (const [index, document] of documents.entries()) {
    const line = guesses[index] ?? batch.lastLine
    const reason = reasonOf(document, now)
    if (reason === null) {
      datable.push(document)
      ownLines.push(line)
    } else more.push({ line, reason: lines === null ? `${reason} (${document.title.slice(0, 60)})` : reason })
  }
  if (more.length === 0) return batch
  return {
    ...batch,
    documents: datable,
    ...(lines !== null && { lines: ownLines }),
    rejected: [...rejected, ...more].toSorted((a, b) => a.line - b.line),
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
  // what is no date at all is refused where documents are read
  if (Number.isNaN(epochMs)) return null
  const fault = publicationFault(epochMs, now)
  return fault === null ? null : `published_at is ${fault}: "${publishedAt.slice(0, 60)}"`
}
