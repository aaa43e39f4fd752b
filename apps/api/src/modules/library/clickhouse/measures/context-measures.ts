import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, integers, join, texts } from '../../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../../adapters/database/database.port.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import type { StoryRows } from '../../matching-rows.ts'
import { maxContextDocuments, toOccurrences } from '../../measures/context-measures.ts'
import {
  countRequestedContexts,
  isWord,
  type RequestedContext,
  type WordCounts,
  type WordCountInput,
} from '../../measures/requested-contexts.ts'
import { storyNumbers } from '../../story-numbers.ts'
import type { ToCondition, ToQueryCondition } from '../conditions.ts'
import { worldCondition } from '../filter-condition.ts'
import { asInt64, selectColumns } from '../select-columns.ts'
import { inSample } from '../topic-reading.ts'
import { countTopics, chunkByStatement } from './read-topics.ts'
import { hasAnyId } from '../document-pages.ts'
import { distinctWords } from '../words-condition.ts'
import type { TopicLibrary } from '../../topic-reading.port.ts'

export interface ContextMeasuresParts {
  engine: ClickhouseEngine
  database: Database
  toCondition: ToCondition
  toQueryCondition: ToQueryCondition
  library: TopicLibrary
}

/** Finds contexts in a signal's documents and counts them. */
export function createClickhouseContextMeasures(parts: ContextMeasuresParts): DocumentStore['contextMeasures'] {
  const { engine, toCondition, library } = parts
  return {
    async readOccurrences({ filter, isLarge }, contexts) {
      const sample = isLarge ? ch` and ${inSample}` : ch``
      const rows = await selectColumns(
        engine,
        { id: asInt64(ch`id`), cluster: asInt64(ch`cluster`) },
        ch`where ${await toCondition(filter)}${sample}`,
      )
      return toOccurrences(
        library,
        await findContained(parts, idsOfStories(rows, maxContextDocuments), contexts),
        filter,
      )
    },
    countRequested: (filter, contexts) =>
      countRequestedContexts(
        { ...library, countWords: (input) => countWordsInClickhouse(parts, input) },
        filter,
        contexts,
      ),
  }
}

/** Takes the document with the lowest id of each story, and of these the lowest ids, so that a widely copied text is read once. */
export function idsOfStories(rows: StoryRows, limit: number): bigint[] {
  const numbers = storyNumbers(rows)
  const lowest = new Map<number, bigint>()
  const singleIds: bigint[] = []
  for (let row = 0; row < rows.length; row += 1) {
    const [number, id] = [numbers[row] ?? 0, rows.id[row] ?? 0n]
    if (number === 0) singleIds.push(id)
    else if (id < (lowest.get(number) ?? id + 1n)) lowest.set(number, id)
  }
  return [
    ...BigInt64Array.from([...singleIds, ...lowest.values()])
      .toSorted()
      .subarray(0, limit),
  ]
}

/** Uses the stored count of a word; a phrase is counted now, on the same sample of the library. */
async function countWordsInClickhouse(
  parts: ContextMeasuresParts,
  { words, sampledStories, world }: WordCountInput,
): Promise<WordCounts> {
  const {
    database: { kysely },
  } = parts
  const demo = world === 'demo'
  const { rows: states } = await sql<{ sampled: number; held: number }>`
    select sampled_documents as sampled, library_documents as held from term_background_state where demo = ${demo}::boolean`.execute(
    kysely,
  )
  const { sampled = 0, held = 0 } = states[0] ?? {}
  const { rows: counted } = await sql<{ term: string; documents: number }>`
    select term, documents from term_background
    where demo = ${demo}::boolean and term = any(${words.filter(isWord).map(({ label }) => label)}::text[])`.execute(
    kysely,
  )
  const storedCounts = new Map(counted.map(({ term, documents }) => [term, documents]))
  const uncounted = words.filter((word) => !isWord(word) || !storedCounts.has(word.label))
  const inLibrary = sampled >= held ? worldCondition(world) : ch`${inSample} and ${worldCondition(world)}`
  const fresh = await countWords(parts, uncounted, inLibrary)
  const hits = countHits(
    sampledStories,
    await findContained(
      parts,
      sampledStories.map(({ id }) => id),
      words,
    ),
  )
  return {
    terms: words.map((word, index) => {
      const { stories = new Set(), documents = 0 } = hits.get(index) ?? {}
      return [word.label, stories.size, fresh.get(word) ?? storedCounts.get(word.label) ?? 0, documents]
    }),
    term_library: sampled,
  }
}

