import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import type {
  CollectedCount,
  DocumentStore,
  DocumentReading,
  SampleRow,
  UnextractedRow,
  WindowRow,
  DocumentText,
} from '../document-store.port.ts'
import type { SourceVoices } from '../measures/source-voices.ts'
import type { TopicLibrary } from '../topic-reading.port.ts'
import type { QueryNode } from '@auspex/analytics'
import { addDays } from '@auspex/contract/days'
import { mendSpacing } from '@auspex/sources'
import { sql } from 'kysely'
import { ch, integer, texts, type Fragment, integers, long, longs } from '../../../adapters/clickhouse/statement.ts'
import { compareAscending } from '../../../kernel/fold-text.ts'
import { kindCodes } from '../document-codes.ts'
import { startOfNextDay } from '../document-filter.ts'
import { fromDocumentId, toDocumentId } from '../document-id.ts'
import { contextsStatement } from '../report-facts.sql.ts'
import { decodeSource, sourceCodes } from '../source-codes.ts'
import { createClickhouseWriter } from './clickhouse-writer.ts'
import { conditionOfQuery, createConditions, createNames } from './conditions.ts'
import { dayNumberSql, dayOfTime, dayOfNumber } from './day-numbers.ts'
import { hasAnyId, readByIds, readPage } from './document-pages.ts'
import { worldCondition } from './filter-condition.ts'
import { createClickhouseArticles } from './lists/article-lists.ts'
import { createClickhouseLists } from './lists/document-lists.ts'
import { createClickhouseExports } from './lists/exported-facts.ts'
import { createClickhouseContextMeasures } from './measures/context-measures.ts'
import { createClickhousePointFacts } from './measures/point-facts.ts'
import { createClickhouseStories } from './measures/stories.ts'
import { createClickhouseTopicCounts } from './measures/topic-counts.ts'
import { createClickhouseTopicStories } from './measures/topic-stories.ts'
import { createClickhouseVoiceInterests } from './measures/voice-interests.ts'
import { asFloat64, asInt32, asUint8, type ColumnValues, selectColumns } from './select-columns.ts'
import { countWhere, createTopicReading } from './topic-reading.ts'
import { distinctWords } from './words-condition.ts'
import { bucketCount, sampleBucketCount } from '../topic-sample.ts'

const columns = {
  source: asUint8(ch`source`),
  author: asInt32(ch`author`),
  outlet: asInt32(ch`outlet`),
  documents: asFloat64(ch`count()`),
  latest: asFloat64(ch`max(ms)`),
}

