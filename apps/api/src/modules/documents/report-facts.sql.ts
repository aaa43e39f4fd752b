import { type RawBuilder, sql } from 'kysely'

/** Tone of a group of `m` as one JSON array: negative, neutral, positive, unknown, sum, sum of squares. */
const tone = sql`json_build_array(
  count(*) filter (where tone_label = 1), count(*) filter (where tone_label = 2), count(*) filter (where tone_label = 3),
  count(*) filter (where tone_label = 0), coalesce(sum(tone::float8), 0), coalesce(sum(tone::float8 * tone), 0))`

/** What is counted of an author or outlet. An outlet that several sources carry is shown with the first of them. */
const voice = sql`count(*)::int as n, sum(score)::float8 as score, sum(comments)::float8 as comments, ${tone} as tone,
  min(source_id) as source, min(day) as first, max(day) as last`
/** By reach (points and comments), then by number of documents; unknown reach last. */
const heard = sql`coalesce(sum(score), 0) + coalesce(sum(comments), 0) desc, count(*) desc`

/** Kinds that are listed as chatter: post, comment, question, answer. */
const chatter = sql`kind in (2, 3, 4, 5)`

/** Documents whose words are read for co-occurring terms. Ids are hashes, so the lowest ones are a fair sample. */
const termDocuments = 500
/** Of each group, documents and chatter. */
const listed = 35
const noticed = 15
const named = 30
const reacted = sql`(score is not null or comments is not null)`
const reactions = sql`coalesce(score, 0)::bigint + coalesce(comments, 0)`
const entityCandidates = 150
const termCandidates = 250

export interface FactsStatement {
  condition: RawBuilder<boolean>
  sampled: boolean
  demo: boolean
}

/**
 * The report in one statement and one pass over the matching rows: `m` is materialised, every other part reads it.
 * Short keys and arrays, because the answer is parsed by nobody but `report-facts.ts`.
 */
export function reportFactsStatement({ condition, sampled, demo }: FactsStatement): RawBuilder<{ facts: unknown }> {
  const sample = sampled ? sql` and d.bucket < 16` : sql``
  const background = demo ? sql`demo_documents` : sql`documents`
  return sql<{ facts: unknown }>`
with m as materialized (
  select d.id, d.cluster_id, d.ts, d.day, d.outlet_id, d.author_id, d.score, d.comments, d.tone, d.source_id, d.kind,
         d.tone_label, d.country, d.country_basis, d.entities
  from document d where ${condition}${sample}
),
total as materialized (
  select count(*)::int as n, count(distinct cluster_id)::int as c, count(distinct outlet_id)::int as o,
         count(distinct author_id)::int as a, min(ts) as first, max(ts) as last, ${tone} as tone from m
),
day as (
  select day as d, count(*)::int as n, count(distinct cluster_id)::int as c, ${tone} as tone from m group by day
),
day_source as (select day as d, source_id as s, count(*)::int as n from m group by day, source_id),
kind as (select kind as k, count(*)::int as n, ${tone} as tone from m group by kind),
country as (select country as k, country_basis as b, count(*)::int as n, ${tone} as tone from m group by country, country_basis),
outlet_top as materialized (
  select outlet_id, ${voice} from m group by outlet_id order by ${heard}, outlet_id limit ${named}
),
author_top as materialized (
  select author_id, ${voice} from m where author_id is not null group by author_id order by ${heard}, author_id limit ${named}
),
entity_hit as materialized (
  select e, count(*)::int as n from (select unnest(entities) as e from m) as u group by e having count(*) >= 2
),
entity_top as (
  select x.name, h.n, x.${background} as bg
  from entity_hit h join entity x on x.id = h.e
  order by h.n * ln((h.n + 0.5::float8) / (x.${background} + 0.5::float8)) - h.n * ln((select n + 1 from total)::float8 / (select documents + 1 from entity_library where demo = ${demo}::boolean)) desc, x.name
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
select json_build_object(
  'revision', (select revision from library),
  'total', (select row_to_json(total) from total),
  'days', (select json_agg(json_build_array(d, n, c, tone) order by d) from day),
  'daySources', (select json_agg(json_build_array(d, s, n) order by d, s) from day_source),
  'kinds', (select json_agg(json_build_array(k, n, tone) order by n desc, k) from kind),
  'countries', (select json_agg(json_build_array(k, b, n, tone) order by n desc, k) from country),
  'outlets', (select json_agg(json_build_array(o.name, t.n, t.score, t.comments, t.tone, t.source, t.first, t.last) order by t.n desc, o.name)
              from outlet_top t join outlet o on o.id = t.outlet_id),
  'authors', (select json_agg(json_build_array(a.name, t.n, t.score, t.comments, t.tone, t.source, t.first, t.last) order by t.n desc, a.name)
              from author_top t join author a on a.id = t.author_id),
  'entities', (select json_agg(json_build_array(name, n, bg)) from entity_top),
  'entityLibrary', (select documents from entity_library where demo = ${demo}::boolean),
  'terms', (select json_agg(json_build_array(name, n, bg)) from term_top),
  'termDocuments', (select count(*) from read),
  'termLibrary', (select n from term_library),
  'newest', (select json_agg(id::text order by ts desc, id) from (
      (select id, ts from m where not ${chatter} order by ts desc, id limit ${listed})
      union all (select id, ts from m where ${chatter} order by ts desc, id limit ${listed})) as x),
  'engaged', (select json_agg(id::text order by e desc, id) from (
      (select id, ${reactions} as e from m where ${reacted} and not ${chatter} order by e desc, id limit ${noticed})
      union all (select id, ${reactions} as e from m where ${reacted} and ${chatter} order by e desc, id limit ${noticed})) as x)
) as facts`
}
