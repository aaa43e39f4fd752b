import type { SourceKey } from '@auspex/sources'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { kindCodes } from './document-codes.ts'
import { type Deletion, recordDeletions } from './deleted-documents.ts'
import { type DocumentId, fromDocumentId, hash63, toDocumentId } from './document-id.ts'
import type { DocumentStore, DocumentWriter, Library, RemovedRow } from './document-store.port.ts'
import { forgetFormerStories } from './story-numbers.ts'
import { incrementRevision, queueArticles, writerLock } from './insert-documents.ts'
import { uncountWeeks } from './outlet-weeks.ts'
import { forgetTones } from './recent-tones.ts'
import { sourceCodes } from './source-codes.ts'

/** Documents by their source's own ids. */
export interface Origin {
  sourceKey: SourceKey
  nativeIds: readonly string[]
}

/** The parts of the library that a removal needs. */
interface WrittenLibrary {
  database: Database
  store: DocumentStore
}

const idsPerTransaction = 1_000

/**
 * Removes what a source reports as deleted, with everything counted from it, in transactions of a thousand; returns how many documents were in the
 * library. Storing the same document later adds it again: only its source knows whether it exists.
 */
export async function removeDocuments(
  library: Library,
  { sourceKey, nativeIds }: Origin,
  deletion: Deletion,
): Promise<number> {
  const ids = [...new Set(nativeIds)].map((nativeId) => hash63(`native ${sourceKey} ${nativeId}`))
  await forgetSetAside(library, ids)
  return (await removeByIds(library, ids, deletion)).size
}

/** Documents with impossible dates are not counted, but stored as they came. */
async function forgetSetAside({ database }: Library, ids: readonly string[]): Promise<void> {
  await sql`delete from document_set_aside where document_id = any(${ids}::bigint[])`.execute(database.kysely)
}

/** Removes all posts of Bluesky accounts (`did:…`) that were deleted or taken down; returns how many there were. */
export async function removeAccounts(
  library: Library,
  accounts: readonly string[],
  deletion: Deletion,
): Promise<number> {
  if (accounts.length === 0) return 0
  return (await removeByIds(library, await library.store.idsOfAccounts(accounts), deletion)).size
}

/**
 * Removes a document and keeps it from coming back; looking through everything that may quote it takes longer and only begins here. False if the library
 * does not have it.
 */
export async function removeForGood(
  library: Library,
  documentId: DocumentId,
  { beginErasure, ...deletion }: Required<Omit<Deletion, 'way'>> & { beginErasure: () => Promise<void> },
): Promise<boolean> {
  const id = fromDocumentId(documentId)
  if (id === null) return false
  const removed = await removeByIds(library, [id], { way: 'operator', ...deletion })
  if (removed.size === 0) return false
  await beginErasure()
  return true
}

/** Takes documents out of what their imports stored, and the deletion of these would count and remove. */
async function forgetImported(trx: QueryExecutorProvider, ids: readonly string[]): Promise<void> {
  await sql`
    with removed as (
      select import_id, count(*)::int as documents from import_part, unnest(stored_ids) as id
      where stored_ids && ${[...ids]}::bigint[] and id = any(${[...ids]}::bigint[]) group by import_id
    ), part as (
      update import_part p set stored_ids = array(select id from unnest(p.stored_ids) as id where id <> all(${[...ids]}::bigint[]))
      where p.stored_ids && ${[...ids]}::bigint[]
    )
    update import_file f set stored = f.stored - removed.documents from removed where f.id = removed.import_id`.execute(
    trx,
  )
}

/** Removes documents by stored id, in transactions of a thousand; returns the ids that were in the library. */
export async function removeByIds(
  library: WrittenLibrary,
  ids: readonly string[],
  deletion: Deletion,
): Promise<Set<string>> {
  const removed = new Set<string>()
  for (let index = 0; index < ids.length; index += idsPerTransaction)
    for (const id of await deleteIds(library, ids.slice(index, index + idsPerTransaction), deletion)) removed.add(id)
  return removed
}

async function deleteIds(library: WrittenLibrary, ids: readonly string[], deletion: Deletion): Promise<string[]> {
  const existing = await library.store.listExisting(library.database.kysely, ids)
  if (existing.size === 0) return []
  const documents = await library.store.documents([...existing].map(toDocumentId))
  return removeIds(library, [...existing], async (trx) => {
    await recordDeletions(trx, documents, deletion)
    if (deletion.reason !== undefined) await forgetImported(trx, [...existing])
  })
}

