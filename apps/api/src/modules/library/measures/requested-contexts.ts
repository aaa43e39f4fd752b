import { type PhraseNode, toTsquery } from '@auspex/analytics'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { presentContexts } from '../present-facts.ts'
import type { ContextsRow } from '../report-facts.sql.ts'
import type { DistinctiveContexts } from '../report-facts.types.ts'
import {
  countByStory,
  countStories,
  namesByRow,
  type SampledStory,
  countDistinctStories,
  sampleStories,
} from '../story-contexts.ts'
import { readTopic } from '../topic-sample.ts'
import type { TopicLibrary } from '../topic-reading.port.ts'

/** A word, a phrase or a name to look for. */
export interface RequestedContext {
  label: string
  /** Consecutive folded words; null for a name. */
  phrase: PhraseNode | null
}

/** Counts of words: in how many of the stories and documents read each occurs, and in how many of the library. */
export type WordCounts = Pick<ContextsRow, 'terms' | 'term_library'>

export interface WordCountInput {
  words: readonly RequestedContext[]
  sampledStories: readonly SampledStory[]
  world: DocumentFilter['world']
}

/** Counts words and names in a topic's documents as its report counts the contexts that it finds itself. */
export async function countRequestedContexts(
  { database, store, countWords }: TopicLibrary & { countWords: (input: WordCountInput) => Promise<WordCounts> },
  filter: DocumentFilter,
  contexts: readonly RequestedContext[],
): Promise<DistinctiveContexts> {
  const { rows: matching, sampleFraction } = await readTopic(store, filter)
  const hits = countByStory(matching, namesByRow(matching.entities))
  const demo = filter.world === 'demo'
  const [names, words] = [
    contexts.filter(({ phrase }) => phrase === null),
    contexts.filter(({ phrase }) => phrase !== null),
  ]
  const nameCounts = await readNames(database, { names, demo })
  const sampledStories = sampleStories(matching)
  const wordCounts = await countWords({ words, sampledStories, world: filter.world })
  const row: ContextsRow = {
    ...wordCounts,
    entities: nameCounts.rows.map(({ id, name, background }) => {
      const { stories, documents } = hits.get(id) ?? { stories: 0, documents: 0 }
      return [name, stories, background, documents]
    }),
    entity_stories: countStories(matching),
    entity_library: nameCounts.library,
    term_stories: countDistinctStories(sampledStories),
    term_documents: sampledStories.reduce((sum, { documents }) => sum + documents, 0),
  }
  const documentsRead = matching.length
  return presentContexts(row, { documentsRead, documents: documentsRead / sampleFraction })
}

async function readNames(
  { analysis }: Database,
  { names, demo }: { names: readonly RequestedContext[]; demo: boolean },
) {
  const background = demo ? sql`demo_documents` : sql`documents`
  const { rows } = await sql<{ id: number; name: string; background: number }>`
    select id, name, ${background} as background from entity where name = any(${names.map(({ label }) => label)}::text[])`.execute(
    analysis,
  )
  const library = await sql<{ documents: number }>`
    select documents from entity_library where demo = ${demo}::boolean`.execute(analysis)
  return { rows, library: library.rows[0]?.documents ?? 0 }
}

/** Uses the stored count of a word; a phrase is counted now, on the same sample of the library. */
export async function countWordsInPostgres(
  { analysis }: Database,
  { words, sampledStories, world }: WordCountInput,
): Promise<WordCounts> {
  const demo = world === 'demo'
  const inWorld: RawBuilder<unknown> = toCondition({ world, tsquery: null })
  const single = words.map(isWord)
  const { rows } = await sql<WordCounts>`
    with sought as (
      select * from unnest(${words.map(({ label }) => label)}::text[], ${words.map(({ phrase }) => phrase && toTsquery(phrase))}::text[], ${single}::boolean[])
        with ordinality as s (label, query, is_word, place)
    ),
    read as materialized (
      select d.tsv, r.story, r.told
      from unnest(${sampledStories.map(({ id }) => String(id))}::bigint[], ${sampledStories.map(({ story }) => story)}::int[], ${sampledStories.map(({ documents }) => documents)}::int[]) as r (id, story, told)
      join document d on d.id = r.id
    ),
    background as (select sampled_documents, sampled_documents >= library_documents as is_whole from term_background_state where demo = ${demo}::boolean),
    hit as (
      select s.place, count(distinct r.story)::int as n, sum(r.told)::int as d from sought s join read r on r.tsv @@ s.query::tsquery group by s.place
    )
    select (select json_agg(json_build_array(s.label, coalesce(h.n, 0), coalesce(
          (select b.documents from term_background b where s.is_word and b.term = s.label and b.demo = ${demo}::boolean),
          (select count(*)::int from document d where (d.bucket < 16 or (select is_whole from background)) and ${inWorld} and d.tsv @@ s.query::tsquery)
        ), coalesce(h.d, 0)) order by s.place) from sought s left join hit h on h.place = s.place) as terms,
      (select sampled_documents from background) as term_library`.execute(analysis)
  return rows[0] ?? { terms: null, term_library: 0 }
}

/** Words are looked up by hash, phrases are matched one by one. */
export function isWord({ phrase, label }: RequestedContext): boolean {
  return phrase?.words.length === 1 && phrase.words[0]?.text === label
}
