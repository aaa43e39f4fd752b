import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'

/** Documents that are read: ids are hashes, so the lowest ones are a fair sample. */
const documentsRead = 2_000
const termCandidates = 600
const entityCandidates = 400
/** Fewer documents are an anecdote. */
const minHits = 3

export interface ContextCandidates {
  documents: number
  terms: { name: string; hits: number; background: number }[]
  termTotal: number
  entities: { id: number; name: string; hits: number; background: number }[]
  entityTotal: number
}

/** Which documents are read and what they are held against. */
export interface ReadScope {
  filter: DocumentFilter
  /** The documents of a large signal come from the library's 1/8 sample. */
  isLarge: boolean
  /** The words of a small library are counted now and whole; those of a large one were counted on its 1/8 sample. */
  isSmallLibrary: boolean
}

/** A word, a phrase or a name to look for. */
export interface SoughtContext {
  label: string
  /** Number of the name's table; null for words. */
  entityId: number | null
  /** A tsquery literal for words; null for names. */
  tsquery: string | null
}

/** The documents that were read: for each, where its contexts stand in the list that was sought, and its tone (null when unknown). */
export interface ContextOccurrences {
  documents: { places: number[]; tone: number | null }[]
}

/** Counts contexts in the documents of a signal, and in the library around them. */
export function createContextMeasures({ analysis }: Pick<Database, 'analysis'>) {
  return {
    /** Words and names of the documents with how common they are elsewhere, the most telling by log-likelihood. */
    async candidates(scope: ReadScope): Promise<ContextCandidates> {
      const isDemo = scope.filter.world === 'demo'
      const background = isDemo ? sql`demo_documents` : sql`documents`
      const { rows } = await sql<{
        documents: number
        terms: [string, number, number][] | null
        term_total: number
        entities: [number, string, number, number][] | null
        entity_total: number
      }>`
        with read as materialized (${read(scope)}),
        n as (select count(*)::float8 as n from read),
        ${termBackground(scope)},
        term_hit as (
          select term, count(*)::int as n from (select unnest(tsvector_to_array(tsv)) as term from read) as u
          group by term having count(*) >= ${minHits}
        ),
        term_top as (
          select h.term, h.n, b.documents as bg from term_hit h
          join term_count b on b.term = h.term
          order by h.n * ln(h.n * ((select n from term_library) + 1::float8) / ((select n from n) * (b.documents + 1))) desc, h.term
          limit ${termCandidates}
        ),
        entity_hit as (
          select e, count(*)::int as n from (select unnest(entities) as e from read) as u
          group by e having count(*) >= ${minHits}
        ),
        entity_library as (select documents as n from entity_library where demo = ${isDemo}::boolean),
        entity_top as (
          select x.id, x.name, h.n, x.${background} as bg from entity_hit h join entity x on x.id = h.e
          order by h.n * ln(h.n * ((select n from entity_library) + 1::float8) / ((select n from n) * (x.${background} + 1))) desc, x.name
          limit ${entityCandidates}
        )
        select (select n from n)::int as documents, (select n from term_library) as term_total,
          (select n from entity_library) as entity_total,
          (select json_agg(json_build_array(term, n, bg)) from term_top) as terms,
          (select json_agg(json_build_array(id, name, n, bg)) from entity_top) as entities`.execute(analysis)
      const row = rows[0]
      return {
        documents: row?.documents ?? 0,
        terms: (row?.terms ?? []).map(([name, hits, count]) => ({ name, hits, background: count })),
        termTotal: row?.term_total ?? 0,
        entities: (row?.entities ?? []).map(([id, name, hits, count]) => ({ id, name, hits, background: count })),
        entityTotal: row?.entity_total ?? 0,
      }
    },

    /** Finds in which documents the contexts occur. */
    async readOccurrences(scope: ReadScope, contexts: readonly SoughtContext[]): Promise<ContextOccurrences> {
      const places = contexts.map((context, place) => ({ ...context, place }))
      const names = places.filter(({ entityId }) => entityId !== null)
      const queries = places.filter(({ tsquery }) => tsquery !== null)
      const words = queries.filter(({ tsquery, label }) => isWord(tsquery, label))
      const phrases = queries.filter(({ tsquery, label }) => !isWord(tsquery, label))
      const { rows } = await sql<{ tone: number | null; held: number[] | null }>`
        with read as materialized (${read(scope)}),
        word as (select * from unnest(${words.map(({ label }) => label)}::text[], ${placesOf(words)}::int[]) as w (term, place)),
        name as (select * from unnest(${names.map(({ entityId }) => entityId)}::int[], ${placesOf(names)}::int[]) as x (id, place)),
        phrase as (select * from unnest(${phrases.map(({ tsquery }) => tsquery)}::text[], ${placesOf(phrases)}::int[]) as p (query, place)),
        held as (
          select r.id, w.place from read r cross join lateral unnest(tsvector_to_array(r.tsv)) as t (term) join word w on w.term = t.term
          union select r.id, x.place from read r cross join lateral unnest(r.entities) as e (id) join name x on x.id = e.id
          union select r.id, p.place from phrase p join read r on r.tsv @@ p.query::tsquery
        )
        select r.tone, array_agg(h.place order by h.place) filter (where h.place is not null) as held
        from read r left join held h on h.id = r.id group by r.id, r.tone order by r.id`.execute(analysis)
      return { documents: rows.map(({ tone, held }) => ({ tone, places: held ?? [] })) }
    },

    /** How many documents of the library match each query, and how many were looked at: all of a small one, else its 1/8 sample. */
    async countBackground(tsqueries: readonly string[], { filter: { world }, isSmallLibrary }: ReadScope) {
      const inWorld = backgroundCondition(world, isSmallLibrary)
      const { rows } = await sql<{ counts: number[] | null; total: number }>`
        select (select count(*)::int from document d where ${inWorld}) as total,
          (select array_agg((select count(*)::int from document d where ${inWorld} and d.tsv @@ q.query::tsquery) order by q.place)
           from unnest(${tsqueries}::text[]) with ordinality as q (query, place)) as counts`.execute(analysis)
      return { counts: rows[0]?.counts ?? [], total: rows[0]?.total ?? 0 }
    },
  }
}

