import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, integers, join } from '../../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../../adapters/database/database.port.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import {
  maxOtherDocuments,
  type InterestBasis,
  type InterestsInput,
  type InterestSplit,
  type InterestSubject,
  maxEntities,
  minInterestHits,
  maxParts,
  maxVoices,
} from '../../measures/voice-interests.ts'
import type { ToCondition, ToQueryCondition } from '../conditions.ts'
import { hasAnyId } from '../document-pages.ts'
import { worldCondition } from '../filter-condition.ts'
import { asFloat64, asInt32, selectColumns } from '../select-columns.ts'
import { inSample } from '../topic-reading.ts'
import { countTopics } from './read-topics.ts'
import { sumByKey } from './sum-by-key.ts'

interface InterestParts {
  engine: ClickhouseEngine
  database: Database
  toCondition: ToCondition
  toQueryCondition: ToQueryCondition
}

/** Counts what a signal's authors or outlets publish about. */
export function createClickhouseVoiceInterests(parts: InterestParts): DocumentStore['voiceInterests'] {
  const { engine, database, toCondition, toQueryCondition } = parts
  return {
    async listVoices(filter, basis) {
      const voice = voiceColumn(basis)
      const rows = await selectColumns(
        engine,
        { id: asInt32(voice), documents: asFloat64(ch`count()`) },
        ch`where ${await toCondition(filter)} and ${voice} <> 0 group by ${voice}`,
      )
      return loudestVoices(rows)
    },

    async countInterests(input) {
      const { filter, subjects, split } = input
      const isDemo = filter.world === 'demo'
      const other = await readOther(parts, input)
      const shownParts = largestParts(
        other.map(({ part }) => part),
        { isSplit: split !== null },
      )
      const isShown = new Set(shownParts.map(({ part }) => part))
      const aboutSubjects = await readAbout(
        parts,
        other.filter(({ part }) => isShown.has(part)),
        subjects,
      )
      const counted = countPartInterests(aboutSubjects)
      const { names, total } = await readNames(
        database,
        counted.entities.map(({ item }) => item),
        isDemo,
      )
      return {
        parts: shownParts,
        entities: counted.entities.flatMap(({ part, item, documents }) => {
          const entity = names.get(item)
          return entity === undefined ? [] : [{ part, ...entity, documents }]
        }),
        subjects: counted.subjects.map(({ part, item, documents }) => ({
          part,
          id: subjects[item]?.id ?? '',
          documents,
        })),
        entityTotal: total,
      }
    },

    async countBackground(subjects, { filter, isSmallLibrary }) {
      const within = isSmallLibrary ? worldCondition(filter.world) : ch`${inSample} and ${worldCondition(filter.world)}`
      const conditions = await Promise.all(subjects.map(({ query }) => toQueryCondition(query)))
      const [total = 0, ...counts] = await countTopics(
        engine,
        [ch`1 = 1`, ...conditions],
        (condition) => ch`document where ${within} and ${condition}`,
      )
      return { total, counts: new Map(subjects.map(({ id }, index) => [id, counts[index] ?? 0])) }
    },
  }
}

interface OtherRow {
  id: string
  part: string | null
}

/** The voices' documents outside the signal with the lowest ids, which are a fair sample. */
async function readOther(
  { engine, toQueryCondition }: InterestParts,
  { query, filter, basis, voices, split, isSmallLibrary }: InterestsInput,
): Promise<OtherRow[]> {
  if (voices.length === 0) return []
  const sample = isSmallLibrary ? ch`` : ch` and ${inSample}`
  const rows = await engine.ask<{ document_id: string; document_part: string | null }>(ch`
    select toString(id) as document_id, ${partColumn(split)} as document_part from document
    where has(${integers(voices)}, ${voiceColumn(basis)}) and ${worldCondition(filter.world)} and not (${await toQueryCondition(query)})${sample}
    order by id limit ${integer(maxOtherDocuments)}`)
  return lowestDocuments(rows.map(({ document_id: id, document_part: part }) => ({ id, part })))
}

/** Reads what the documents are about. */
async function readAbout(
  { engine, toQueryCondition }: InterestParts,
  other: readonly OtherRow[],
  subjects: readonly InterestSubject[],
): Promise<OtherDocument[]> {
  if (other.length === 0) return []
  const conditions = await Promise.all(subjects.map(({ query }) => toQueryCondition(query)))
  const about = conditions.length === 0 ? ch`[]` : ch`[${join(conditions, ', ')}]`
  const rows = await engine.ask<{ document_id: string; entities: number[]; about: number[] }>(ch`
    select toString(id) as document_id, entities, ${about} as about from document where ${hasAnyId(other.map(({ id }) => id))}`)
  const parts = new Map(other.map(({ id, part }) => [id, part]))
  return rows.map((row) => ({
    part: parts.get(row.document_id) ?? null,
    entities: row.entities,
    subjects: row.about.flatMap((is, index) => (is === 1 ? [index] : [])),
  }))
}