/** Stores documents in ClickHouse, next to a PostgreSQL database that stores everything else. */
export function createClickhouseStore({
  engine,
  database,
}: {
  engine: ClickhouseEngine
  database: Database
}): DocumentStore {
  const toCondition = createConditions({ engine, names: createNames(database) })
  const parts = { engine, database, toCondition }
  const topics = createTopicReading(parts)
  const library: TopicLibrary = { database, store: topics }
  const measured = { ...parts, toQueryCondition: (query: QueryNode) => conditionOfQuery(engine, query), library }
  return {
    ...topics,
    ...createClickhouseWriter(parts),
    ...createClickhouseReading(parts),
    count: async (filter) => countWhere(engine, await toCondition(filter)),
    page: async (filter, page) => readPage(engine, await toCondition(filter), page),
    documents: (ids) =>
      readByIds(
        engine,
        ids.map(fromDocumentId).filter((id) => id !== null),
      ),
    async titles(ids) {
      const storedIds = ids.map(fromDocumentId).filter((id) => id !== null)
      if (storedIds.length === 0) return []
      const rows = await engine.ask<{
        id: string
        title: string
        lang: string | null
        outlet: string
        ms: string
        score: number | null
        comments: number | null
      }>(ch`
        select toString(id) as id, title, lang, outlet_name as outlet, toString(ms) as ms, score, comments
        from document where ${hasAnyId(storedIds)}`)
      return rows.map(({ id, title, lang, outlet, ms, score, comments }) => ({
        documentId: toDocumentId(id),
        title: mendSpacing(title),
        lang,
        outlet,
        publishedAt: new Date(Number(ms)).toISOString(),
        reactions: score === null && comments === null ? null : (score ?? 0) + (comments ?? 0),
      }))
    },
    async nativeIds(filter, limit) {
      const rows = await engine.ask<{ native_id: string | null; at: string }>(ch`
        select native_id, toString(ms) as at from document where ${await toCondition(filter)}
        order by ms desc limit ${integer(limit)}`)
      return rows
        .toSorted((a, b) => Number(b.at) - Number(a.at))
        .slice(0, limit)
        .flatMap(({ native_id: id }) => id ?? [])
    },
    async idsOfAccounts(accounts) {
      const rows = await engine.ask<{ document_id: string }>(ch`
        select toString(id) as document_id from document where startsWith(ifNull(native_id, ''), 'at://')
          and has(${texts(accounts)}, splitByChar('/', ifNull(native_id, ''))[3])`)
      return rows.map((row) => row.document_id)
    },
    async contexts(input) {
      const [answer] = (await contextsStatement(input, { withWords: false }).execute(database.analysis)).rows
      if (answer === undefined) throw new TypeError('The state of the term counts has no row')
      return { ...answer, words: await readWords(input.sampledStories) }
    },
    async countCollectedAfter(day, outlets) {
      const after = Date.parse(startOfNextDay(day))
      const ofOutlets = outlets === undefined ? ch`` : ch`and has(${integers(outlets)}, outlet)`
      const rows = await engine.ask<Omit<CollectedCount, 'day'> & { published: number }>(ch`
        select source, kind, ${outlets === undefined ? ch`0` : ch`outlet`} as outlet, ${dayNumberSql} as published, toInt32(count()) as documents
        from (select source, kind, outlet, ms from document where collected_ms >= ${integer(after)} ${ofOutlets})
        group by source, kind, outlet, published`)
      return rows.map(({ published, ...row }) => ({ ...row, day: dayOfNumber(published) }))
    },
    async collectionTimes(ids) {
      if (ids.length === 0) return new Map()
      const rows = await engine.ask<{ stored: string; at: string | null }>(ch`
        select toString(id) as stored, toString(collected_ms) as at from document where ${hasAnyId(ids)}`)
      return new Map(rows.map(({ stored, at }) => [stored, at === null ? null : Number(at)]))
    },
    topicCounts: createClickhouseTopicCounts(measured),
    topicStories: createClickhouseTopicStories(measured),
    pointFacts: createClickhousePointFacts(measured),
    contextMeasures: createClickhouseContextMeasures(measured),
    voiceInterests: createClickhouseVoiceInterests(measured),
    countSourceVoices: async (filter) => countClickhouseVoices(engine, await toCondition(filter)),
    lists: createClickhouseLists(parts),
    articles: createClickhouseArticles(parts),
    exportedFacts: createClickhouseExports(parts),
    stories: createClickhouseStories(parts),
    prewarm: async () => {},
  }

  /** In the format of `contextsStatement`: one line per document, with its index and its words. */
  async function readWords(read: readonly { id: bigint }[]): Promise<string | null> {
    if (read.length === 0) return null
    const rows = await engine.ask<{ document_id: string; words_held: string }>(ch`
      select toString(id) as document_id, arrayStringConcat(${distinctWords}, ' ') as words_held
      from document where ${hasAnyId(read.map(({ id }) => String(id)))}`)
    const indexes = new Map(read.map(({ id }, index) => [String(id), index + 1]))
    return rows.map(({ document_id: id, words_held: words }) => `${indexes.get(id)} ${words}`).join('\n')
  }
}

/** Counts documents, authors and outlets of each source that has any of the documents. */
async function countClickhouseVoices(engine: ClickhouseEngine, condition: Fragment): Promise<SourceVoices[]> {
  return toSourceVoices(await selectColumns(engine, columns, ch`where ${condition} group by source, author, outlet`))
}

