import type { QueryNode } from '@auspex/analytics'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { type DocumentId, fromDocumentId, toDocumentId } from '../document-id.ts'
import { toQueryCondition } from '../query-condition.ts'
import { createArticleReader, createArticlesToCompare } from './articles-to-compare.ts'
import { type ArticleEntry, cutArticles, type ArticleSlice, type ListedArticles } from './cut-articles.ts'

/** Articles that a person does not want to see. */
export type ArticleMute =
  | { kind: 'word'; query: QueryNode }
  | { kind: 'outlet'; outlet: string }
  | { kind: 'story'; ids: readonly DocumentId[] }

/** A filter over articles. Absent or null conditions do not restrict. */
export interface ArticleFilter {
  world: DocumentFilter['world']
  /** Articles that match at least one question of every group; a group without questions matches nothing. */
  questions: readonly (readonly DocumentFilter[])[]
  country?: string | null
  outlets?: readonly string[] | null
  /** Days, both inclusive. */
  fromDay: string
  toDay: string
  /** Last instant, inclusive. */
  publishedTo?: string | null
  ids?: readonly DocumentId[] | null
  exceptIds?: readonly DocumentId[] | null
  /** The documents that the person has read: a text counts as read once one matching copy is. */
  readIds: readonly DocumentId[]
  /** Only texts that the person has not read. */
  isUnreadOnly: boolean
  /** In order: an article counts for the first mute that hides it. */
  mutes: readonly ArticleMute[]
  /** Whether muted articles are listed anyway. */
  withMuted: boolean
}

/** The articles that a mute is counted over. */
export type MutedFilter = Omit<ArticleFilter, 'mutes' | 'readIds' | 'isUnreadOnly' | 'withMuted'>

/** Article lists, and what the news feed compares. */
export function createArticleLists(database: Database) {
  return {
    list: (filter: ArticleFilter, slice: ArticleSlice) => listArticles(database, filter, slice),
    listIds: (filter: ArticleFilter, limit: number) => listArticleIds(database, filter, limit),
    countMuted: (filter: MutedFilter, mute: ArticleMute, examples: number) =>
      countMuted(database, filter, mute, examples),
    ...createArticlesToCompare(database, createArticleReader(database.kysely)),
  }
}

/**
 * Lists articles, one entry for all copies of a text. An entry is dated by its earliest copy, so that a late copy does not move it while somebody
 * reads; it is hidden when every copy is.
 */
async function listArticles(
  { analysis }: Database,
  filter: ArticleFilter,
  { perPage, offset, after, order }: ArticleSlice,
): Promise<ListedArticles> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const isAfterCursor =
    after === null
      ? sql`true`
      : order === 'newest'
        ? sql`(key, id) < (${after.key}::bigint, ${fromDocumentId(after.id)}::bigint)`
        : sql`(key, id) > (${after.key}::bigint, ${fromDocumentId(after.id)}::bigint)`
  const { rows } = await sql<{
    total: number
    unread: number
    page: ArticleEntry[] | null
    hidden: { mute: number; documents: number }[] | null
  }>`
    with matching as materialized (
      select d.id, d.cluster_id, d.outlet_id, d.ts, ${isAmong(filter.readIds)} as read, ${toMute(filter.mutes)} as mute
      from document d where ${toArticleCondition(filter)}
    ),
    entry as materialized (
      select cluster_id as id, (extract(epoch from min(ts)) * 1000000)::bigint as key, (array_agg(id order by ts, id))[1] as document,
        count(*)::int as documents, count(distinct outlet_id)::int as outlets, bool_or(read) as read, min(mute) as mute
      from matching where ${filter.withMuted ? sql`true` : sql`mute = 0`} group by cluster_id
    ),
    listed as materialized (select * from entry where ${filter.isUnreadOnly ? sql`not read` : sql`true`}),
    page as (
      select * from listed where ${isAfterCursor} order by key ${direction}, id ${direction}
      limit ${perPage + 1} offset ${after === null ? offset : 0}
    ),
    muted as (select mute, count(*)::int as documents from matching where mute > 0 group by mute)
    select (select count(*)::int from listed) as total,
      (select count(*)::int from entry where not read) as unread,
      (select json_agg(json_build_object('id', id::text, 'key', key::text, 'document', document::text, 'documents', documents,
        'outlets', outlets, 'read', read, 'mute', mute) order by key ${direction}, id ${direction}) from page) as page,
      (select json_agg(json_build_object('mute', mute, 'documents', documents)) from muted) as hidden`.execute(analysis)
  const { total = 0, unread = 0, page, hidden } = rows[0] ?? {}
  const hiddenBy = new Map((hidden ?? []).map(({ mute, documents }) => [mute, documents]))
  return {
    ...cutArticles(page ?? [], { perPage }),
    total,
    unread,
    hidden: filter.mutes.map((_, index) => hiddenBy.get(index + 1) ?? 0),
  }
}

