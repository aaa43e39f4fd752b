import { type RawBuilder, sql } from 'kysely'
import { type StoryContexts, storiesOf } from './story-contexts.ts'

const entityCandidates = 150
const termCandidates = 250

/** What the first statement answers, one row. */
export interface MatchingRow {
  revision: number
  /** The facts of every matching document, in the form of `matching-rows.ts`; null when there is none. */
  rows: string | null
}

/** A context: in how many stories and documents of the signal it stands, and in how many of the library. */
export type ContextRow = [name: string, stories: number, background: number | null, documents: number]

/** What the second statement answers, one row. */
export interface ContextsRow {
  entities: ContextRow[] | null
  /** Stories of the matching documents. */
  entity_stories: number
  entity_library: number
  terms: ContextRow[] | null
  /** Stories whose words were read, and the matching documents that tell them. */
  term_stories: number
  term_documents: number
  term_library: number
}

export type FactsRow = MatchingRow & ContextsRow

/**
 * The matching documents as they are, in one statement, so that all that is counted of them agrees; `count-rows.ts` counts.
 * Grouping ten thousand documents in SQL took three times as long as sending them (decision 0077).
 *
 * A fact is one record in PostgreSQL's binary form; its fields and their order are those of `matching-rows.ts`.
 */
export function matchingStatement(filter: {
  condition: RawBuilder<boolean>
  sampled: boolean
}): RawBuilder<MatchingRow> {
  const sample = filter.sampled ? sql` and d.bucket < 16` : sql``
  return sql<MatchingRow>`
select (select revision from library)::float8 as revision, (
  select encode(string_agg(record_send((d.id, nullif(d.cluster_id, d.id), d.ts, d.outlet_id, d.author_id, d.score, d.comments,
    d.tone, d.source_id * 65536 + d.kind * 256 + d.tone_label * 16 + coalesce(d.country_basis, 0), d.country,
    nullif(d.entities, '{}'))), ''), 'base64')
  from document d where ${filter.condition}${sample}) as rows`
}

export interface ContextsQuestion extends StoryContexts {
  demo: boolean
}

/**
 * What stands out in the matching documents: their entities, counted before, and the words of some of their stories. A story counts
 * once, however many copied it.
 */
export function contextsStatement({ stories, entities, read, demo }: ContextsQuestion): RawBuilder<ContextsRow> {
  const background = demo ? sql`demo_documents` : sql`documents`
  const hits = [...entities.values()]
  const told = storiesOf(read)
  return sql<ContextsRow>`
with entity_top as (
  select x.name, h.n, h.d, x.${background} as bg
  from unnest(${[...entities.keys()]}::int[], ${hits.map((one) => one.stories)}::int[], ${hits.map((one) => one.documents)}::int[]) as h (e, n, d) join entity x on x.id = h.e
  order by h.n * ln((h.n + 0.5::float8) / (x.${background} + 0.5::float8)) - h.n * ln(${stories + 1}::float8 / (select documents + 1 from entity_library where demo = ${demo}::boolean)) desc, x.name
  limit ${entityCandidates}
),
term_hit as materialized (
  select term, count(distinct story)::int as n, sum(told)::int as d
  from (
    select unnest(tsvector_to_array(d.tsv)) as term, r.story, r.told
    from unnest(${read.map(({ id }) => String(id))}::bigint[], ${read.map(({ story }) => story)}::int[], ${read.map(({ documents }) => documents)}::int[]) as r (id, story, told)
    join document d on d.id = r.id
  ) as u
  group by term having count(distinct story) >= 3
),
term_library as (select sampled_documents as n from term_background_state where demo = ${demo}::boolean),
term_top as (
  select h.term as name, h.n, h.d, b.documents as bg
  from term_hit h left join term_background b on b.term = h.term and b.demo = ${demo}::boolean
  order by h.n * (ln(h.n::float8) - ln(coalesce(b.documents, 0) + 1::float8)) + h.n * ln((select n + 1 from term_library)::float8 / ${told + 1}::float8) desc, h.term
  limit ${termCandidates}
)
select (select json_agg(json_build_array(name, n, bg, d)) from entity_top) as entities,
  ${stories}::int as entity_stories,
  (select documents from entity_library where demo = ${demo}::boolean) as entity_library,
  (select json_agg(json_build_array(name, n, bg, d)) from term_top) as terms,
  ${told}::int as term_stories,
  ${read.reduce((sum, { documents }) => sum + documents, 0)}::int as term_documents,
  (select n from term_library) as term_library`
}