interface SourceCounts {
  documents: number
  authors: Set<number>
  outlets: Map<number, number>
  latest: number
}

/** Merges the rows of one author from several shards. */
export function toSourceVoices(rows: ColumnValues<typeof columns>): SourceVoices[] {
  const sources = new Map<number, SourceCounts>()
  for (let row = 0; row < rows.length; row += 1) {
    const source = rows.source[row] ?? 0
    let counts = sources.get(source)
    if (counts === undefined)
      sources.set(source, (counts = { documents: 0, authors: new Set(), outlets: new Map(), latest: -Infinity }))
    const [documents, outlet] = [rows.documents[row] ?? 0, rows.outlet[row] ?? 0]
    counts.documents += documents
    counts.outlets.set(outlet, (counts.outlets.get(outlet) ?? 0) + documents)
    counts.latest = Math.max(counts.latest, rows.latest[row] ?? 0)
    const author = rows.author[row] ?? 0
    if (author !== 0) counts.authors.add(author)
  }
  return [...sources]
    .toSorted(([a], [b]) => a - b)
    .map(([source, { documents, authors, outlets, latest }]) => ({
      source: decodeSource(source),
      documents,
      authors: authors.size,
      year: new Date(latest).getUTCFullYear(),
      outlets,
    }))
}