export interface PublishedArticle {
  documentId: DocumentId
  publishedAt: string
}

/** Lists the articles of the entries of `listArticles`, copies included, newest first, at most `limit`. */
async function listArticleIds(
  { analysis }: Database,
  filter: ArticleFilter,
  limit: number,
): Promise<PublishedArticle[]> {
  const { rows } = await sql<{ id: string; ts: Date }>`
    with visible as (
      select d.id, d.cluster_id, d.ts from document d
      where ${toArticleCondition(filter)} and ${filter.withMuted ? sql`true` : sql`${toMute(filter.mutes)} = 0`}
    )
    select d.id, d.ts from visible d
    where ${filter.isUnreadOnly ? sql`d.cluster_id not in (select d.cluster_id from visible d where ${isAmong(filter.readIds)})` : sql`true`}
    order by d.ts desc, d.id desc limit ${limit}`.execute(analysis)
  return rows.map(({ id, ts }) => ({ documentId: toDocumentId(id), publishedAt: ts.toISOString() }))
}

/** Counts the articles of a filter that a mute hides, with the titles of the newest. */
async function countMuted(
  { analysis }: Database,
  filter: MutedFilter,
  mute: ArticleMute,
  examples: number,
): Promise<{ documents: number; titles: string[] }> {
  const { rows } = await sql<{ documents: number; titles: string[] | null }>`
    with muted as materialized (
      select d.id, d.ts from document d where ${toArticleCondition(filter)} and ${isMuted(mute)}
    ),
    newest as (select * from muted order by ts desc, id limit ${examples})
    select (select count(*)::int from muted) as documents,
      (select json_agg(title order by ts desc, newest.id) from newest join document_text on document_text.id = newest.id) as titles`.execute(
    analysis,
  )
  return { documents: rows[0]?.documents ?? 0, titles: rows[0]?.titles ?? [] }
}

function toArticleCondition(filter: MutedFilter): RawBuilder<boolean> {
  const { world, questions, country = null, outlets, fromDay, toDay, publishedTo = null, ids, exceptIds } = filter
  const parts: RawBuilder<unknown>[] = [
    toCondition({ world, tsquery: null, kinds: ['article'], country, fromDay, toDay, publishedTo }),
  ]
  for (const group of questions)
    parts.push(group.length === 0 ? sql`false` : sql`(${sql.join(group.map(toCondition), sql` or `)})`)
  if (outlets != null)
    parts.push(sql`d.outlet_id = any(array(select id from outlet where name = any(${[...outlets]}::text[])))`)
  if (ids != null) parts.push(isAmong(ids))
  if (exceptIds != null) parts.push(sql`not ${isAmong(exceptIds)}`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** A subselect, which is a hash look-up however many ids there are. */
function isAmong(ids: readonly DocumentId[]): RawBuilder<boolean> {
  const storedIds = ids.flatMap((id) => fromDocumentId(id) ?? [])
  return storedIds.length === 0 ? sql<boolean>`false` : sql<boolean>`(d.id in (select unnest(${storedIds}::bigint[])))`
}

/** The 1-based position of the first mute that hides an article; 0 when none does. */
function toMute(mutes: readonly ArticleMute[]): RawBuilder<number> {
  if (mutes.length === 0) return sql<number>`0`
  const cases = mutes.map((mute, index) => sql`when ${isMuted(mute)} then ${index + 1}::int`)
  return sql<number>`(case ${sql.join(cases, sql` `)} else 0 end)`
}

function isMuted(mute: ArticleMute): RawBuilder<boolean> {
  if (mute.kind === 'word') return toQueryCondition(mute.query)
  if (mute.kind === 'story') return isAmong(mute.ids)
  return sql<boolean>`d.outlet_id = any(array(select id from outlet where lower(name collate "C") = lower(${mute.outlet}::text collate "C")))`
}
