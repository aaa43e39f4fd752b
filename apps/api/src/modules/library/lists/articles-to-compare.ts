import { mendSpacing } from '@auspex/sources'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { datePrecisionCodes, kindCodes } from '../document-codes.ts'
import { type DocumentId, fromDocumentId, toDocumentId } from '../document-id.ts'
import { sourceCodes } from '../source-codes.ts'
import { compareAscending } from '../../../kernel/fold-text.ts'

/** An article to compare with others. */
export interface ArticleText {
  documentId: DocumentId
  /** The story id, which copies of a text share. */
  telling: DocumentId
  isDemo: boolean
  publishedAt: string
  isDatedByDay: boolean
  outlet: string
  country: string | null
  language: string | null
  tone: number | null
  title: string
  /** The beginning of its body. */
  lead: string | null
}

/** Maximum number of characters of a body that are compared and quoted. */
export const maxLeadLength = 1_200

/** An article as stored. */
export interface ArticleRow {
  id: string
  cluster_id: string
  source_id: number
  ts: Date
  date_precision: number
  outlet: string
  country: string | null
  lang: string | null
  tone: number | null
  title: string
  /** The first `maxLeadLength` of its body. */
  lead: string | null
}

/** Look-ups of articles in a store, by stored id. */
export interface ArticleReader {
  /** The articles among the ids, in no particular order. */
  read(ids: readonly string[]): Promise<ArticleRow[]>
  /** Which of the ids exist. */
  listKnown(ids: readonly string[]): Promise<Set<string>>
}

/** Articles stored or removed since the last comparison, and look-ups of articles by id. */
export function createArticlesToCompare({ kysely }: Database, reader: ArticleReader) {
  const readTexts = async (ids: readonly string[]): Promise<ArticleText[]> =>
    (await reader.read(ids)).map(toArticleText)
  return {
    /** Pending articles, oldest first, and the pending ids that are no longer in the library. */
    async listPending(limit: number): Promise<{ articles: ArticleText[]; removedIds: DocumentId[] }> {
      const { rows } = await sql<{ id: string }>`
        select document_id as id from article_pending order by published_at, document_id limit ${limit}`.execute(kysely)
      const ids = rows.map(({ id }) => id)
      const existing = await reader.listKnown(ids)
      const articles = await readTexts(ids.filter((id) => existing.has(id)))
      return {
        articles: articles.toSorted(
          (a, b) => compareAscending(a.publishedAt, b.publishedAt) || compareAscending(a.documentId, b.documentId),
        ),
        removedIds: ids.filter((id) => !existing.has(id)).map(toDocumentId),
      }
    },
    /** Marks articles as compared, which removes them from the queue. */
    async settle(ids: readonly DocumentId[]): Promise<void> {
      // documents never have negative ids, so such an entry could never be settled and would stay pending for ever
      await sql`
        delete from article_pending
        where document_id in (select unnest(${toStored(ids)}::bigint[])) or document_id < 0`.execute(kysely)
    },
    async countPending(): Promise<number> {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from article_pending`.execute(kysely)
      return rows[0]?.n ?? 0
    },
    /** In no particular order; unknown ids are omitted. */
    readArticles: (ids: readonly DocumentId[]) => readTexts(toStored(ids)),
  }
}

/** Reads articles when PostgreSQL stores them. */
export function createArticleReader(kysely: Kysely<object>): ArticleReader {
  return {
    async read(ids) {
      const { rows } = await sql<ArticleRow>`
        select d.id, d.cluster_id, d.source_id, d.ts, t.date_precision, o.name as outlet, d.country, d.lang, d.tone::float8 as tone, t.title,
          left(t.body, ${maxLeadLength}) as lead
        from document d join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id
        where d.id in (select unnest(${[...ids]}::bigint[])) and d.kind = ${kindCodes.article}`.execute(kysely)
      return rows
    },
    async listKnown(ids) {
      const { rows } = await sql<{ id: string }>`
        select id from document where id in (select unnest(${[...ids]}::bigint[]))`.execute(kysely)
      return new Set(rows.map(({ id }) => id))
    },
  }
}

function toArticleText(row: ArticleRow): ArticleText {
  return {
    documentId: toDocumentId(row.id),
    telling: toDocumentId(row.cluster_id),
    isDemo: row.source_id === sourceCodes.demo,
    publishedAt: row.ts.toISOString(),
    isDatedByDay: row.date_precision === datePrecisionCodes.day,
    outlet: row.outlet,
    country: row.country,
    language: row.lang,
    tone: row.tone,
    title: mendSpacing(row.title),
    lead: row.lead,
  }
}

function toStored(ids: readonly DocumentId[]): string[] {
  return ids.flatMap((id) => fromDocumentId(id) ?? [])
}
