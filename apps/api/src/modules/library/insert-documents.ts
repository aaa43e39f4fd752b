import type { DocumentWriter, NewDocument } from './document-store.port.ts'
import { scoreTone, styleOfKind, usesLatinScript } from '@auspex/analytics'
import { addDays } from '@auspex/contract/days'
import { type QueryExecutorProvider, sql } from 'kysely'
import { kindCodes, decode, toneCodes } from './document-codes.ts'
import { type DocumentLocation, DocumentLocationError } from './library.errors.ts'
import { countWeeks } from './outlet-weeks.ts'
import { type PreparedDocument, toneText } from './prepare-document.ts'
import { sourceCodes } from './source-codes.ts'

/**
 * Inserts documents with new ids, along with their rollups and follow-up work, in the caller's transaction. `collectedAt` is when they came into the
 * library. Returns the ids inserted.
 */
export async function insertDocuments(
  trx: QueryExecutorProvider,
  store: DocumentWriter,
  batch: readonly PreparedDocument[],
  collectedAt: Date,
): Promise<Set<string>> {
  // One writer at a time: rollups and dimensions update without deadlocks, and absent ids stay absent
  await sql`select pg_advisory_xact_lock(${writerLock})`.execute(trx)
  await store.recover(trx)
  const unknown = await withoutExisting(trx, store, batch)
  if (unknown.length === 0) return new Set()
  const fresh = await countAndFillLanguages(trx, unknown)
  const { stored } = await store.insert(trx, fresh, collectedAt)
  // counts while another engine stores; both have settled when this returns or throws, so that nothing is stored after the transaction
  for (const result of await Promise.allSettled([stored, countIn(trx, store, fresh, collectedAt)]))
    if (result.status === 'rejected') throw result.reason
  return new Set(fresh.map((document) => document.id))
}

async function countIn(
  trx: QueryExecutorProvider,
  store: DocumentWriter,
  fresh: readonly NewDocument[],
  collectedAt: Date,
): Promise<void> {
  await updateRollups(trx, fresh)
  await countWeeks(trx, fresh)
  await incrementRevision(trx, store)
  await sql`update library set collected_since = ${collectedAt}::timestamptz where collected_since is null`.execute(trx)
  await queueEnrichment(trx, fresh)
}

/** Any fixed number works, as long as nothing else in the database uses it. */
export const writerLock = 7_340_001

async function withoutExisting(
  trx: QueryExecutorProvider,
  store: DocumentWriter,
  batch: readonly PreparedDocument[],
): Promise<NewDocument[]> {
  const byId = new Map<string, PreparedDocument>()
  for (const document of batch) if (!byId.has(document.id)) byId.set(document.id, document)
  for (const id of await store.listExisting(trx, [...byId.keys()])) byId.delete(id)
  for (const id of await listBlocked(trx, [...byId.keys()])) byId.delete(id)
  return [...byId.values()].map((one) => ({ ...one, sourceId: sourceCodes[one.sourceKey] }))
}

