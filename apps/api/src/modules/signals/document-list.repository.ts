import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../kernel/page.ts'
import { type DocumentFilter, type DocumentId, fromDocumentId, toCondition, toDocumentId } from '../documents/index.ts'

/** What a list may be narrowed by beyond what reports measure. */
export interface ListFilter extends DocumentFilter {
  /** Documents that also name this entity. */
  alsoNames?: string | null
  /** Documents that also match this tsquery literal. */
  alsoMatches?: string | null
  /** Documents of one story. */
  storyCluster?: string | null
  ids?: readonly DocumentId[] | null
}

export type ListOrder = 'newest' | 'oldest' | 'engagement'

const keys: Record<ListOrder, RawBuilder<unknown>> = {
  newest: sql`ts desc, id`,
  oldest: sql`ts, id`,
  engagement: sql`reactions desc nulls last, id`,
}

export type DocumentListRepository = ReturnType<typeof createDocumentListRepository>

/** Pages of exactly the documents that a number counts; never a sample. */
export function createDocumentListRepository({ kysely }: Pick<Database, 'kysely'>) {
  return {
    async list(
      filter: ListFilter,
      { order, ...page }: PageRequest & { order: ListOrder },
    ): Promise<{ ids: DocumentId[]; total: number }> {
      const { rows } = await sql<{ total: number; ids: string[] | null }>`
        with m as materialized (
          select d.id, d.ts, case when d.score is null and d.comments is null then null else coalesce(d.score, 0)::bigint + coalesce(d.comments, 0) end as reactions
          from document d where ${toListCondition(filter)}
        ),
        page as (select * from m order by ${keys[order]} limit ${page.perPage} offset ${pageOffset(page)})
        select (select count(*)::int from m) as total, (select json_agg(id::text order by ${keys[order]}) from page) as ids`.execute(
        kysely,
      )
      const row = rows[0]
      return { total: row?.total ?? 0, ids: (row?.ids ?? []).map(toDocumentId) }
    },

    /** Whether a document of the library was found to name it, written exactly so. */
    async isEntityName(name: string): Promise<boolean> {
      const { rows } = await sql`select 1 from entity where name = ${name}`.execute(kysely)
      return rows.length > 0
    },

    /** The name as the library writes it, whatever the case; null when no document was found to name it. */
    async findEntityName(name: string): Promise<string | null> {
      const { rows } = await sql<{ name: string }>`
        select name from entity where name = ${name} or lower(name) = lower(${name}) order by (name = ${name}) desc, documents desc limit 1`.execute(
        kysely,
      )
      return rows[0]?.name ?? null
    },
  }
}

function toListCondition({ alsoNames, alsoMatches, storyCluster, ids, ...filter }: ListFilter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [toCondition(filter)]
  if (alsoNames != null) parts.push(sql`d.entities && array(select id from entity where name = ${alsoNames})`)
  if (alsoMatches != null) parts.push(sql`d.tsv @@ ${alsoMatches}::tsquery`)
  if (storyCluster != null) parts.push(sql`d.cluster_id = ${fromDocumentId(storyCluster) ?? '-1'}::bigint`) // what is no id is nobody's story
  if (ids != null) parts.push(sql`d.id = any(${ids.flatMap((id) => fromDocumentId(id) ?? [])}::bigint[])`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}
