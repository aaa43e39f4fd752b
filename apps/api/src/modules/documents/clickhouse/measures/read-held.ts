import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, integers, join, texts } from '../../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../../adapters/database/database.port.ts'
import { isWord, type SoughtContext } from '../../measures/sought-contexts.ts'
import type { ToQueryCondition } from '../conditions.ts'
import { placedAt } from '../document-pages.ts'
import { distinctWords } from '../words-condition.ts'

/** A document that was read: its tone, and which contexts it holds, by their places. */
export interface HeldContexts {
  id: string
  tone: number | null
  held: number[]
}

/** Which of the contexts each document holds; lowest id first. */
export async function readHeld(
  {
    engine,
    database,
    toQueryCondition,
  }: { engine: ClickhouseEngine; database: Pick<Database, 'kysely'>; toQueryCondition: ToQueryCondition },
  ids: readonly bigint[],
  contexts: readonly SoughtContext[],
): Promise<HeldContexts[]> {
  if (ids.length === 0) return []
  const places = contexts.map((context, place) => ({ ...context, place }))
  const names = places.filter(({ phrase }) => phrase === null)
  const words = places.filter((one) => isWord(one))
  const phrases = places.filter((one) => one.phrase !== null && !isWord(one))
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
    from document where ${placedAt(ids.map(String))}`)
  const wordPlaces = toPlaces(words)
  const namePlaces = toPlaces(names)
  return rows
    .map((row) => ({
      order: BigInt(row.document_id),
      id: row.document_id,
      tone: row.tone,
      held: placesHeld([
        ...row.words_held.flatMap((word) => wordPlaces.get(word) ?? []),
        ...row.entities_held.flatMap((entity) => namePlaces.get(entities.get(entity) ?? '') ?? []),
        ...phrases.flatMap(({ place }, at) => (row.phrases_held[at] === 1 ? [place] : [])),
      ]),
    }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
}

/** Each once, in order. */
function placesHeld(places: readonly number[]): number[] {
  return [...new Set(places)].toSorted((a, b) => a - b)
}

/** The names of entities by their numbers. */
async function readEntities(
  { kysely }: Pick<Database, 'kysely'>,
  names: readonly string[],
): Promise<ReadonlyMap<number, string>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from entity where name = any(${[...names]}::text[])`.execute(kysely)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function toPlaces(contexts: readonly { label: string; place: number }[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const { label, place } of contexts) places.set(label, [...(places.get(label) ?? []), place])
  return places
}
