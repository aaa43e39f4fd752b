import type { QueryNode } from '@auspex/analytics'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { type DocumentId, fromDocumentId } from '../document-id.ts'
import { toQueryCondition } from '../query-condition.ts'
import { cutSlice, cutStories, type SliceRow, type StoryRow } from './cut-slice.ts'
import { keyOfDocument, keyOfStory, type ListOrder, reactions } from './list-order.ts'
import { sampleInTime } from './sample-in-time.ts'

/** The row that a slice ended with: the next slice begins after it, whatever was stored in between. */
export interface ListPosition {
  /** What the order compares, as decimal text; see `list-order.ts`. */
  key: string
  /** Of the document, or of the story where stories are listed. */
  id: DocumentId
}

/** Which slice of a list is meant: a page by its number, or what follows a position. */
export interface ListSlice extends PageRequest {
  after?: ListPosition | null
}

/** What a list may be narrowed by beyond what reports measure. */
export interface ListFilter extends DocumentFilter {
  /** Documents that also name this entity. */
  alsoNames?: string | null
  /** Documents that also match this. */
  alsoMatches?: QueryNode | null
  /** Documents of one story. */
  storyCluster?: string | null
  ids?: readonly DocumentId[] | null
  /** Documents of this forum, whichever source they came by: an import brings archives of it. */
  forum?: 'reddit' | null
}

/** How the outlets of a forum are written: its communities, and its host where an import says no more than an address. */
const isOf: Record<NonNullable<ListFilter['forum']>, RawBuilder<boolean>> = {
  reddit: sql<boolean>`(starts_with(name, 'reddit/') or name = 'reddit.com' or name like '%.reddit.com')`,
}

/** A slice of a list. */
export interface ListedIds {
  ids: DocumentId[]
  /** Documents on all pages. */
  total: number
  /** Where the slice ends when more follow; null at the end of the list. */
  last: ListPosition | null
}

/** How often a story is told among the documents that are listed. */
export interface StoryCopies {
  documents: number
  outlets: number
}

/** A slice of a list of stories: the first document of each in the order, with what tells it. */
export interface ListedStories extends ListedIds {
  copies: StoryCopies[]
  /** Stories on all pages; `total` counts documents. */
  stories: number
}

type Reader = Pick<Database, 'analysis'>
export type SliceRequest = ListSlice & { order: ListOrder }

/** Pages of documents and of stories, and a sample of them. */
export function createDocumentLists(database: Reader) {
  return {
    list: (filter: ListFilter, slice: SliceRequest) => listDocuments(database, filter, slice),
    listStories: (filter: ListFilter, slice: SliceRequest) => listStories(database, filter, slice),
    sampleInTime: (filter: DocumentFilter, how: Parameters<typeof sampleInTime>[2]) =>
      sampleInTime(database, filter, how),
  }
}

/** A page of exactly the documents that a number counts; never a sample. */
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

/** A page of stories. A story is the documents with one `cluster_id` among those that match, and nothing of the others. */
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
  if (storyCluster != null) parts.push(sql`d.cluster_id = ${fromDocumentId(storyCluster) ?? '-1'}::bigint`) // what is no id is nobody's story
  if (ids != null) parts.push(sql`d.id = any(${ids.flatMap((id) => fromDocumentId(id) ?? [])}::bigint[])`)
  if (forum != null) parts.push(sql`d.outlet_id = any(array(select id from outlet where ${isOf[forum]}))`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}
