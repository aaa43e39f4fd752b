import type { Database } from '../../../adapters/database/database.port.ts'
import { removeStored } from '../../../testing/stored-documents.ts'

/** Empties all tables of this module, so that the tests of a file can share a database but no documents. */
export async function emptyDocuments(database: Database): Promise<void> {
  await removeStored(database)
  await database.pool.query(`
    truncate outlet, author, entity, source_day, import_file, import_part, import_rejection, entity_pending,
             cluster_pending, term_background, document_set_aside, work_fault, outlet_language, outlet_week, deleted_document;
    update entity_library set documents = 0;
    update term_background_state set sampled_documents = 0, library_documents = 0`)
}