/** The reads and updates of background work, in ClickHouse. */
function createClickhouseReading({
  engine,
  database: { kysely },
}: {
  engine: ClickhouseEngine
  database: Database
}): DocumentReading {
  return {
    /** An update rewrites the whole column however few rows it changes, so steps are fewer and larger than in PostgreSQL. */
    documentsPerStep: 2_000,
    async readFortnight(week, { demo, limit }) {
      const rows = await engine.ask<
        Omit<WindowRow, 'day' | 'collectedMs'> & { ms: string; collected: string | null }
      >(ch`
        select toString(id) as id, toString(cluster) as cluster_id, toString(ms) as ms,
          outlet_name as outlet, url, title, leftUTF8(body, 400) as lead,
          toString(collected_ms) as collected
        from document
        where ms >= ${integer(startOf(addDays(week, -7)))} and ms < ${integer(startOf(addDays(week, 7)))}
          and ${worldCondition(demo ? 'demo' : 'real')} and not has(${integers([kindCodes.comment, kindCodes.answer])}, kind)
        order by document.ms desc limit ${integer(limit)}`)
      return rows
        .toSorted((a, b) => Number(b.ms) - Number(a.ms))
        .slice(0, limit)
        .map(({ ms, collected, ...row }) => ({
          ...row,
          day: dayOfTime(Number(ms)),
          collectedMs: collected === null ? null : Number(collected),
        }))
    },
    async setClusters(changes) {
      if (changes.length === 0) return
      const ids = changes.map(({ id }) => id)
      await engine.ask(ch`
        alter table document
        update cluster = transform(id, ${longs(ids)}, ${longs(changes.map(({ cluster }) => cluster))}, cluster)
        where ${hasAnyId(ids)} settings mutations_sync = 2`)
    },
    async readWithoutEntities(limit) {
      const { rows: pending } = await sql<{ document_id: string }>`
        select document_id from entity_pending order by bucket, document_id limit ${limit}`.execute(kysely)
      const ids = pending.map(({ document_id: id }) => id)
      if (ids.length === 0) return []
      const rows = await engine.ask<Omit<UnextractedRow, 'demo'> & { source: number }>(ch`
        select toString(id) as id, source, lang, title, leftUTF8(body, 4000) as body from document where ${hasAnyId(ids)}`)
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => {
        const row = byId.get(id)
        if (row === undefined) return []
        const { source, ...unread } = row
        return [{ ...unread, demo: source === sourceCodes.demo }]
      })
    },
    async setEntities(found) {
      if (found.length === 0) return
      const ids = found.map(({ id }) => id)
      // `transform` cannot map to arrays, so it maps to an index into the list of arrays
      const indexes = found.map((_, index) => index + 1)
      const lists = found.map(({ entities }) => entities.join(' '))
      await engine.ask(ch`
        alter table document update entities = arrayMap(x -> toInt32(x), arrayFilter(x -> x <> '', splitByChar(' ',
          arrayElement(${texts(lists)}, transform(id, ${longs(ids)}, ${integers(indexes)}, toInt64(0))))))
        where ${hasAnyId(ids)} settings mutations_sync = 2`)
    },
    async listDatedOutside({ fromMs, beforeMs }, limit) {
      const rows = await engine.ask<{ document_id: string }>(ch`
        select toString(id) as document_id from document where ms < ${long(String(fromMs))} or ms >= ${long(String(beforeMs))}
        limit ${integer(limit)}`)
      return rows.slice(0, limit).map((row) => row.document_id)
    },
    async readTexts(last, limit) {
      const after = last === null ? ch`1` : ch`(bitAnd(id, 127), id) > (bitAnd(${long(last)}, 127), ${long(last)})`
      const rows = await engine.ask<DocumentText>(ch`
        select toString(document.id) as id, title, body from document where ${after}
        order by bitAnd(document.id, 127), document.id limit ${integer(limit)}`)
      // merge the pages of several shards, each of which returns its own first rows
      return rows
        .toSorted((a, b) => placeOf(a) - placeOf(b) || compareAscending(BigInt(a.id), BigInt(b.id)))
        .slice(0, limit)
    },
    readSample: (last, limit) => readSample(engine, last, limit),
    async setWords(read) {
      if (read.length === 0) return
      const ids = read.map(({ id }) => id)
      const indexes = read.map((_, index) => index + 1)
      await engine.ask(ch`
        alter table document update words = arrayElement(${texts(read.map(({ indexText }) => indexText))},
          transform(id, ${longs(ids)}, ${integers(indexes)}, toInt64(0)))
        where ${hasAnyId(ids)} settings mutations_sync = 2`)
    },
    async countTerms({ demo, isWhole, pause }) {
      await pause()
      const buckets = integer(isWhole ? bucketCount : sampleBucketCount)
      const where = ch`bitAnd(id, 127) < ${buckets} and ${worldCondition(demo ? 'demo' : 'real')}`
      const counted = await engine.ask<{ term: string; n: string }>(ch`
        select arrayJoin(${distinctWords}) as term, toString(count()) as n from document where ${where} group by term
        settings max_execution_time = 0`)
      const terms = new Map<string, number>()
      for (const { term, n } of counted) terms.set(term, (terms.get(term) ?? 0) + Number(n))
      const sizes = await engine.ask<{ n: string }>(ch`select toString(count()) as n from document where ${where}`)
      return { terms, sampledDocuments: sizes.reduce((sum, { n }) => sum + Number(n), 0) }
    },
    compactInserts: async () => {},
  }
}

/** The next real documents in the order of `readWorded`. */
async function readSample(engine: ClickhouseEngine, last: string | null, limit: number): Promise<SampleRow[]> {
  const after = last === null ? ch`1` : ch`(bitAnd(id, 127), id) > (bitAnd(${long(last)}, 127), ${long(last)})`
  const rows = await engine.ask<SampleRow>(ch`
    select toString(document.id) as id, lang, title, leftUTF8(body, 400) as lead from document
    where source <> ${integer(sourceCodes.demo)} and ${after}
    order by bitAnd(document.id, 127), document.id limit ${integer(limit)}`)
  return rows
    .toSorted((a, b) => placeOf(a) - placeOf(b) || compareAscending(BigInt(a.id), BigInt(b.id)))
    .slice(0, limit)
}

function placeOf({ id }: { id: string }): number {
  return Number(BigInt(id) & 127n)
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
