import { type DocumentKind, mendSpacing, type SourceDocument, type SourceKey } from '@auspex/sources'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import {
  type CountryBasis,
  countryBasisCodes,
  datePrecisionCodes,
  decode,
  kindCodes,
  toneCodes,
  type ToneLabel,
} from './document-codes.ts'
import { type DocumentFilter, toCondition } from './document-filter.ts'
import { type DocumentId, fromDocumentId, toDocumentId } from './document-id.ts'
import { parseCursor, writeCursor } from './page-cursor.ts'
import { decodeSource } from './source-codes.ts'

export interface StoredDocument {
  documentId: DocumentId
  /** Documents of the same story share this id. */
  clusterId: DocumentId
  sourceKey: SourceKey
  kind: DocumentKind
  outlet: string
  author: string | null
  title: string
  body: string | null
  url: string | null
  publishedAt: string
  datePrecision: SourceDocument['datePrecision']
  country: string | null
  countryBasis: CountryBasis | null
  lang: string | null
  /** In [-1, 1]; null when unknown. */
  tone: number | null
  toneLabel: ToneLabel
  score: number | null
  comments: number | null
  views: number | null
  reposts: number | null
}

export type DocumentOrder = 'newest' | 'engagement'

export interface DocumentPage {
  limit: number
  /** The `next` value of the previous page. */
  after?: string | null
  order?: DocumentOrder
}

/** The columns of a document that every engine stores alike. */
export interface EngineColumns {
  kind: number
  title: string
  body: string | null
  url: string | null
  date_precision: number
  lang: string | null
  tone_label: number
  score: number | null
  comments: number | null
  views: number | null
  reposts: number | null
}

/** Decodes those columns. */
export function readColumns(row: EngineColumns) {
  return {
    kind: decode(kindCodes, row.kind),
    title: mendSpacing(row.title),
    body: row.body,
    url: row.url,
    datePrecision: decode(datePrecisionCodes, row.date_precision),
    lang: row.lang,
    toneLabel: decode(toneCodes, row.tone_label),
    score: row.score,
    comments: row.comments,
    views: row.views,
    reposts: row.reposts,
  }
}

interface DocumentRow extends EngineColumns {
  id: string
  cluster_id: string
  ts: Date
  source_id: number
  outlet: string
  author: string | null
  country: string | null
  country_basis: number | null
  tone: number | null
  rank: string
}

const columns = sql`d.id, d.cluster_id, d.ts, d.source_id, d.kind, o.name as outlet, a.name as author, t.title, t.body,
  t.url, t.date_precision, d.country, d.country_basis, d.lang, d.tone, d.tone_label, d.score, d.comments, t.views, t.reposts`
const joins = sql`join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id left join author a on a.id = d.author_id`

/** Sort keys of a page as one bigint; ties by id. Microseconds since 1970, or reactions (unknown last). */
const ranks: Record<DocumentOrder, RawBuilder<unknown>> = {
  newest: sql`(extract(epoch from d.ts) * 1000000)::bigint`,
  engagement: sql`(case when d.score is null and d.comments is null then -9000000000 else coalesce(d.score, 0)::bigint + coalesce(d.comments, 0) end)`,
}

/** Where a page starts: after its cursor, or at the first document of the order. */
export function readPageStart({ limit, after = null, order = 'newest' }: DocumentPage) {
  return { limit, order, cursor: parseCursor(after) }
}

/** Returns one page of documents; `next` is null on the last. Pages stay consistent while documents are added. */
export async function findDocuments(
  database: Database,
  filter: DocumentFilter,
  page: DocumentPage,
): Promise<{ documents: StoredDocument[]; next: string | null }> {
  const { limit, order, cursor } = readPageStart(page)
  const rank = ranks[order]
  const beyond = cursor === null ? sql`` : sql` and (${rank}, d.id) < (${cursor.rank}::bigint, ${cursor.id}::bigint)`
  const sorting = order === 'newest' ? sql`d.ts desc, d.id desc` : sql`${rank} desc, d.id desc`
  const { rows } = await sql<DocumentRow>`
    with page as materialized (
      select d.id, ${rank} as rank from document d where ${toCondition(filter)}${beyond} order by ${sorting} limit ${limit + 1}
    )
    select ${columns}, p.rank from page p join document d on d.id = p.id ${joins} order by p.rank desc, d.id desc`.execute(
    database.analysis,
  )
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    documents: rows.slice(0, limit).map(toStoredDocument),
    next: last === undefined ? null : writeCursor(last),
  }
}

/** Returns the documents with these ids, in the same order; unknown and malformed ids are omitted. */
export async function getDocuments(database: Database, ids: readonly DocumentId[]): Promise<StoredDocument[]> {
  const storedIds = ids.map(fromDocumentId).filter((id) => id !== null)
  const { rows } = await sql<DocumentRow>`
    select ${columns}, 0 as rank from document d ${joins} where d.id = any(${storedIds}::bigint[])`.execute(
    database.kysely,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return storedIds.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [toStoredDocument(row)]
  })
}

/** A title, with its outlet and time of publication. */
export type DocumentTitle = Pick<StoredDocument, 'documentId' | 'title' | 'outlet' | 'publishedAt' | 'lang'> & {
  /** Points plus comments; null when the source reports neither. */
  reactions: number | null
}

/** Returns the titles of these documents without the texts, which make up most of the cost of reading a document. */
export async function getTitles(database: Database, ids: readonly DocumentId[]): Promise<DocumentTitle[]> {
  const storedIds = ids.map(fromDocumentId).filter((id) => id !== null)
  const { rows } = await sql<DocumentRow & { reactions: number | null }>`
    select d.id, d.ts, t.title, d.lang, o.name as outlet,
      case when d.score is not null or d.comments is not null then coalesce(d.score, 0)::float8 + coalesce(d.comments, 0) end as reactions
    from document d join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id
    where d.id = any(${storedIds}::bigint[])`.execute(database.kysely)
  return rows.map(({ id, ts, title, lang, outlet, reactions }) => ({
    documentId: toDocumentId(id),
    title: mendSpacing(title),
    lang,
    outlet,
    publishedAt: ts.toISOString(),
    reactions,
  }))
}

/** Returns the exact number of matching documents. */
export async function countDocuments(database: Database, filter: DocumentFilter): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from document d where ${toCondition(filter)}`.execute(database.analysis)
  return rows[0]?.n ?? 0
}

function toStoredDocument(row: DocumentRow): StoredDocument {
  return {
    ...readColumns(row),
    documentId: toDocumentId(row.id),
    clusterId: toDocumentId(row.cluster_id),
    sourceKey: decodeSource(row.source_id),
    outlet: row.outlet,
    author: row.author,
    publishedAt: row.ts.toISOString(),
    country: row.country,
    countryBasis: row.country_basis === null ? null : decode(countryBasisCodes, row.country_basis),
    tone: row.tone,
  }
}