/** Removes up to a thousand documents in one transaction; `before` runs in it, while they still exist. Returns those that existed. */
export async function removeIds(
  { database, store }: WrittenLibrary,
  ids: readonly string[],
  before: (trx: QueryExecutorProvider) => Promise<void> = async () => {},
): Promise<string[]> {
  // Most deletions reported by a stream were never stored here: no lock is taken for those.
  const existing = await store.listExisting(database.kysely, ids)
  if (existing.size === 0) return []
  const removed = await database.kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${writerLock})`.execute(trx)
    await store.recover(trx)
    await before(trx)
    return removeKnown(trx, store, [...existing])
  })
  await store.afterRemoval()
  forgetTones(database)
  return removed
}

async function removeKnown(
  trx: QueryExecutorProvider,
  store: DocumentWriter,
  ids: readonly string[],
): Promise<string[]> {
  // First, because it waits for an extraction of names in progress, whose result is then in the row.
  const { rows: pending } = await sql<{ document_id: string }>`
    delete from entity_pending where document_id = any(${ids}::bigint[])
      and bucket = any(${ids.map((id) => Number(BigInt(id) & 127n))}::smallint[]) returning document_id`.execute(trx)
  const removed = await store.remove(trx, ids)
  if (removed.length === 0) return []
  await forgetFormerStories(trx, ids)
  const unread = new Set(pending.map(({ document_id: id }) => id))
  await uncountEntities(
    trx,
    removed.filter(({ id }) => !unread.has(id)),
  )
  await uncountDays(trx, removed)
  await uncountWeeks(trx, removed)
  await queueWeeks(trx, removed)
  await queueArticles(
    trx,
    removed.filter(({ kind }) => kind === kindCodes.article),
  )
  await incrementRevision(trx, store)
  return removed.map(({ id }) => id)
}

/** Subtracts the names that were extracted from the documents from the counts. */
async function uncountEntities(trx: QueryExecutorProvider, read: readonly RemovedRow[]): Promise<void> {
  if (read.length === 0) return
  const mentions = read.flatMap(({ entities, source_id: source }) =>
    entities.map((entity) => ({ entity, isDemo: source === sourceCodes.demo })),
  )
  await sql`
    update entity e set documents = greatest(0, e.documents - gone.real), demo_documents = greatest(0, e.demo_documents - gone.demo)
    from (select id, count(*) filter (where not demo)::int as real, count(*) filter (where demo)::int as demo
          from unnest(${mentions.map(({ entity }) => entity)}::int[], ${mentions.map(({ isDemo }) => isDemo)}::boolean[]) as n (id, demo)
          group by id) gone
    where e.id = gone.id`.execute(trx)
  const demo = read.filter(({ source_id: source }) => source === sourceCodes.demo).length
  await sql`
    update entity_library
    set documents = greatest(0, documents - case when demo then ${demo}::int else ${read.length - demo}::int end)`.execute(
    trx,
  )
}

/** Queues the weeks of removed documents, and those after them, for another comparison. A week without documents is dequeued instead. */
async function queueWeeks(trx: QueryExecutorProvider, removed: readonly RemovedRow[]): Promise<void> {
  // the database computes weeks, because a removed day may be one that no other code accepts
  await sql`
    with changed as (
      select distinct date_trunc('week', day)::date + later as week
      from unnest(${removed.map(({ day }) => day)}::date[]) as removed (day), (values (0), (7)) as weeks (later)
    ),
    empty as (
      delete from cluster_pending p using changed c
      where p.week = c.week and not exists (select from source_day d where d.day between c.week and c.week + 6)
    )
    insert into cluster_pending (week)
    select week from changed c where exists (select from source_day d where d.day between c.week and c.week + 6)
    on conflict do nothing`.execute(trx)
}

async function uncountDays(trx: QueryExecutorProvider, removed: readonly RemovedRow[]): Promise<void> {
  await sql`
    update source_day s set documents = s.documents - gone.n
    from (select source_id, kind, day, count(*)::int as n
          from unnest(${removed.map((row) => row.source_id)}::smallint[], ${removed.map((row) => row.kind)}::smallint[],
                      ${removed.map((row) => row.day)}::date[]) as r (source_id, kind, day)
          group by source_id, kind, day) gone
    where s.source_id = gone.source_id and s.kind = gone.kind and s.day = gone.day`.execute(trx)
  // A day without a document is not a day of zero: it is unknown what a source published on it.
  await sql`delete from source_day where documents <= 0`.execute(trx)
}