/** Reads known entities with the number of library documents that name them, and how many documents were read for names. */
async function readNames({ kysely }: Database, ids: readonly number[], isDemo: boolean) {
  const background = isDemo ? sql`demo_documents` : sql`documents`
  const { rows } = await sql<{ id: number; name: string; background: number }>`
    select id, name, ${background} as background from entity where id = any(${[...new Set(ids)]}::int[])`.execute(
    kysely,
  )
  const library = await sql<{ documents: number }>`
    select documents from entity_library where demo = ${isDemo}::boolean`.execute(kysely)
  return {
    names: new Map(rows.map(({ id, ...entity }) => [id, entity])),
    total: library.rows[0]?.documents ?? 0,
  }
}

function voiceColumn(basis: InterestBasis): Fragment {
  return basis === 'authors' ? ch`author` : ch`outlet`
}

/** Kind and tone are codes here; the use case translates them. */
function partColumn(split: InterestSplit | null): Fragment {
  if (split === null) return ch`null`
  const columns = {
    country: ch`if(country = 0, null, concat(char(intDiv(country, 256)), char(country % 256)))`,
    language: ch`lang`,
    kind: ch`toString(kind)`,
    tone: ch`toString(tone_label)`,
  }
  return columns[split]
}

/** A document by one of the voices, outside the signal. */
interface OtherDocument {
  part: string | null
  entities: readonly number[]
  /** Indexes of the subjects that it is about. */
  subjects: readonly number[]
}

interface PartHits<Item> {
  part: string | null
  item: Item
  documents: number
}

/** The voices with the most documents, ties by id; each shard counts its own documents. */
export function loudestVoices(rows: { length: number; id: Int32Array; documents: Float64Array }): number[] {
  const counts = Array.from({ length: rows.length }, (_, row) => ({
    id: rows.id[row] ?? 0,
    documents: rows.documents[row] ?? 0,
  }))
  return sumByKey(counts, ({ id }) => id, ['documents'])
    .toSorted((a, b) => b.documents - a.documents || a.id - b.id)
    .slice(0, maxVoices)
    .map(({ id }) => id)
}

/** The documents with the lowest ids, merged from the lowest of each shard. */
export function lowestDocuments<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, order: BigInt(row.id) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, maxOtherDocuments)
    .map(({ row }) => row)
}

/** The largest parts; null counts as a part only when the documents are not split. */
export function largestParts(
  parts: readonly (string | null)[],
  { isSplit }: { isSplit: boolean },
): { part: string | null; documents: number }[] {
  const counts = new Map<string | null, number>()
  for (const part of parts) if (!isSplit || part !== null) counts.set(part, (counts.get(part) ?? 0) + 1)
  return [...counts]
    .map(([part, documents]) => ({ part, documents }))
    .toSorted((a, b) => b.documents - a.documents || ((a.part ?? '') < (b.part ?? '') ? -1 : 1))
    .slice(0, maxParts)
}

/** The entities and subjects that have at least `minInterestHits` documents of a part, each part with its own maximum of entities. */
export function countPartInterests(documents: readonly OtherDocument[]): {
  entities: PartHits<number>[]
  subjects: PartHits<number>[]
} {
  const entities = Map.groupBy(
    countItems(documents, (one) => one.entities),
    ({ part }) => part,
  )
  const mostFrequent = [...entities.values()].flatMap((hits) =>
    hits.toSorted((a, b) => b.documents - a.documents || a.item - b.item).slice(0, maxEntities),
  )
  return { entities: mostFrequent, subjects: countItems(documents, (one) => one.subjects) }
}

function countItems(
  documents: readonly OtherDocument[],
  itemsOf: (document: OtherDocument) => readonly number[],
): PartHits<number>[] {
  const parts = new Map<string | null, Map<number, number>>()
  for (const document of documents) {
    const counts = parts.get(document.part) ?? new Map<number, number>()
    parts.set(document.part, counts)
    for (const item of itemsOf(document)) counts.set(item, (counts.get(item) ?? 0) + 1)
  }
  return [...parts].flatMap(([part, counts]) =>
    [...counts].flatMap(([item, hits]) => (hits < minInterestHits ? [] : [{ part, item, documents: hits }])),
  )
}