/** Documents that an administrator deleted and does not want back. Other deleted ones come back, and are no longer listed as deleted. */
async function listBlocked(trx: QueryExecutorProvider, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; is_blocked: boolean }>`
    select document_id::text as id, is_blocked from deleted_document where document_id = any(${[...ids]}::bigint[])`.execute(
    trx,
  )
  const returning = rows.filter((row) => !row.is_blocked).map(({ id }) => id)
  if (returning.length > 0)
    await sql`delete from deleted_document where document_id = any(${returning}::bigint[]) and document is null`.execute(
      trx,
    )
  return rows.filter((row) => row.is_blocked).map(({ id }) => id)
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
    select * from unnest(${entries.map((eachEntry) => eachEntry.sourceId)}::smallint[], ${entries.map((eachEntry) => eachEntry.kind)}::smallint[],
                         ${entries.map((eachEntry) => eachEntry.day)}::date[], ${entries.map((eachEntry) => eachEntry.documents)}::int[])
    on conflict (source_id, kind, day) do update set documents = known.documents + excluded.documents`.execute(trx)
}

/**
 * Increments the library's revision. Throws `DocumentLocationError` when the documents were moved while this process ran, which rolls everything back.
 */
export async function incrementRevision(trx: QueryExecutorProvider, { location }: DocumentWriter): Promise<void> {
  const { rows } = await sql<{ place: DocumentLocation }>`
    update library set revision = revision + 1 returning documents_in as place`.execute(trx)
  const [library] = rows
  if (library !== undefined && library.place !== location) throw new DocumentLocationError(library.place)
}

async function queueEnrichment(trx: QueryExecutorProvider, fresh: readonly NewDocument[]): Promise<void> {
  await sql`
    insert into entity_pending (bucket, document_id)
    select * from unnest(${fresh.map((document) => document.bucket)}::smallint[], ${fresh.map((document) => document.id)}::bigint[])`.execute(
    trx,
  )
  await queueArticles(
    trx,
    fresh.filter(({ kind }) => kind === kindCodes.article),
  )
  // also the week after, whose stories may have begun in this one
  const newWeeks = [...new Set(fresh.map((document) => document.week))]
  const weeks = [...new Set(newWeeks.flatMap((week) => [week, addDays(week, 7)]))]
  await sql`insert into cluster_pending (week) select unnest(${weeks}::date[]) on conflict do nothing`.execute(trx)
}

/** Queues stored or removed articles for comparison with the stories of the news feed. */
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

/** How many documents of known language an outlet needs to have a usual language, and that language's minimum share. */
const minDocuments = 20
const minShare = 0.9

/** Letters that no script owns, such as the micro sign and the ʻokina of Hawaiian, are no letters of another script. */
const otherLetters = /(?!\p{Script=Latin}|\p{Script=Common})\p{L}/u
const latinLetters = /\p{Script=Latin}{2}/u

/**
 * Counts the languages of new documents by outlet, and gives documents too short to detect a language the one that nearly all others of their outlet
 * have, with their tone in it. A text with letters of another script stays unknown.
 */
export async function countAndFillLanguages<Stored extends PreparedDocument>(
  trx: QueryExecutorProvider,
  fresh: readonly Stored[],
): Promise<Stored[]> {
  await countLanguages(trx, fresh)
  const unknown = fresh.filter(({ lang }) => lang === null)
  if (unknown.length === 0) return [...fresh]
  const usual = await findUsualLanguages(trx, [...new Set(unknown.map(({ outlet }) => outlet))])
  return fresh.map((document) => {
    const lang = document.lang === null ? usual.get(document.outlet) : undefined
    return lang === undefined || !isInLatinLetters(document) || !usesLatinScript(lang)
      ? document
      : withLanguage(document, lang)
  })
}

async function countLanguages(trx: QueryExecutorProvider, fresh: readonly PreparedDocument[]): Promise<void> {
  const counts = new Map<string, { outlet: string; lang: string; documents: number }>()
  for (const { outlet, lang } of fresh) {
    if (lang === null || lang === '') continue
    const key = JSON.stringify([outlet, lang])
    const entry = counts.get(key) ?? { outlet, lang, documents: 0 }
    entry.documents += 1
    counts.set(key, entry)
  }
  const entries = [...counts.values()]
  if (entries.length === 0) return
  await sql`
    insert into outlet_language as known (outlet, lang, documents)
    select * from unnest(${entries.map((eachEntry) => eachEntry.outlet)}::text[], ${entries.map((eachEntry) => eachEntry.lang)}::text[],
                         ${entries.map((eachEntry) => eachEntry.documents)}::int[])
    on conflict (outlet, lang) do update set documents = known.documents + excluded.documents`.execute(trx)
}

async function findUsualLanguages(
  trx: QueryExecutorProvider,
  outlets: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ outlet: string; lang: string }>`
    select outlet, lang from (
      select outlet, lang, documents, sum(documents) over (partition by outlet) as total
      from outlet_language where outlet = any(${[...outlets]}::text[])
    ) as shares where total >= ${minDocuments}::int and documents >= ${minShare}::float8 * total`.execute(trx)
  return new Map(rows.map(({ outlet, lang }) => [outlet, lang]))
}

function isInLatinLetters({ title, body }: PreparedDocument): boolean {
  const text = body === null ? title : `${title} ${body}`
  return latinLetters.test(text) && !otherLetters.test(text)
}

function withLanguage<Stored extends PreparedDocument>(document: Stored, lang: string): Stored {
  const style = styleOfKind(decode(kindCodes, document.kind))
  const tone = scoreTone(toneText(document.title, document.body), lang, { style })
  return { ...document, lang, tone: tone.score, toneLabel: toneCodes[tone.label] }
}
