import { type RawBuilder, sql } from 'kysely'
import { maxEntityCandidates, type ContextRow } from './choose-contexts.ts'
import type { StoryContexts } from './story-contexts.ts'
import { bucketRange } from './topic-sample.ts'

/** The result of `matchingStatement`, one row. */
export interface MatchingRow {
  revision: number
  /** The facts of every matching document, in the format of `matching-rows.ts`; null when there is none. */
  rows: string | null
}

/** Contexts of the matching documents; `readContexts` reads them. */
export interface ContextsRow {
  entities: ContextRow[] | null
  /** Stories of the matching documents. */
  entity_stories: number
  entity_library: number
  terms: ContextRow[] | null
  /** Stories whose words were read, and the matching documents in them. */
  term_stories: number
  term_documents: number
  term_library: number
}

export type FactsRow = MatchingRow & ContextsRow

/** The condition for a sample. Samples of whole buckets have their own word indexes, which PostgreSQL chooses by this condition. */
function sampleCondition(sampleFraction: number): RawBuilder<boolean> {
  const { buckets, idBelow } = bucketRange(sampleFraction)
  const ofBucket = idBelow === null ? sql`` : sql` and d.id + 0 < ${sql.lit(String(idBelow))}::bigint`
  return sql`d.bucket < ${sql.lit(buckets)}${ofBucket}`
}

/**
 * Reads the matching documents as they are, in one statement, so that all counts agree; `count-rows.ts` counts. Grouping ten thousand documents in
 * SQL took three times as long as sending them (docs/decisions/counting-a-report.md).
 *
 * A fact is one record in PostgreSQL's binary format, with the fields and order of `matching-rows.ts`.
 */
export function matchingStatement(filter: {
  condition: RawBuilder<boolean>
  sampleFraction: number
}): RawBuilder<MatchingRow> {
  const sample = filter.sampleFraction < 1 ? sql` and ${sampleCondition(filter.sampleFraction)}` : sql``
  return sql<MatchingRow>`
select (select revision from library)::float8 as revision, (
  select encode(string_agg(record_send((d.id, nullif(d.cluster_id, d.id), d.ts, d.outlet_id, d.author_id, d.score, d.comments,
    d.tone, d.source_id * 65536 + d.kind * 256 + d.tone_label * 16 + coalesce(d.country_basis, 0), d.country,
    nullif(d.entities, '{}'))), ''), 'base64')
  from document d where ${filter.condition}${sample}) as rows`
}

export interface ContextsInput extends StoryContexts {
  demo: boolean
}

/** The result of `contextsStatement`, one row. */
export interface ContextsAnswer {
  entities: ContextRow[] | null
  entity_library: number
  /** Documents read for `term_background`, and the library's documents at that time. */
  sampled_documents: number
  library_documents: number
  /** One line per document: its index in the sample and its words, separated by spaces. */
  words: string | null
}

/**
 * Reads the distinctive entities of the matching documents, counted beforehand, and the words of some of their stories. `countTerms` counts the
 * words: sorting them by story in PostgreSQL took four times as long as sending them. Omits words when another engine has them.
 */
export function contextsStatement(
  { stories, entities, sampledStories, demo }: ContextsInput,
  { withWords }: { withWords: boolean },
): RawBuilder<ContextsAnswer> {
  const background = demo ? sql`demo_documents` : sql`documents`
  const hits = [...entities.values()]
  return sql<ContextsAnswer>`
with entity_top as (
  select x.name, h.n, h.d, x.${background} as bg
  from unnest(${[...entities.keys()]}::int[], ${hits.map((hit) => hit.stories)}::int[], ${hits.map((hit) => hit.documents)}::int[]) as h (e, n, d) join entity x on x.id = h.e
  order by h.n * ln((h.n + 0.5::float8) / (x.${background} + 0.5::float8)) - h.n * ln(${stories + 1}::float8 / (select documents + 1 from entity_library where demo = ${demo}::boolean)) desc, x.name
  limit ${maxEntityCandidates}
)
select (select json_agg(json_build_array(name, n, bg, d)) from entity_top) as entities,
  (select documents from entity_library where demo = ${demo}::boolean) as entity_library, s.sampled_documents, s.library_documents,
  (
    select string_agg(r.place || ' ' || array_to_string(tsvector_to_array(d.tsv), ' '), E'\n')
    from unnest(${withWords ? sampledStories.map(({ id }) => String(id)) : []}::bigint[]) with ordinality as r (id, place) join document d on d.id = r.id
  ) as words
from term_background_state s where s.demo = ${demo}::boolean`
}

/** In how many documents of the library's sample each term occurs. */
export function backgroundStatement(
  terms: readonly string[],
  demo: boolean,
): RawBuilder<{ term: string; documents: number }> {
  return sql<{ term: string; documents: number }>`
select b.term, b.documents from term_background b where b.demo = ${demo}::boolean and b.term = any(${[...terms]}::text[])`
}
