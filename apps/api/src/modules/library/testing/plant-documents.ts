import type { SourceDocument } from '@auspex/sources'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createClickhouseStore } from '../clickhouse/clickhouse-store.ts'
import { insertDocuments } from '../insert-documents.ts'
import { prepareDocument } from '../prepare-document.ts'
import { createPostgresStore } from '../postgres/postgres-store.ts'

/** Stores documents as versions before 0.3 did, whatever their dates. Returns their stored ids. */
export async function plantDocuments(database: Database, documents: readonly SourceDocument[]): Promise<string[]> {
  const { clickhouse } = database
  const store =
    clickhouse === null ? createPostgresStore(database) : createClickhouseStore({ engine: clickhouse, database })
  const prepared = documents.map((document) => prepareDocument(document, store.indexForm))
  const stored = await database.kysely.transaction().execute((trx) => insertDocuments(trx, store, prepared))
  return [...stored]
}
