import type { DocumentFilter } from './document-filter.ts'
import type { DocumentId } from './document-id.ts'
import type { DocumentPage, StoredDocument } from './documents.repository.ts'
import type { ReadRows } from './matching-rows.ts'
import type { PreparedDocument } from './prepare-document.ts'

/**
 * Where documents lie, and what is asked of all of them: the questions whose cost grows with the library (decision 0187). Names of
 * outlets, authors and entities, daily totals, imports and work to be done stay in PostgreSQL, whatever keeps the documents.
 */
export interface DocumentStore {
  /** Stores those that are new and answers with their ids. When it returns they are found and outlive the process. */
  store(batch: readonly PreparedDocument[]): Promise<ReadonlySet<string>>
  /** Removes documents by stored id; answers with the ids that were there. */
  remove(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Exactly how many match. */
  count(filter: DocumentFilter): Promise<number>
  /** About how many match, in a small part of the time. */
  estimate(filter: DocumentFilter): Promise<number>
  /** The facts of all that match, or of those in the 1/8 sample. */
  rows(filter: DocumentFilter, options: { sampled: boolean }): Promise<ReadRows>
  /** One page; `next` is null on the last. */
  page(filter: DocumentFilter, page: DocumentPage): Promise<{ documents: StoredDocument[]; next: string | null }>
  /** The documents of these ids, in their order; an unknown one is left out. */
  documents(ids: readonly DocumentId[]): Promise<StoredDocument[]>
}
