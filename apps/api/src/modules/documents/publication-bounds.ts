import { publicationFault, type SourceDocument } from '@auspex/sources'
import type { ImportBatch, RejectedLine } from './import-batch.types.ts'

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
  const { firstLine, lastLine, documents, rejected } = batch
  const { datable, undatable } = partByDate(documents, now)
  if (undatable.length === 0) return batch
  const reasons = new Map(undatable.map(({ document, reason }) => [document, reason]))
  const isExact = documents.length + rejected.length === lastLine - firstLine + 1
  const rejectedLines = new Set(rejected.map(({ line }) => line))
  const more: RejectedLine[] = []
  let line = firstLine - 1
  for (const document of documents) {
    do line += 1
    while (rejectedLines.has(line))
    const reason = reasons.get(document)
    if (reason !== undefined)
      more.push({ line, reason: isExact ? reason : `${reason} (${document.title.slice(0, 60)})` })
  }
  return { ...batch, documents: datable, rejected: [...rejected, ...more].toSorted((a, b) => a.line - b.line) }
}

function reasonOf({ publishedAt }: SourceDocument, now: Date): string | null {
  const epochMs = Date.parse(publishedAt)
  // what is no date at all is refused where documents are read
  if (Number.isNaN(epochMs)) return null
  const fault = publicationFault(epochMs, now)
  return fault === null ? null : `published_at is ${fault}: "${publishedAt.slice(0, 60)}"`
}
