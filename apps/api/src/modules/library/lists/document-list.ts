import type { QueryNode } from '@auspex/analytics'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { pageOffset } from '../../../kernel/page.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { type DocumentId, fromDocumentId, toDocumentId } from '../document-id.ts'
import { toQueryCondition } from '../query-condition.ts'
import {
  cutSlice,
  cutStories,
  type SliceRow,
  type StoryRow,
  type ListedIds,
  type ListedStories,
  type ListSlice,
} from './cut-slice.ts'
import { keyOfDocument, keyOfStory, type ListOrder, reactions } from './list-order.ts'

/** List conditions beyond those that reports measure. */
export interface ListFilter extends DocumentFilter {
  /** Documents that also name this entity. */
  alsoNames?: string | null
  /** Documents that also match this query. */
  alsoMatches?: QueryNode | null
  /** Documents of one story. */
  storyCluster?: string | null
  ids?: readonly DocumentId[] | null
  /** Documents of this forum from any source: an import may bring archives of it. */
  forum?: 'reddit' | null
}

/** How a forum's outlets are named: by community, or by host where an import has only an address. */
const forumConditions: Record<NonNullable<ListFilter['forum']>, RawBuilder<boolean>> = {
  reddit: sql<boolean>`(starts_with(name, 'reddit/') or name = 'reddit.com' or name like '%.reddit.com')`,
}

type Reader = Database
export type SliceRequest = ListSlice & { order: ListOrder }

/** Pages of documents and of stories, and samples of them. */
export function createDocumentLists(database: Reader) {
  return {
    list: (filter: ListFilter, slice: SliceRequest) => listDocuments(database, filter, slice),
    listStories: (filter: ListFilter, slice: SliceRequest) => listStories(database, filter, slice),
    sampleInTime: (filter: DocumentFilter, options: Parameters<typeof sampleInTime>[2]) =>
      sampleInTime(database, filter, options),
  }
}

/** Returns a page of exactly the documents that a number counts; never a sample. */
async function listDocuments(
  { analysis }: Reader,
  filter: ListFilter,
  { order, ...slice }: SliceRequest,
): Promise<ListedIds> {
  const { rows } = await sql<{ total: number; page: SliceRow[] | null }>`
    with m as materialized (
      select d.id, ${keyOfDocument(order, filter.tsquery)} as key from document d where ${toListCondition(filter)}
    ),
    page as (select * from m where ${isAfter(slice)} ${orderAndLimit(slice)})
    select (select count(*)::int from m) as total,
      (select json_agg(json_build_object('id', id::text, 'key', key::text) order by key desc, id) from page) as page`.execute(
    analysis,
  )
  const { total = 0, page } = rows[0] ?? {}
  return { ...cutSlice(page ?? [], slice), total }
}

/** Returns a page of stories. A story consists of the matching documents with one `cluster_id`, and no others. */
async function listStories(
  { analysis }: Reader,
  filter: ListFilter,
  { order, ...slice }: SliceRequest,
): Promise<ListedStories> {
  const { rows } = await sql<{ total: number; stories: number; page: StoryRow[] | null }>`
    with m as materialized (
      select d.id as document, d.cluster_id, d.outlet_id, d.ts, ${reactions} as reactions, ${keyOfDocument(order, filter.tsquery)} as key
      from document d where ${toListCondition(filter)}
    ),
    story as materialized (select cluster_id as id, ${keyOfStory(order)} as key from m group by cluster_id),
    page as materialized (select * from story where ${isAfter(slice)} ${orderAndLimit(slice)}),
    first as (
      select distinct on (m.cluster_id) m.cluster_id, m.document from m join page on page.id = m.cluster_id
      order by m.cluster_id, m.key desc, m.document
    ),
    told as (
      select m.cluster_id, count(*)::int as documents, count(distinct m.outlet_id)::int as outlets
      from m join page on page.id = m.cluster_id group by m.cluster_id
    )
    select (select count(*)::int from m) as total, (select count(*)::int from story) as stories,
      (select json_agg(json_build_object('id', page.id::text, 'key', page.key::text, 'document', first.document::text,
          'documents', told.documents, 'outlets', told.outlets) order by page.key desc, page.id)
        from page join first on first.cluster_id = page.id join told on told.cluster_id = page.id) as page`.execute(
    analysis,
  )
  const { total = 0, stories = 0, page } = rows[0] ?? {}
  return { ...cutStories(page ?? [], slice), total, stories }
}

function orderAndLimit(slice: ListSlice): RawBuilder<unknown> {
  return sql`order by key desc, id limit ${slice.perPage + 1} offset ${slice.after == null ? pageOffset(slice) : 0}`
}

function isAfter({ after }: ListSlice): RawBuilder<boolean> {
  if (after == null) return sql<boolean>`true`
  const id = fromDocumentId(after.id)
  return sql<boolean>`(key < ${after.key}::bigint or (key = ${after.key}::bigint and id > ${id}::bigint))`
}

function toListCondition({
  alsoNames,
  alsoMatches,
  storyCluster,
  ids,
  forum,
  ...filter
}: ListFilter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [toCondition(filter)]
  if (alsoNames != null) parts.push(sql`d.entities && array(select id from entity where name = ${alsoNames})`)
  if (alsoMatches != null) parts.push(toQueryCondition(alsoMatches))
  if (storyCluster != null) parts.push(sql`d.cluster_id = ${fromDocumentId(storyCluster) ?? '-1'}::bigint`) // an invalid id matches no story
  if (ids != null) parts.push(sql`d.id = any(${ids.flatMap((id) => fromDocumentId(id) ?? [])}::bigint[])`)
  if (forum != null) parts.push(sql`d.outlet_id = any(array(select id from outlet where ${forumConditions[forum]}))`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/**
 * Samples at most `size` matching documents, every k-th in time order: a systematic sample (Cochran 1977, Sampling Techniques, ch. 8), distributed
 * over the signal's time like the documents. With `isLarge` it is drawn from the library's 1/8 sample, to avoid sorting a million rows.
 */
async function sampleInTime(
  { analysis }: Database,
  filter: DocumentFilter,
  { size, isLarge }: { size: number; isLarge: boolean },
): Promise<DocumentId[]> {
  const sample = isLarge ? sql` and d.bucket < 16` : sql``
  const { rows } = await sql<{ id: string }>`
    with m as (
      select d.id, row_number() over (order by d.ts, d.id) - 1 as place, count(*) over () as n
      from document d where ${toCondition(filter)}${sample}
    )
    select id::text as id from m
    where n <= ${size}::bigint or place * ${size}::bigint / n <> (place - 1) * ${size}::bigint / n or place = 0
    order by place`.execute(analysis)
  return rows.map(({ id }) => toDocumentId(id))
}
