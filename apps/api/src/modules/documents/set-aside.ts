import { publicationDays, publicationFault } from '@auspex/sources'
import { addDays } from '@auspex/contract/days'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseLog } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { fromDocumentId, toDocumentId } from './document-id.ts'
import type { Library } from './document-store.port.ts'
import type { StoredDocument } from './documents.repository.ts'
import { removeIds } from './remove-documents.ts'

const documentsAtOnce = 500

/**
 * Moves stored documents that cannot have been published when they say out of all that is counted: earlier versions took them from imports
 * and searches. They are kept whole, with the reason and their import. Returns how many there were.
 */
export async function setAsideUndatable(
  library: Library,
  { clock, log }: { clock: Clock; log: DatabaseLog },
): Promise<number> {
  const { kysely } = library.database
  const judgedAt = await noteOpening(kysely, clock.now())
  const { first, last } = publicationDays(judgedAt)
  const range = { fromMs: Date.parse(first), beforeMs: Date.parse(addDays(last, 1)) }
  // an older version left weeks of documents behind that were deleted since
  await sql`
    delete from cluster_pending where week < ${first}::date - 7 or week > ${last}::date + 7`.execute(kysely)
  let count = 0
  for (;;) {
    const ids = await library.store.listDatedOutside(range, documentsAtOnce)
    if (ids.length === 0) break
    const documents = await library.store.documents(ids.map(toDocumentId))
    const removed = await removeIds(library, ids, (trx) => keep(trx, documents, judgedAt))
    if (removed.length === 0) break // another process did it
    count += removed.length
  }
  if (count > 0) {
    // what was measured quotes them
    await sql`update library set deletion_revision = revision`.execute(kysely)
    log.warn(
      { documents: count },
      'stored documents were set aside: they are dated before 1990 or in the future (table document_set_aside)',
    )
  }
  return count
}

/** Notes that the library was opened, and returns the time to judge dates by: a clock that was set back would put away the newest documents. */
async function noteOpening(kysely: QueryExecutorProvider, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    update library set opened_at = greatest(coalesce(opened_at, ${now}::timestamptz), ${now}::timestamptz)
    returning opened_at as at`.execute(kysely)
  return rows[0]?.at ?? now
}

async function keep(trx: QueryExecutorProvider, documents: readonly StoredDocument[], now: Date): Promise<void> {
  const kept = documents.map((document) => ({
    id: fromDocumentId(document.documentId),
    reason: `published_at is ${publicationFault(Date.parse(document.publishedAt), now) ?? 'outside of what can be'}: "${document.publishedAt}"`,
    document: JSON.stringify(document),
  }))
  const ids = kept.map(({ id }) => id)
  await sql`
    insert into document_set_aside (document_id, reason, set_aside_at, document, import_id)
    select id, reason, ${now}::timestamptz, document, (select import_id from import_part where stored_ids @> array[id] limit 1)
    from unnest(${ids}::bigint[], ${kept.map(({ reason }) => reason)}::text[], ${kept.map(({ document }) => document)}::jsonb[])
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
