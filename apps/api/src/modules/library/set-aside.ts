import { publicationDays, publicationFault } from '@auspex/sources'
import { addDays } from '@auspex/contract/days'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseLog } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { fromDocumentId, toDocumentId } from './document-id.ts'
import type { Library } from './document-store.port.ts'
import type { StoredDocument } from './documents.repository.ts'
import { removeIds } from './remove-documents.ts'

const documentsPerBatch = 500

/**
 * Moves stored documents with impossible dates, which earlier versions accepted, out of all counts. They are retained with the reason and their
 * import. Returns how many there were.
 */
export async function setAsideUndatable(
  library: Library,
  { clock, log }: { clock: Clock; log: DatabaseLog },
): Promise<number> {
  const { kysely } = library.database
  const judgedAt = await noteOpening(kysely, clock.now())
  const { first, last } = publicationDays(judgedAt)
  const range = { fromMs: Date.parse(first), beforeMs: Date.parse(addDays(last, 1)) }
  // an older version left behind weeks of documents that were deleted since
  await sql`
    delete from cluster_pending where week < ${first}::date - 7 or week > ${last}::date + 7`.execute(kysely)
  let count = 0
  for (;;) {
    const ids = await library.store.listDatedOutside(range, documentsPerBatch)
    if (ids.length === 0) break
    const documents = await library.store.documents(ids.map(toDocumentId))
    const removed = await removeIds(library, ids, (trx) => storeSetAside(trx, documents, judgedAt))
    if (removed.length === 0) break // another process did it
    count += removed.length
  }
  if (count > 0) {
    // stored measurements cite them
    await sql`update library set deletion_revision = revision`.execute(kysely)
    log.warn(
      { documents: count },
      'stored documents were set aside: they are dated before 1990 or in the future (table document_set_aside)',
    )
  }
  return count
}

/** Records that the library was opened, and returns the time to judge dates by: a clock set back must not set aside the newest documents. */
async function noteOpening(kysely: QueryExecutorProvider, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    update library set opened_at = greatest(coalesce(opened_at, ${now}::timestamptz), ${now}::timestamptz)
    returning opened_at as at`.execute(kysely)
  return rows[0]?.at ?? now
}

async function storeSetAside(
  trx: QueryExecutorProvider,
  documents: readonly StoredDocument[],
  now: Date,
): Promise<void> {
  const records = documents.map((document) => ({
    id: fromDocumentId(document.documentId),
    reason: `published_at is ${publicationFault(Date.parse(document.publishedAt), now) ?? 'outside of what can be'}: "${document.publishedAt}"`,
    document: JSON.stringify(document),
  }))
  const ids = records.map(({ id }) => id)
  await sql`
    insert into document_set_aside (document_id, reason, set_aside_at, document, import_id)
    select id, reason, ${now}::timestamptz, document, (select import_id from import_part where stored_ids @> array[id] limit 1)
    from unnest(${ids}::bigint[], ${records.map(({ reason }) => reason)}::text[], ${records.map(({ document }) => document)}::jsonb[])
      as kept (id, reason, document)
    on conflict (document_id) do nothing`.execute(trx)
  await sql`
    with part as (
      update import_part p set stored_ids = array(select id from unnest(p.stored_ids) as id where id <> all(${ids}::bigint[]))
      where p.stored_ids && ${ids}::bigint[]
      returning p.import_id
    )
    update import_file f set stored = f.stored - moved.documents, set_aside = f.set_aside + moved.documents
    from (select import_id, count(*)::int as documents from document_set_aside
          where document_id = any(${ids}::bigint[]) and import_id in (select import_id from part) group by import_id) as moved
    where f.id = moved.import_id`.execute(trx)
}