/** In how many stories and documents each word or phrase occurs, by its index. */
function countHits(
  read: WordCountInput['sampledStories'],
  found: readonly { id: string; held: readonly number[] }[],
): Map<number, { stories: Set<number>; documents: number }> {
  const readings = new Map(read.map((story) => [String(story.id), story]))
  const hits = new Map<number, { stories: Set<number>; documents: number }>()
  for (const { id, held } of found) {
    const reading = readings.get(id)
    if (reading === undefined) continue
    for (const contextIndex of held) {
      const hit = hits.get(contextIndex) ?? { stories: new Set(), documents: 0 }
      hits.set(contextIndex, hit)
      hit.stories.add(reading.story)
      hit.documents += reading.documents
    }
  }
  return hits
}

/** In how many documents of a part of the library each phrase occurs. */
async function countWords(
  { engine, toQueryCondition }: ContextMeasuresParts,
  words: readonly RequestedContext[],
  within: Fragment,
): Promise<ReadonlyMap<RequestedContext, number>> {
  const counts = new Map<RequestedContext, number>()
  for (const { chunk } of chunkByStatement(words)) {
    const conditions = await Promise.all(
      chunk.map(async ({ phrase }) => (phrase === null ? ch`${integer(0)} = 1` : toQueryCondition(phrase))),
    )
    const countsByWord = await countTopics(
      engine,
      conditions,
      (condition) => ch`document where ${within} and ${condition}`,
    )
    for (const [index, one] of chunk.entries()) counts.set(one, countsByWord[index] ?? 0)
  }
  return counts
}

/** A document that was read: its tone, and the indexes of the contexts in it. */
interface HeldContexts {
  id: string
  tone: number | null
  held: number[]
}

/** Finds which of the contexts each document contains, ordered by id. */
async function findContained(
  {
    engine,
    database,
    toQueryCondition,
  }: { engine: ClickhouseEngine; database: Database; toQueryCondition: ToQueryCondition },
  ids: readonly bigint[],
  contexts: readonly RequestedContext[],
): Promise<HeldContexts[]> {
  if (ids.length === 0) return []
  const indexed = contexts.map((context, contextIndex) => ({ ...context, contextIndex }))
  const names = indexed.filter(({ phrase }) => phrase === null)
  const words = indexed.filter((eachContext) => isWord(eachContext))
  const phrases = indexed.filter((eachContext) => eachContext.phrase !== null && !isWord(eachContext))
  const entities = await readEntities(
    database,
    names.map(({ label }) => label),
  )
  const conditions = await Promise.all(
    phrases.flatMap(({ phrase }) => (phrase === null ? [] : [toQueryCondition(phrase)])),
  )
  const ofPhrases = conditions.length === 0 ? ch`[]` : ch`[${join(conditions, ', ')}]`
  const rows = await engine.ask<{
    document_id: string
    tone: number | null
    words_held: string[]
    entities_held: number[]
    phrases_held: number[]
  }>(ch`
    select toString(id) as document_id, tone, arrayIntersect(${distinctWords}, ${texts(words.map(({ label }) => label))}) as words_held,
      arrayFilter(one -> has(${integers([...entities.keys()])}, one), entities) as entities_held, ${ofPhrases} as phrases_held
    from document where ${hasAnyId(ids.map(String))}`)
  const wordPlaces = indexesByLabel(words)
  const namePlaces = indexesByLabel(names)
  return rows
    .map((row) => ({
      order: BigInt(row.document_id),
      id: row.document_id,
      tone: row.tone,
      held: sortedIndexes([
        ...row.words_held.flatMap((word) => wordPlaces.get(word) ?? []),
        ...row.entities_held.flatMap((entity) => namePlaces.get(entities.get(entity) ?? '') ?? []),
        ...phrases.flatMap(({ contextIndex }, index) => (row.phrases_held[index] === 1 ? [contextIndex] : [])),
      ]),
    }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
}

/** Distinct and sorted. */
function sortedIndexes(indexes: readonly number[]): number[] {
  return [...new Set(indexes)].toSorted((a, b) => a - b)
}

/** The names of entities by their numbers. */
async function readEntities({ kysely }: Database, names: readonly string[]): Promise<ReadonlyMap<number, string>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from entity where name = any(${[...names]}::text[])`.execute(kysely)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function indexesByLabel(
  contexts: readonly { label: string; contextIndex: number }[],
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const { label, contextIndex } of contexts) places.set(label, [...(places.get(label) ?? []), contextIndex])
  return places
}
