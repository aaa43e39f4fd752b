import { type QueryExecutorProvider, sql } from 'kysely'
import { authorKey, resolveAuthors, resolveOutlets } from './dimensions.ts'
import { kindCodes } from './document-codes.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { sourceCodes } from './source-codes.ts'
import { addDays } from '@auspex/contract/days'

// COPY would be the natural way in, but the embedded engine's socket loses the protocol on it (decision 0017), and
// arrays through one statement are as fast: 12,000 documents a second.

/**
 * Inserts the documents whose id is new, with their rollups and the work they cause, in the caller's transaction.
 * Returns the ids that were really inserted; the rest was there already.
 */
export async function insertDocuments(
  trx: QueryExecutorProvider,
  batch: readonly PreparedDocument[],
): Promise<Set<string>> {
  // One writer at a time: rollups and dimensions are updated without deadlocks, and what is absent stays absent
  await sql`select pg_advisory_xact_lock(${writerLock})`.execute(trx)
  const fresh = await withoutKnown(trx, batch)
  if (fresh.length === 0) return new Set()
  await insertFacts(trx, fresh)
  await insertTexts(trx, fresh)
  await updateRollups(trx, fresh)
  await queueEnrichment(trx, fresh)
  return new Set(fresh.map((one) => one.id))
}

/** A document that is not stored yet, with the number of its source. */
type NewDocument = PreparedDocument & { sourceId: number }

/** Any fixed number will do, as long as nothing else in the database takes it. */
export const writerLock = 7_340_001

async function withoutKnown(trx: QueryExecutorProvider, batch: readonly PreparedDocument[]): Promise<NewDocument[]> {
  const byId = new Map<string, PreparedDocument>()
  for (const one of batch) if (!byId.has(one.id)) byId.set(one.id, one)
  const { rows } = await sql<{ id: string }>`
    select id from document where id = any(${[...byId.keys()]}::bigint[])`.execute(trx)
  for (const { id } of rows) byId.delete(id)
  return [...byId.values()].map((one) => ({ ...one, sourceId: sourceCodes[one.sourceKey] }))
}

async function insertFacts(trx: QueryExecutorProvider, fresh: readonly NewDocument[]): Promise<void> {
  const outlets = await resolveOutlets(
    trx,
    fresh.map((one) => one.outlet),
  )
  const authors = await resolveAuthors(trx, fresh)
  const column = <K extends keyof NewDocument>(key: K) => fresh.map((one) => one[key])
  const outletIds = fresh.map((one) => outlets.get(one.outlet))
  const authorIds = fresh.map((one) => authors.get(authorKey(one)) ?? null)
  await sql`
    insert into document (id, cluster_id, ts, day, outlet_id, author_id, score, comments, tone, source_id, bucket, kind,
                          tone_label, country, country_basis, lang, tsv)
    select * from unnest(
      ${column('id')}::bigint[], ${column('clusterId')}::bigint[], ${column('ts')}::timestamptz[], ${column('day')}::date[],
      ${outletIds}::int[], ${authorIds}::int[], ${column('score')}::int[], ${column('comments')}::int[],
      ${column('tone')}::real[], ${column('sourceId')}::smallint[], ${column('bucket')}::smallint[],
      ${column('kind')}::smallint[], ${column('toneLabel')}::smallint[], ${column('country')}::text[],
      ${column('countryBasis')}::smallint[], ${column('lang')}::text[], ${column('tsv')}::tsvector[])`.execute(trx)
}

async function insertTexts(trx: QueryExecutorProvider, fresh: readonly NewDocument[]): Promise<void> {
  const column = <K extends keyof NewDocument>(key: K) => fresh.map((one) => one[key])
  await sql`
    insert into document_text (id, canonical_url_hash, views, reposts, date_precision, native_id, url, title, body)
    select * from unnest(
      ${column('id')}::bigint[], ${column('canonicalUrlHash')}::bigint[], ${column('views')}::int[],
      ${column('reposts')}::int[], ${column('datePrecision')}::smallint[], ${column('nativeId')}::text[],
      ${column('url')}::text[], ${column('title')}::text[], ${column('body')}::text[])`.execute(trx)
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
  await sql`update library set revision = revision + 1`.execute(trx)
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
  const weeks = [...new Set(fresh.flatMap((one) => [one.week, addDays(one.week, 7)]))]
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
