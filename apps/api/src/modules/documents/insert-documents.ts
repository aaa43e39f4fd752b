import { type QueryExecutorProvider, sql } from 'kysely'
import { kindCodes } from './document-codes.ts'
import type { DocumentWriter, NewDocument } from './document-store.port.ts'
import { type DocumentPlace, DocumentPlaceError } from './documents.errors.ts'
import { settleLanguages } from './outlet-languages.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { sourceCodes } from './source-codes.ts'
import { addDays } from '@auspex/contract/days'

/**
 * Inserts the documents whose id is new, with their rollups and the work they cause, in the caller's transaction.
 * Returns the ids that were really inserted; the rest was there already.
 */
export async function insertDocuments(
  trx: QueryExecutorProvider,
  store: Pick<DocumentWriter, 'place' | 'recover' | 'listKnown' | 'insert'>,
  batch: readonly PreparedDocument[],
): Promise<Set<string>> {
  // One writer at a time: rollups and dimensions are updated without deadlocks, and what is absent stays absent
  await sql`select pg_advisory_xact_lock(${writerLock})`.execute(trx)
  await store.recover(trx)
  const unknown = await withoutKnown(trx, store, batch)
  if (unknown.length === 0) return new Set()
  const fresh = await settleLanguages(trx, unknown)
  const { stored } = await store.insert(trx, fresh)
  // counted while another engine stores them; both have ended when this returns or throws, so that nothing is stored after the transaction
  for (const ended of await Promise.allSettled([stored, countIn(trx, store, fresh)]))
    if (ended.status === 'rejected') throw ended.reason
  return new Set(fresh.map((one) => one.id))
}

async function countIn(
  trx: QueryExecutorProvider,
  store: Pick<DocumentWriter, 'place'>,
  fresh: readonly NewDocument[],
): Promise<void> {
  await updateRollups(trx, fresh)
  await advanceLibrary(trx, store)
  await queueEnrichment(trx, fresh)
}

/** Any fixed number will do, as long as nothing else in the database takes it. */
export const writerLock = 7_340_001

async function withoutKnown(
  trx: QueryExecutorProvider,
  store: Pick<DocumentWriter, 'listKnown'>,
  batch: readonly PreparedDocument[],
): Promise<NewDocument[]> {
  const byId = new Map<string, PreparedDocument>()
  for (const one of batch) if (!byId.has(one.id)) byId.set(one.id, one)
  for (const id of await store.listKnown(trx, [...byId.keys()])) byId.delete(id)
  return [...byId.values()].map((one) => ({ ...one, sourceId: sourceCodes[one.sourceKey] }))
}

async function updateRollups(trx: QueryExecutorProvider, fresh: readonly NewDocument[]): Promise<void> {
  const days = new Map<string, { sourceId: number; kind: number; day: string; documents: number }>()
  for (const { sourceId, kind, day } of fresh) {
    const key = `${sourceId} ${kind} ${day}`
    const entry = days.get(key) ?? { sourceId, kind, day, documents: 0 }
    entry.documents += 1
    days.set(key, entry)
  }
  const entries = [...days.values()]
  await sql`
    insert into source_day as known (source_id, kind, day, documents)
    select * from unnest(${entries.map((one) => one.sourceId)}::smallint[], ${entries.map((one) => one.kind)}::smallint[],
                         ${entries.map((one) => one.day)}::date[], ${entries.map((one) => one.documents)}::int[])
    on conflict (source_id, kind, day) do update set documents = known.documents + excluded.documents`.execute(trx)
}

/** Says that documents changed. Throws `DocumentPlaceError` when they were moved while this process ran, which takes all of it back. */
export async function advanceLibrary(
  trx: QueryExecutorProvider,
  { place }: Pick<DocumentWriter, 'place'>,
): Promise<void> {
  const { rows } = await sql<{ place: DocumentPlace }>`
    update library set revision = revision + 1 returning documents_in as place`.execute(trx)
  const [library] = rows
  if (library !== undefined && library.place !== place) throw new DocumentPlaceError(library.place)
}

async function queueEnrichment(trx: QueryExecutorProvider, fresh: readonly NewDocument[]): Promise<void> {
  await sql`
    insert into entity_pending (bucket, document_id)
    select * from unnest(${fresh.map((one) => one.bucket)}::smallint[], ${fresh.map((one) => one.id)}::bigint[])`.execute(
    trx,
  )
  await queueArticles(
    trx,
    fresh.filter(({ kind }) => kind === kindCodes.article),
  )
  // and the week after, whose stories may have begun in this one
  const stored = [...new Set(fresh.map((one) => one.week))]
  const weeks = [...new Set(stored.flatMap((week) => [week, addDays(week, 7)]))]
  await sql`insert into cluster_pending (week) select unnest(${weeks}::date[]) on conflict do nothing`.execute(trx)
}

/** Articles that were stored or removed are compared with the stories of the news feed. */
export async function queueArticles(
  trx: QueryExecutorProvider,
  articles: readonly { id: string; ts: Date | string }[],
): Promise<void> {
  if (articles.length === 0) return
  await sql`
    insert into article_pending (document_id, published_at)
    select * from unnest(${articles.map(({ id }) => id)}::bigint[], ${articles.map(({ ts }) => ts)}::timestamptz[])
    on conflict do nothing`.execute(trx)
}
