import { toTsquery } from '@auspex/analytics'
import { type RawBuilder, sql } from 'kysely'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { readTopicTones } from '../topic-tones.ts'
import { countRequestedContexts, isWord, countWordsInPostgres, type RequestedContext } from './requested-contexts.ts'
import type { TopicLibrary } from '../topic-reading.port.ts'

/** Maximum number of documents read. Ids are hashes, so the lowest ones are a fair sample. */
export const maxContextDocuments = 2_000

/** The documents to read. */
export interface ReadScope {
  filter: DocumentFilter
  /** Whether the documents come from the library's 1/8 sample, as for a large signal. */
  isLarge: boolean
}

/** The documents read, one per story: for each, the indexes of its contexts in the list of requested contexts, and its tone (null when unknown). */
export interface ContextOccurrences {
  documents: { contextIndexes: number[]; tone: number | null }[]
}

/** Finds contexts in a signal's documents and counts them. */
export function createContextMeasures(library: TopicLibrary) {
  const { analysis } = library.database
  return {
    /** Finds in which documents the contexts occur. */
    async readOccurrences(scope: ReadScope, contexts: readonly RequestedContext[]): Promise<ContextOccurrences> {
      const numberedContexts = contexts.map((context, place) => ({ ...context, place }))
      const names = numberedContexts.filter(({ phrase }) => phrase === null)
      const queries = numberedContexts.filter(({ phrase }) => phrase !== null)
      const words = queries.filter(isWord)
      const phrases = queries.filter((contextQuery) => !isWord(contextQuery))
      const { rows } = await sql<{ id: string; tone: number | null; held: number[] | null }>`
        with read as materialized (${sampleOnePerStory(scope)}),
        word as (select * from unnest(${words.map(({ label }) => label)}::text[], ${toIndexes(words)}::int[]) as w (term, place)),
        name as (
          select e.id, x.place from unnest(${names.map(({ label }) => label)}::text[], ${toIndexes(names)}::int[]) as x (name, place)
          join entity e on e.name = x.name
        ),
        phrase as (select * from unnest(${phrases.map(({ phrase }) => phrase && toTsquery(phrase))}::text[], ${toIndexes(phrases)}::int[]) as p (query, place)),
        held as (
          select r.id, w.place from read r cross join lateral unnest(tsvector_to_array(r.tsv)) as t (term) join word w on w.term = t.term
          union select r.id, x.place from read r cross join lateral unnest(r.entities) as e (id) join name x on x.id = e.id
          union select r.id, p.place from phrase p join read r on r.tsv @@ p.query::tsquery
        )
        select r.id::text as id, r.tone, array_agg(h.place order by h.place) filter (where h.place is not null) as held
        from read r left join held h on h.id = r.id group by r.id, r.tone order by r.id`.execute(analysis)
      return toOccurrences(library, rows, scope.filter)
    },

    /** Counts requested words and names in the same way as a report counts its contexts. */
    countRequested: (filter: DocumentFilter, contexts: readonly RequestedContext[]) =>
      countRequestedContexts(
        { ...library, countWords: (input) => countWordsInPostgres(library.database, input) },
        filter,
        contexts,
      ),
  }
}

/** Returns the documents read, with their tone towards the topic. */
export async function toOccurrences(
  library: TopicLibrary,
  rows: readonly { id: string; tone: number | null; held: number[] | null }[],
  { withoutTone }: DocumentFilter,
): Promise<ContextOccurrences> {
  const unscored = withoutTone ?? []
  const tones = await readTopicTones(library, unscored.length === 0 ? [] : rows.map(({ id }) => id), unscored)
  return {
    documents: rows.map(({ id, tone, held }) => ({
      tone: tones.get(id)?.tone ?? (tones.has(id) ? null : tone),
      contextIndexes: held ?? [],
    })),
  }
}

/** One document per story: otherwise a widely copied text would link its words once per copy. */
function sampleOnePerStory({ filter, isLarge }: ReadScope): RawBuilder<unknown> {
  const sample = isLarge ? sql` and d.bucket < 16` : sql``
  return sql`select * from (
    select distinct on (d.cluster_id) d.id, d.entities, d.tsv, d.tone from document d where ${toCondition(filter)}${sample} order by d.cluster_id, d.id
  ) as story order by id limit ${maxContextDocuments}`
}

function toIndexes(contexts: readonly { place: number }[]): number[] {
  return contexts.map(({ place }) => place)
}
