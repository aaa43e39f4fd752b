import { type QueryNode, toTsquery } from '@auspex/analytics'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { toQueryCondition } from '../query-condition.ts'

/** Whose documents are read: authors, or outlets when too few authors are named. */
export type InterestBasis = 'authors' | 'outlets'
export type InterestSplit = 'country' | 'language' | 'kind' | 'tone'

export interface InterestSubject {
  id: string
  /** Matches documents about it. */
  query: QueryNode
}

/** Counts of what the voices publish outside the signal, by part; `part` is null when the documents are not split. */
export interface InterestCounts {
  parts: { part: string | null; documents: number }[]
  entities: { part: string | null; name: string; documents: number; background: number }[]
  subjects: { part: string | null; id: string; documents: number }[]
  entityTotal: number
}

export interface InterestsInput {
  /** Matches documents of the signal. */
  query: QueryNode
  filter: DocumentFilter
  basis: InterestBasis
  voices: readonly number[]
  split: InterestSplit | null
  subjects: readonly InterestSubject[]
  /** If false, only the 1/8 sample of the library is read. */
  isSmallLibrary: boolean
}

export const maxVoices = 300
export const maxOtherDocuments = 3_000
export const maxParts = 6
/** Of each part, so that a large one leaves room for the others. */
export const maxEntities = 200
/** Fewer documents are merely anecdotal. */
export const minInterestHits = 3

/** Counts what a signal's authors or outlets publish about. */
export function createVoiceInterests({ analysis }: Database) {
  return {
    /** The voices with the most documents in a signal, by the numbers of their tables. */
    async listVoices(filter: DocumentFilter, basis: InterestBasis): Promise<number[]> {
      const voice = voiceColumn(basis)
      const { rows } = await sql<{ id: number }>`
        select ${voice} as id from document d where ${toCondition(filter)} and ${voice} is not null
        group by ${voice} order by count(*) desc, ${voice} limit ${maxVoices}`.execute(analysis)
      return rows.map(({ id }) => id)
    },

    /** The voices' documents outside the signal, and what they are about. */
    async countInterests(input: InterestsInput): Promise<InterestCounts> {
      const { filter, basis, voices, split, subjects, isSmallLibrary } = input
      const isDemo = filter.world === 'demo'
      const background = isDemo ? sql`demo_documents` : sql`documents`
      const sample = isSmallLibrary ? sql`` : sql` and d.bucket < 16`
      const { rows } = await sql<{
        parts: [string | null, number][] | null
        entities: [string | null, string, number, number][] | null
        subjects: [string | null, string, number][] | null
        entity_total: number
      }>`
        with other as materialized (
          select d.id, d.entities, d.tsv, ${partColumn(split)} as part from document d
          where ${voiceColumn(basis)} = any(${voices}::int[]) and ${toCondition({ world: filter.world, tsquery: null })}
            and not (${toQueryCondition(input.query)})${sample}
          order by d.id limit ${maxOtherDocuments}
        ),
        part as materialized (
          select part, count(*)::int as n from other where ${split === null}::boolean or part is not null
          group by part order by count(*) desc, part limit ${maxParts}
        ),
        read as materialized (select o.* from other o join part p on p.part is not distinct from o.part),
        entity_hit as (
          select part, e, n from (
            select part, e, count(*)::int as n, row_number() over (partition by part order by count(*) desc, e) as place
            from (select part, unnest(entities) as e from read) as u
            group by part, e having count(*) >= ${minInterestHits}
          ) as ranked where place <= ${maxEntities}
        ),
        subject as (
          select * from unnest(${subjects.map(({ id }) => id)}::text[], ${subjects.map(({ query }) => toTsquery(query))}::text[]) as s (id, query)
        ),
        subject_hit as (
          select r.part, s.id, count(*)::int as n from read r join subject s on r.tsv @@ s.query::tsquery
          group by r.part, s.id having count(*) >= ${minInterestHits}
        )
        select (select json_agg(json_build_array(part, n) order by n desc, part) from part) as parts,
          (select json_agg(json_build_array(h.part, x.name, h.n, x.${background}) order by h.part, h.n desc, h.e) from entity_hit h join entity x on x.id = h.e) as entities,
          (select json_agg(json_build_array(part, id, n) order by part, n desc, id) from subject_hit) as subjects,
          (select documents from entity_library where demo = ${isDemo}::boolean) as entity_total`.execute(analysis)
      const row = rows[0]
      return {
        parts: (row?.parts ?? []).map(([part, documents]) => ({ part, documents })),
        entities: (row?.entities ?? []).map(([part, name, documents, count]) => ({
          part,
          name,
          documents,
          background: count,
        })),
        subjects: (row?.subjects ?? []).map(([part, id, documents]) => ({ part, id, documents })),
        entityTotal: row?.entity_total ?? 0,
      }
    },

    /** How many library documents are about each subject, and how many were examined. */
    async countBackground(subjects: readonly InterestSubject[], { filter, isSmallLibrary }: InterestsInput) {
      const inWorld = toCondition({ world: filter.world, tsquery: null })
      const condition: RawBuilder<unknown> = isSmallLibrary ? inWorld : sql`d.bucket < 16 and ${inWorld}`
      const { rows } = await sql<{ total: number; counts: [string, number][] | null }>`
        select (select count(*)::int from document d where ${condition}) as total,
          (select json_agg(json_build_array(s.id, (select count(*) from document d where ${condition} and d.tsv @@ s.query::tsquery)))
           from unnest(${subjects.map(({ id }) => id)}::text[], ${subjects.map(({ query }) => toTsquery(query))}::text[]) as s (id, query)) as counts`.execute(
        analysis,
      )
      return { total: rows[0]?.total ?? 0, counts: new Map(rows[0]?.counts ?? []) }
    },
  }
}

function voiceColumn(basis: InterestBasis): RawBuilder<unknown> {
  return basis === 'authors' ? sql`d.author_id` : sql`d.outlet_id`
}

/** Kind and tone are codes here; the use case translates them. */
function partColumn(split: InterestSplit | null): RawBuilder<unknown> {
  if (split === null) return sql`null::text`
  const columns = { country: sql`d.country`, language: sql`d.lang`, kind: sql`d.kind`, tone: sql`d.tone_label` }
  return sql`${columns[split]}::text`
}
