import { sql } from 'kysely'
import { ensurePlace } from './document-place.ts'
import type { Library } from './document-store.port.ts'
import { writerLock } from './insert-documents.ts'

/**
 * Makes a library ready before anything is asked of it: documents lie where they are looked for, and what a process stored that ended before it
 * was acknowledged is undone. Throws `DocumentPlaceError`.
 */
export async function openLibrary({ database, store }: Library): Promise<void> {
  await ensurePlace(database)
  await database.kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${writerLock})`.execute(trx)
    await store.recover(trx)
  })
}
