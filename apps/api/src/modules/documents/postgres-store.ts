import type { Database } from '../../adapters/database/database.port.ts'
import type { DocumentStore } from './document-store.port.ts'
import { countDocuments, findDocuments, getDocuments } from './documents.repository.ts'
import { insertDocuments } from './insert-documents.ts'
import { removeByIds } from './remove-documents.ts'
import { estimateDocuments } from './report-facts.ts'
import { readStored } from './topic-tones.ts'

/** Keeps documents in PostgreSQL, with their rollups and the work they cause, in one transaction. */
export function createPostgresStore(database: Database): DocumentStore {
  return {
    store: (batch) => database.kysely.transaction().execute((trx) => insertDocuments(trx, batch)),
    remove: (ids) => removeByIds(database, ids),
    count: (filter) => countDocuments(database, filter),
    estimate: (filter) => estimateDocuments(database, filter),
    rows: async (filter, options) => (await readStored(database, filter, options)).rows,
    page: (filter, page) => findDocuments(database, filter, page),
    documents: (ids) => getDocuments(database, ids),
  }
}
