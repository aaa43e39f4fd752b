import { type RawBuilder, sql } from 'kysely'

/** Documents whose words are read for co-occurring terms. Ids are hashes, so the lowest ones are a fair sample. */
const termDocuments = 500
const entityCandidates = 150
const termCandidates = 250

/** What the statement answers, one row. Contexts are `[name, hits, background]`. */
export interface FactsRow {
  revision: number
  /** The facts of every matching document, in the form of `matching-rows.ts`; null when there is none. */
  rows: string | null
  entities: [name: string, hits: number, background: number | null][] | null
  entity_library: number
  terms: [name: string, hits: number, background: number | null][] | null
  term_documents: number
  term_library: number
}

export interface FactsStatement {
  condition: RawBuilder<boolean>
  sampled: boolean
  demo: boolean
}

/**
 * A report in one statement, so that its parts agree: the matching documents are read once (`m`), their narrow facts go out
 * as they are, to be counted by `count-rows.ts`, and only what needs the other tables is counted here. Grouping ten
 * thousand documents in SQL took three times as long as sending them (decision 0195).
 *
 * A fact is one record in PostgreSQL's binary form; its fields and their order are those of `matching-rows.ts`.
 */
export function reportFactsStatement({ condition, sampled, demo }: FactsStatement): RawBuilder<FactsRow> {
  const sample = sampled ? sql` and d.bucket < 16` : sql``
  const background = demo ? sql`demo_documents` : sql`documents`
  return sql<FactsRow>`
with m as materialized (
  select d.id, d.entities, record_send((d.id, nullif(d.cluster_id, d.id), d.ts, d.outlet_id, d.author_id, d.score, d.comments, d.tone,
    d.source_id * 65536 + d.kind * 256 + d.tone_label * 16 + coalesce(d.country_basis, 0), d.country)) as fact
  from document d where ${condition}${sample}
),
entity_hit as materialized (
  select e, count(*)::int as n from (select unnest(entities) as e from m) as u group by e having count(*) >= 2
),
entity_top as (
  select x.name, h.n, x.${background} as bg
  from entity_hit h join entity x on x.id = h.e
  order by h.n * ln((h.n + 0.5::float8) / (x.${background} + 0.5::float8)) - h.n * ln((select count(*) + 1 from m)::float8 / (select documents + 1 from entity_library where demo = ${demo}::boolean)) desc, x.name
  limit ${entityCandidates}
),
read as materialized (select id from m order by id limit ${termDocuments}),
term_hit as materialized (
  select term, count(*)::int as n
  from (select unnest(tsvector_to_array(d.tsv)) as term from read r join document d on d.id = r.id) as u
  group by term having count(*) >= 3
),
term_library as (select sampled_documents as n from term_background_state where demo = ${demo}::boolean),
term_top as (
  select h.term as name, h.n, b.documents as bg
  from term_hit h left join term_background b on b.term = h.term and b.demo = ${demo}::boolean
  order by h.n * (ln(h.n::float8) - ln(coalesce(b.documents, 0) + 1::float8)) + h.n * ln((select n + 1 from term_library)::float8 / (select count(*) + 1 from read)) desc, h.term
  limit ${termCandidates}
)
select (select revision from library)::float8 as revision,
  (select encode(string_agg(fact, ''), 'base64') from m) as rows,
  (select json_agg(json_build_array(name, n, bg)) from entity_top) as entities,
  (select documents from entity_library where demo = ${demo}::boolean) as entity_library,
  (select json_agg(json_build_array(name, n, bg)) from term_top) as terms,
  (select count(*) from read)::int as term_documents,
  (select n from term_library) as term_library`
}
