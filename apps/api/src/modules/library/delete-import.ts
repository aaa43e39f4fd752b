import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { ImportStateError } from './library.errors.ts'
import { findImport } from './imports.repository.ts'
import { writerLock } from './insert-documents.ts'
import type { Library } from './document-store.port.ts'
import { removeByIds } from './remove-documents.ts'

/** What is deleted with an import. */
export interface ImportContents {
  /** Null when an older version imported the file and did not record the outcome. */
  documents: number | null
  /** Documents that another import also contained; they stay. */
  kept: number
}

/** Records the documents of a part of an import, in the transaction that stores it. */
export async function recordImportPart(
  trx: QueryExecutorProvider,
  part: { importId: string; lastLine: number; storedIds: ReadonlySet<string>; ids: readonly string[] },
): Promise<void> {
  const { importId, lastLine, storedIds, ids } = part
  const existingIds = [...new Set(ids)].filter((id) => !storedIds.has(id))
  await sql`
    insert into import_part (import_id, last_line, stored_ids, known_ids)
    values (${importId}, ${lastLine}, ${[...storedIds]}::bigint[], ${existingIds}::bigint[])`.execute(trx)
}

export async function countImportContents(database: Database, importId: string): Promise<ImportContents> {
  const file = await findImport(database, importId)
  const { rows } = await sql<{ stored: number; kept: number }>`
    with own as (select unnest(stored_ids) as id from import_part where import_id = ${importId})
    select count(*)::int as stored, count(*) filter (where exists (
      select 1 from import_part as other where other.import_id <> ${importId} and own.id = any (other.known_ids)
    ))::int as kept from own`.execute(database.kysely)
  const { stored = 0, kept = 0 } = rows[0] ?? {}
  return { documents: (file?.stored ?? 0) > stored ? null : stored - kept, kept }
}

/**
 * Removes the import and the documents it added, one part per transaction, so that other statements run in between. An interrupted deletion resumes
 * with the remaining parts when it is requested again. Throws `ImportStateError` when the outcome of the import was not recorded.
 */
export async function deleteImport(
  library: Library,
  importId: string,
  at: Date,
): Promise<{ documents: number; kept: number }> {
  const { database, store } = library
  const { kysely } = database
  const contents = await countImportContents(database, importId)
  if (contents.documents === null)
    throw new ImportStateError(
      'imports.contents_unknown',
      'This file was imported by an older version, which did not record its documents.',
    )
  // from here on no batch is accepted, and an interrupted deletion no longer fails for missing documents
  await sql`update import_file set state = 'finished', stored = 0 where id = ${importId}`.execute(kysely)
  const { rows: parts } = await sql<{ line: number; ids: string[] }>`
    select last_line as line, stored_ids::text[] as ids from import_part where import_id = ${importId} order by last_line`.execute(
    kysely,
  )
  let [documents, kept] = [0, 0]
  for (const { line, ids } of parts) {
    const passedOn = await kysely.transaction().execute((trx) => passOn(trx, importId, ids))
    documents += (
      await removeByIds(
        library,
        ids.filter((id) => !passedOn.has(id)),
        { way: 'operator', at },
      )
    ).size
    kept += passedOn.size
    await sql`delete from import_part where import_id = ${importId} and last_line = ${line}`.execute(kysely)
  }
  await kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${writerLock})`.execute(trx)
    // names of authors and outlets are personal data: those that no document uses any more are deleted, too
    await store.forgetNames(trx)
    await sql`delete from outlet_language where not exists (select 1 from outlet where outlet.name = outlet_language.outlet)`.execute(
      trx,
    )
    await sql`delete from document_set_aside where import_id = ${importId}`.execute(trx)
    await sql`delete from import_rejection where import_id = ${importId}`.execute(trx)
    await sql`delete from import_file where id = ${importId}`.execute(trx)
    // measurements in progress have already read some of the documents
    await sql`update library set deletion_revision = revision`.execute(trx)
  })
  return { documents, kept }
}

/** Transfers each document that another import also contained to that import, and returns those documents. */
async function passOn(trx: QueryExecutorProvider, importId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ heir: string; line: number; id: string }>`
    select distinct on (id) heir, line, id::text from (
      select import_id as heir, last_line as line, unnest(known_ids) as id from import_part
      where import_id <> ${importId} and known_ids && ${[...ids]}::bigint[]
    ) as named where id = any (${[...ids]}::bigint[]) order by id, heir, line`.execute(trx)
  for (const { heir, line, id } of rows)
    await sql`
      update import_part set stored_ids = stored_ids || ${id}::bigint, known_ids = array_remove(known_ids, ${id}::bigint)
      where import_id = ${heir} and last_line = ${line}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
