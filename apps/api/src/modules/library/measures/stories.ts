import type { Headline } from '@auspex/analytics'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { decode, kindCodes } from '../document-codes.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { fromDocumentId, toDocumentId } from '../document-id.ts'
import { decodeSource } from '../source-codes.ts'

/** A document of a story; documents come newest first within it. */
export interface StoryDocument {
  id: string
  clusterId: string
  publishedAt: Date
  day: string
  outlet: string
  country: string | null
  tone: number | null
  title: string
}

/** A name in the documents of a category. */
export interface NamedHits {
  term: string
  hits: number
  background: number
}

/** Maximum number of stories read; a story of a single outlet does not count as one. */
export const maxStories = 250
/** Maximum number of documents read per story. */
export const maxDocuments = 300
export const maxNames = 200

/** Reads headlines, their stories and the names in them. */
export function createStories({ analysis }: Database) {
  return {
    /** Headlines of one day, without comments and answers, which repeat the headline of what they reply to. */
    async readHeadlines(filter: DocumentFilter): Promise<Headline[]> {
      const { rows } = await sql<Omit<Headline, 'source' | 'kind'> & { source: number; kind: number }>`
        select d.day, d.source_id as source, d.kind, d.outlet_id as "outletId", d.cluster_id as "clusterId", t.title
        from document d join document_text t on t.id = d.id where ${toCondition(filter)} and t.title <> ''`.execute(
        analysis,
      )
      return rows.map(({ source, kind, ...row }) => ({
        ...row,
        source: decodeSource(source),
        kind: decode(kindCodes, kind),
      }))
    },

    /** Documents with a headline, from the largest stories of a filter. */
    async readStories(filter: DocumentFilter): Promise<StoryDocument[]> {
      const { rows } = await sql<StoryDocument>`
        with recent as materialized (
          select d.id, d.cluster_id, d.ts, d.day, d.outlet_id, d.country, d.tone, t.title
          from document d join document_text t on t.id = d.id where ${toCondition(filter)} and t.title <> ''
        ),
        story as (
          select cluster_id from recent group by cluster_id having count(distinct outlet_id) > 1
          order by count(distinct outlet_id) desc, count(*) desc, cluster_id limit ${maxStories}
        ),
        placed as (
          select r.*, row_number() over (partition by r.cluster_id order by r.ts desc, r.id) as place
          from recent r join story s on s.cluster_id = r.cluster_id
        )
        select p.id, p.cluster_id as "clusterId", p.ts as "publishedAt", p.day, o.name as outlet, p.country,
          p.tone::float8 as tone, p.title
        from placed p join outlet o on o.id = p.outlet_id where p.place <= ${maxDocuments}
        order by p.cluster_id, p.place`.execute(analysis)
      return rows
    },

    /** How many documents and outlets of a filter each story has; stories without any are absent. */
    async countCopies(
      filter: DocumentFilter,
      storyClusters: readonly string[],
    ): Promise<Map<string, { documents: number; outlets: number }>> {
      const ids = storyClusters.flatMap((story) => fromDocumentId(story) ?? [])
      const { rows } = await sql<{ story: string; documents: number; outlets: number }>`
        select d.cluster_id::text as story, count(*)::int as documents, count(distinct d.outlet_id)::int as outlets
        from document d where ${toCondition(filter)} and d.cluster_id = any(${ids}::bigint[]) group by d.cluster_id`.execute(
        analysis,
      )
      return new Map(rows.map(({ story, ...counts }) => [toDocumentId(story), counts]))
    },

    /** The names mentioned most in a filter's documents, each with the number of library documents that name it. */
    async readNames(filter: DocumentFilter): Promise<{ names: NamedHits[]; documents: number; library: number }> {
      const background = filter.world === 'demo' ? sql`e.demo_documents` : sql`e.documents`
      const { rows } = await sql<{ names: NamedHits[] | null; documents: number; library: number }>`
        with m as materialized (select d.entities from document d where ${toCondition(filter)}),
        hit as (select entity, count(*)::int as n from (select unnest(entities) as entity from m) as u group by entity
          having count(*) > 2 order by count(*) desc, entity limit ${maxNames})
        select (select json_agg(json_build_object('term', e.name, 'hits', h.n, 'background', ${background}) order by h.n desc, e.name)
            from hit h join entity e on e.id = h.entity) as names,
          (select count(*)::int from m) as documents,
          (select documents from entity_library where demo = ${filter.world === 'demo'}::boolean) as library`.execute(
        analysis,
      )
      const { names = null, documents = 0, library = 0 } = rows[0] ?? {}
      return { names: names ?? [], documents, library }
    },
  }
}
