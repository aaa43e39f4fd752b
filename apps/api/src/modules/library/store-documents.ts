import { undatableReason } from '@auspex/contract/import-lines'
import type { SourceDocument } from '@auspex/sources'
import { type DocumentId, toDocumentId } from './document-id.ts'
import type { Library } from './document-store.port.ts'
import { insertDocuments } from './insert-documents.ts'
import { prepareDocuments } from './prepare-documents.ts'

/** A document with an impossible date of publication. */
interface UndatableDocument {
  document: SourceDocument
  reason: string
}

export interface StoreResult {
  /** Documents that are new. */
  stored: number
  /** Documents that already existed, in the library or earlier in the batch. */
  duplicates: number
  /** The id of each new or existing document, in batch order. */
  ids: DocumentId[]
  /** Documents with impossible dates, which are not stored. */
  undatable: UndatableDocument[]
}

/**
 * Stores a batch in one transaction: when it returns, the whole batch is searchable and survives `kill -9`. Storing the same batch again changes
 * nothing and counts as duplicates. Batches of 100 to 2,000 documents work best.
 */
export async function storeDocuments(
  { database, store }: Library,
  batch: readonly SourceDocument[],
  now: Date,
): Promise<StoreResult> {
  const { datable, undatable } = separateByDate(batch, now)
  const prepared = await prepareDocuments(datable, store.indexForm)
  if (prepared.length === 0) return { stored: 0, duplicates: 0, ids: [], undatable }
  const inserted = await database.kysely.transaction().execute((trx) => insertDocuments(trx, store, prepared, now))
  return {
    stored: inserted.size,
    duplicates: prepared.length - inserted.size,
    ids: prepared.map((one) => toDocumentId(one.id)),
    undatable,
  }
}

/** Separates documents with a possible date from the others. */
function separateByDate(
  documents: readonly SourceDocument[],
  now: Date,
): { datable: SourceDocument[]; undatable: UndatableDocument[] } {
  const datable: SourceDocument[] = []
  const undatable: UndatableDocument[] = []
  for (const document of documents) {
    const reason = undatableReason(document, now)
    if (reason === null) datable.push(document)
    else undatable.push({ document, reason })
  }
  return { datable, undatable }
}
