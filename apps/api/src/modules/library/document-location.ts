import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { type DocumentLocation, DocumentLocationError } from './library.errors.ts'

/** Returns where a library's documents are stored. */
export async function readDocumentLocation({ kysely }: Database): Promise<DocumentLocation> {
  const { rows } = await sql<{ place: DocumentLocation }>`select documents_in as place from library`.execute(kysely)
  return rows[0]?.place ?? 'postgresql'
}

/**
 * Ensures that the library is opened with the store that has its documents; an empty library adopts the first store it is opened with. Throws
 * `DocumentLocationError`, because a library opened without its documents would seem empty and would be filled a second time.
 */
export async function ensureDocumentLocation({ kysely, clickhouse }: Database): Promise<void> {
  const location: DocumentLocation = clickhouse === null ? 'postgresql' : 'clickhouse'
  const { rows } = await sql<{ place: DocumentLocation; holds_any: boolean }>`
    select documents_in as place, exists (select 1 from source_day) as holds_any from library`.execute(kysely)
  const [library] = rows
  if (library === undefined || library.place === location) return
  if (library.holds_any) throw new DocumentLocationError(library.place)
  await sql`update library set documents_in = ${location}`.execute(kysely)
}
