import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { type DocumentFilter, toCondition } from './document-filter.ts'

/** What the sources call the newest documents that match; those without an id of their source are left out. */
export async function findNativeIds(database: Database, filter: DocumentFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ native_id: string }>`
    with newest as materialized (select d.id, d.ts from document d where ${toCondition(filter)} order by d.ts desc limit ${limit})
    select t.native_id from newest n join document_text t on t.id = n.id
    where t.native_id is not null order by n.ts desc`.execute(database.analysis)
  return rows.map((row) => row.native_id)
}
