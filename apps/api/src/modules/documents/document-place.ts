import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { DocumentPlaceError } from './documents.errors.ts'

/**
 * Makes sure that documents are looked for where they lie; a library that holds none lies wherever it is opened first. Throws
 * `DocumentPlaceError`, because a library that is opened without its documents would seem empty, and would be filled a second time.
 */
export async function ensurePlace({ kysely, clickhouse }: Pick<Database, 'kysely' | 'clickhouse'>): Promise<void> {
  const { rows } = await sql<{ place: string; holds_any: boolean }>`
    select documents_in as place, exists (select 1 from source_day) as holds_any from library`.execute(kysely)
  const place = clickhouse === null ? 'postgresql' : 'clickhouse'
  const [library] = rows
  if (library === undefined || library.place === place) return
  if (library.holds_any) throw new DocumentPlaceError(library.place === 'clickhouse' ? 'clickhouse' : 'postgresql')
  await sql`update library set documents_in = ${place}`.execute(kysely)
}
