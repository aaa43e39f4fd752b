import type { SourceDocument } from '@auspex/sources'
import { type DocumentId, toDocumentId } from './document-id.ts'
import type { Library } from './document-store.port.ts'
import { insertDocuments } from './insert-documents.ts'
import { partByDate, type UndatableDocument } from './publication-bounds.ts'
import { prepareDocuments } from './prepare-documents.ts'

export interface StoreResult {
  /** Documents that are new. */
  stored: number
  /** Documents that were there already, in the library or earlier in the batch. */
  duplicates: number
  /** The id of each document that was there or is new, in the order of the batch. */
  ids: DocumentId[]
  /** Those that cannot have been published when they say; nothing of them is stored. */
  undatable: UndatableDocument[]
}

/**
 * Stores a batch in one transaction: when it returns, all of it is searchable and survives `kill -9`. Storing the same
 * batch again changes nothing and counts as duplicates. Best between 100 and 2,000 documents.
 */
export async function storeDocuments(
  { database, store }: Library,
  batch: readonly SourceDocument[],
  now: Date,
): Promise<StoreResult> {
  const { datable, undatable } = partByDate(batch, now)
  const prepared = await prepareDocuments(datable, store.indexForm)
  if (prepared.length === 0) return { stored: 0, duplicates: 0, ids: [], undatable }
  const inserted = await database.kysely.transaction().execute((trx) => insertDocuments(trx, store, prepared))
  return {
    stored: inserted.size,
    duplicates: prepared.length - inserted.size,
    ids: prepared.map((one) => toDocumentId(one.id)),
    undatable,
  }
}
