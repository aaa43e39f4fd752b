import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer } from '../../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../../adapters/database/database.port.ts'
import type { DocumentStore, TopicLibrary } from '../../document-store.port.ts'
import type { MatchingRows } from '../../matching-rows.ts'
import { documentsRead, toOccurrences } from '../../measures/context-measures.ts'
import {
  countSought,
  isWord,
  type SoughtContext,
  type SoughtWords,
  type SoughtWordsQuestion,
} from '../../measures/sought-contexts.ts'
import { storyNumbers } from '../../story-numbers.ts'
import type { ToCondition, ToQueryCondition } from '../conditions.ts'
import { worldCondition } from '../filter-condition.ts'
import { asInt64, selectColumns } from '../select-columns.ts'
import { inSample } from '../topic-reading.ts'
import { countTopics, inStatements } from './of-topics.ts'
import { readHeld } from './read-held.ts'

export interface ContextMeasuresParts {
  engine: ClickhouseEngine
  database: Database
  toCondition: ToCondition
  toQueryCondition: ToQueryCondition
  library: TopicLibrary
}

/** Finds contexts in the documents of a signal, and counts them. */
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
      return toOccurrences(library, await readHeld(parts, idsOfStories(rows, documentsRead), contexts), filter)
    },
    countSought: (filter, sought) =>
      countSought({ ...library, readWords: (question) => readSoughtWords(parts, question) }, filter, sought),
  }
}

/** Of each story the document of the lowest id, and of these the lowest. A text that many copied is read once. Pure. */
export function idsOfStories(rows: Pick<MatchingRows, 'length' | 'cluster' | 'id'>, most: number): bigint[] {
  const numbers = storyNumbers(rows)
  const lowest = new Map<number, bigint>()
  const alone: bigint[] = []
  for (let row = 0; row < rows.length; row += 1) {
    const [number, id] = [numbers[row] ?? 0, rows.id[row] ?? 0n]
    if (number === 0) alone.push(id)
    else if (id < (lowest.get(number) ?? id + 1n)) lowest.set(number, id)
  }
  return [
    ...BigInt64Array.from([...alone, ...lowest.values()])
      .toSorted()
      .subarray(0, most),
  ]
}

/** What was counted of a word before is taken; a phrase is counted now, on the same sample of the library. */
async function readSoughtWords(
  parts: ContextMeasuresParts,
  { words, read, world }: SoughtWordsQuestion,
): Promise<SoughtWords> {
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
  const known = new Map(counted.map(({ term, documents }) => [term, documents]))
  const uncounted = words.filter((one) => !isWord(one) || !known.has(one.label))
  const inLibrary = sampled >= held ? worldCondition(world) : ch`${inSample} and ${worldCondition(world)}`
  const fresh = await countWords(parts, uncounted, inLibrary)
  const hits = countHits(
    read,
    await readHeld(
      parts,
      read.map(({ id }) => id),
      words,
    ),
  )
  return {
    terms: words.map((one, place) => {
      const { stories = new Set(), documents = 0 } = hits.get(place) ?? {}
      return [one.label, stories.size, fresh.get(one) ?? known.get(one.label) ?? 0, documents]
    }),
    term_library: sampled,
  }
}

/** In how many stories and documents each place stands. */
function countHits(
  read: SoughtWordsQuestion['read'],
  found: readonly { id: string; held: readonly number[] }[],
): Map<number, { stories: Set<number>; documents: number }> {
  const readings = new Map(read.map((one) => [String(one.id), one]))
  const hits = new Map<number, { stories: Set<number>; documents: number }>()
  for (const { id, held } of found) {
    const reading = readings.get(id)
    if (reading === undefined) continue
    for (const place of held) {
      const hit = hits.get(place) ?? { stories: new Set(), documents: 0 }
      hits.set(place, hit)
      hit.stories.add(reading.story)
      hit.documents += reading.documents
    }
  }
  return hits
}

/** In how many documents of a part of the library each phrase stands. */
async function countWords(
  { engine, toQueryCondition }: Pick<ContextMeasuresParts, 'engine' | 'toQueryCondition'>,
  words: readonly SoughtContext[],
  within: Fragment,
): Promise<ReadonlyMap<SoughtContext, number>> {
  const counts = new Map<SoughtContext, number>()
  for (const { part } of inStatements(words)) {
    const conditions = await Promise.all(
      part.map(async ({ phrase }) => (phrase === null ? ch`${integer(0)} = 1` : toQueryCondition(phrase))),
    )
    const found = await countTopics(engine, conditions, (condition) => ch`document where ${within} and ${condition}`)
    for (const [at, one] of part.entries()) counts.set(one, found[at] ?? 0)
  }
  return counts
}
