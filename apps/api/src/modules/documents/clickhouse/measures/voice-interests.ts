import { sql } from 'kysely'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, integers, join } from '../../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../../adapters/database/database.port.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import {
  documentsRead,
  type InterestBasis,
  type InterestsQuestion,
  type InterestSplit,
  type InterestSubject,
} from '../../measures/voice-interests.ts'
import type { ToCondition, ToQueryCondition } from '../conditions.ts'
import { placedAt } from '../document-pages.ts'
import { worldCondition } from '../filter-condition.ts'
import { asFloat64, asInt32, selectColumns } from '../select-columns.ts'
import { inSample } from '../topic-reading.ts'
import { countInterests, largestParts, loudestVoices, lowestDocuments, type OtherDocument } from './count-interests.ts'
import { countTopics } from './of-topics.ts'

interface InterestParts {
  engine: ClickhouseEngine
  database: Pick<Database, 'kysely'>
  toCondition: ToCondition
  toQueryCondition: ToQueryCondition
}

/** Counts what the authors or outlets of a signal publish about. */
export function createClickhouseVoiceInterests(parts: InterestParts): DocumentStore['voiceInterests'] {
  const { engine, database, toCondition, toQueryCondition } = parts
  return {
    async voices(filter, basis) {
      const voice = voiceColumn(basis)
      const rows = await selectColumns(
        engine,
        { id: asInt32(voice), documents: asFloat64(ch`count()`) },
        ch`where ${await toCondition(filter)} and ${voice} <> 0 group by ${voice}`,
      )
      return loudestVoices(rows)
    },

    async count(question) {
      const { filter, subjects, split } = question
      const isDemo = filter.world === 'demo'
      const other = await readOther(parts, question)
      const shown = largestParts(
        other.map(({ part }) => part),
        { isSplit: split !== null },
      )
      const isShown = new Set(shown.map(({ part }) => part))
      const read = await readAbout(
        parts,
        other.filter(({ part }) => isShown.has(part)),
        subjects,
      )
      const counted = countInterests(read)
      const { names, total } = await readNames(
        database,
        counted.entities.map(({ thing }) => thing),
        isDemo,
      )
      return {
        parts: shown,
        entities: counted.entities.flatMap(({ part, thing, documents }) => {
          const known = names.get(thing)
          return known === undefined ? [] : [{ part, ...known, documents }]
        }),
        subjects: counted.subjects.map(({ part, thing, documents }) => ({
          part,
          id: subjects[thing]?.id ?? '',
          documents,
        })),
        entityTotal: total,
      }
    },

    async background(subjects, { filter, isSmallLibrary }) {
      const within = isSmallLibrary ? worldCondition(filter.world) : ch`${inSample} and ${worldCondition(filter.world)}`
      const conditions = await Promise.all(subjects.map(({ query }) => toQueryCondition(query)))
      const [total = 0, ...counts] = await countTopics(
        engine,
        [ch`1 = 1`, ...conditions],
        (condition) => ch`document where ${within} and ${condition}`,
      )
      return { total, counts: new Map(subjects.map(({ id }, at) => [id, counts[at] ?? 0])) }
    },
  }
}

interface OtherRow {
  id: string
  part: string | null
}

/** The documents of the voices outside the signal with the lowest ids, which are a fair sample. */
async function readOther(
  { engine, toQueryCondition }: Pick<InterestParts, 'engine' | 'toQueryCondition'>,
  { query, filter, basis, voices, split, isSmallLibrary }: InterestsQuestion,
): Promise<OtherRow[]> {
  if (voices.length === 0) return []
  const sample = isSmallLibrary ? ch`` : ch` and ${inSample}`
  const rows = await engine.ask<{ document_id: string; document_part: string | null }>(ch`
    select toString(id) as document_id, ${partColumn(split)} as document_part from document
    where has(${integers(voices)}, ${voiceColumn(basis)}) and ${worldCondition(filter.world)} and not (${await toQueryCondition(query)})${sample}
    order by id limit ${integer(documentsRead)}`)
  return lowestDocuments(rows.map(({ document_id: id, document_part: part }) => ({ id, part })))
}

/** What the documents are about. */
async function readAbout(
  { engine, toQueryCondition }: Pick<InterestParts, 'engine' | 'toQueryCondition'>,
  other: readonly OtherRow[],
  subjects: readonly InterestSubject[],
): Promise<OtherDocument[]> {
  if (other.length === 0) return []
  const conditions = await Promise.all(subjects.map(({ query }) => toQueryCondition(query)))
  const about = conditions.length === 0 ? ch`[]` : ch`[${join(conditions, ', ')}]`
  const rows = await engine.ask<{ document_id: string; entities: number[]; about: number[] }>(ch`
    select toString(id) as document_id, entities, ${about} as about from document where ${placedAt(other.map(({ id }) => id))}`)
  const parts = new Map(other.map(({ id, part }) => [id, part]))
  return rows.map((row) => ({
    part: parts.get(row.document_id) ?? null,
    entities: row.entities,
    subjects: row.about.flatMap((is, at) => (is === 1 ? [at] : [])),
  }))
}

/** Entities that are known, with the documents of the library that name them, and how many documents were read for names. */
async function readNames({ kysely }: Pick<Database, 'kysely'>, ids: readonly number[], isDemo: boolean) {
  const background = isDemo ? sql`demo_documents` : sql`documents`
  const { rows } = await sql<{ id: number; name: string; background: number }>`
    select id, name, ${background} as background from entity where id = any(${[...new Set(ids)]}::int[])`.execute(
    kysely,
  )
  const library = await sql<{ documents: number }>`
    select documents from entity_library where demo = ${isDemo}::boolean`.execute(kysely)
  return {
    names: new Map(rows.map(({ id, ...known }) => [id, known])),
    total: library.rows[0]?.documents ?? 0,
  }
}

function voiceColumn(basis: InterestBasis): Fragment {
  return basis === 'authors' ? ch`author` : ch`outlet`
}

/** Kind and tone come as codes; the use case knows their words. */
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