function read({ filter, isLarge }: ReadScope): RawBuilder<unknown> {
  const sample = isLarge ? sql` and d.bucket < 16` : sql``
  return sql`select d.id, d.entities, d.tsv, d.tone from document d where ${toCondition(filter)}${sample} order by d.id limit ${documentsRead}`
}

function backgroundCondition(world: DocumentFilter['world'], isSmallLibrary: boolean): RawBuilder<unknown> {
  const inWorld = toCondition({ world, tsquery: null })
  return isSmallLibrary ? inWorld : sql`d.bucket < 16 and ${inWorld}`
}

/** `term_library (n)` and `term_count (term, documents)`: how common each word is around the signal. */
function termBackground({ filter: { world }, isSmallLibrary }: ReadScope): RawBuilder<unknown> {
  const isDemo = world === 'demo'
  if (!isSmallLibrary)
    return sql`term_library as (select sampled_documents as n from term_background_state where demo = ${isDemo}::boolean),
        term_count as (select term, documents from term_background where demo = ${isDemo}::boolean)`
  const inWorld = backgroundCondition(world, true)
  return sql`term_library as (select count(*)::int as n from document d where ${inWorld}),
        term_count as (
          select term, count(*)::int as documents
          from (select unnest(tsvector_to_array(d.tsv)) as term from document d where ${inWorld}) as u group by term
        )`
}

/** Words are looked up in a hash, phrases are matched one by one. */
function isWord(tsquery: string | null, label: string): boolean {
  return tsquery === `'${label}'`
}

function placesOf(contexts: readonly { place: number }[]): number[] {
  return contexts.map(({ place }) => place)
}
