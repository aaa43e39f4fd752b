import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { type DocumentId, fromDocumentId, toDocumentId } from '../document-id.ts'

export type ListOrder = 'newest' | 'oldest' | 'engagement'

/** The document that a slice ended with: the next slice begins after it, whatever was stored in between. */
export interface ListPosition {
  /** Microseconds since 1970, as decimal text: exactly what the database compares. */
  publishedMicros: string
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
  /** Documents that also match this tsquery literal. */
  alsoMatches?: string | null
  /** Documents of one story. */
  storyCluster?: string | null
  ids?: readonly DocumentId[] | null
  /** Documents of this forum, whichever source they came by: an import brings archives of it. */
  forum?: 'reddit' | null
}

const keys: Record<ListOrder, RawBuilder<unknown>> = {
  newest: sql`ts desc, id`,
  oldest: sql`ts, id`,
  engagement: sql`reactions desc nulls last, id`,
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

/** A page of exactly the documents that a number counts; never a sample. */
export async function listDocuments(
  { analysis }: Pick<Database, 'analysis'>,
  filter: ListFilter,
  { order, ...slice }: ListSlice & { order: ListOrder },
): Promise<ListedIds> {
  // one more than asked for tells whether the list goes on
  const { rows } = await sql<{ total: number; ids: string[] | null; micros: string[] | null }>`
    with m as materialized (
      select d.id, d.ts, case when d.score is null and d.comments is null then null else coalesce(d.score, 0)::bigint + coalesce(d.comments, 0) end as reactions
      from document d where ${toListCondition(filter)}
    ),
    page as (select * from m where ${toSliceCondition(order, slice.after)} order by ${keys[order]} limit ${slice.perPage + 1} offset ${slice.after == null ? pageOffset(slice) : 0})
    select (select count(*)::int from m) as total,
      (select json_agg(id::text order by ${keys[order]}) from page) as ids,
      (select json_agg((extract(epoch from ts) * 1000000)::bigint::text order by ${keys[order]}) from page) as micros`.execute(
    analysis,
  )
  const { total = 0, ids, micros } = rows[0] ?? {}
  const found = (ids ?? []).map(toDocumentId)
  const [id, publishedMicros] = [found[slice.perPage - 1], micros?.[slice.perPage - 1]]
  const goesOn = found.length > slice.perPage && id !== undefined && publishedMicros !== undefined
  return { ids: found.slice(0, slice.perPage), total, last: goesOn ? { id, publishedMicros } : null }
}

/** What comes after a position in the order of `keys`. */
function toSliceCondition(order: ListOrder, after: ListPosition | null | undefined): RawBuilder<boolean> {
  if (after == null) return sql<boolean>`true`
  const ts = sql`(timestamptz 'epoch' + ${after.publishedMicros}::bigint * interval '1 microsecond')`
  const id = sql`${fromDocumentId(after.id)}::bigint`
  return order === 'oldest'
    ? sql<boolean>`(ts, id) > (${ts}, ${id})`
    : sql<boolean>`(ts < ${ts} or (ts = ${ts} and id > ${id}))`
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
  if (alsoMatches != null) parts.push(sql`d.tsv @@ ${alsoMatches}::tsquery`)
  if (storyCluster != null) parts.push(sql`d.cluster_id = ${fromDocumentId(storyCluster) ?? '-1'}::bigint`) // what is no id is nobody's story
  if (ids != null) parts.push(sql`d.id = any(${ids.flatMap((id) => fromDocumentId(id) ?? [])}::bigint[])`)
  if (forum != null) parts.push(sql`d.outlet_id = any(array(select id from outlet where ${isOf[forum]}))`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}
