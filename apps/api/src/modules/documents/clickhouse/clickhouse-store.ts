import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { ch, integer, texts } from '../../../adapters/clickhouse/statement.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { DocumentStore, TopicLibrary } from '../document-store.port.ts'
import type { QueryNode } from '@auspex/analytics'
import { fromDocumentId, toDocumentId } from '../document-id.ts'
import { contextsStatement } from '../report-facts.sql.ts'
import { createClickhouseReading } from './clickhouse-reading.ts'
import { createClickhouseWriter } from './clickhouse-writer.ts'
import { conditionOfQuery, createConditions } from './conditions.ts'
import { placedAt, readByIds, readPage } from './document-pages.ts'
import { createClickhouseContextMeasures } from './measures/context-measures.ts'
import { createClickhousePointFacts } from './measures/point-facts.ts'
import { countClickhouseVoices } from './measures/source-voices.ts'
import { createClickhouseTopicCounts } from './measures/topic-counts.ts'
import { createClickhouseTopicStories } from './measures/topic-stories.ts'
import { createClickhouseVoiceInterests } from './measures/voice-interests.ts'
import { createClickhouseArticles } from './lists/article-lists.ts'
import { createClickhouseLists } from './lists/document-lists.ts'
import { createClickhouseExports } from './lists/exported-facts.ts'
import { createClickhouseStories } from './measures/stories.ts'
import { createNames } from './names.ts'
import { countWhere, createTopicReading } from './topic-reading.ts'
import { distinctWords } from './words-condition.ts'

/** Keeps documents in ClickHouse, beside a database that keeps everything else. */
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
      const stored = ids.map(fromDocumentId).filter((id) => id !== null)
      if (stored.length === 0) return []
      const rows = await engine.ask<{
        id: string
        title: string
        outlet: string
        ms: string
        score: number | null
        comments: number | null
      }>(ch`
        select toString(id) as id, title, outlet_name as outlet, toString(ms) as ms, score, comments
        from document where ${placedAt(stored)}`)
      return rows.map(({ id, title, outlet, ms, score, comments }) => ({
        documentId: toDocumentId(id),
        title,
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
    async contexts(question) {
      const [answer] = (await contextsStatement(question, { withWords: false }).execute(database.analysis)).rows
      if (answer === undefined) throw new TypeError('The state of the term counts has no row')
      return { ...answer, words: await readWords(question.read) }
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

  /** As `contextsStatement` writes them: a line a document, its place and its words. */
  async function readWords(read: readonly { id: bigint }[]): Promise<string | null> {
    if (read.length === 0) return null
    const rows = await engine.ask<{ document_id: string; words_held: string }>(ch`
      select toString(id) as document_id, arrayStringConcat(${distinctWords}, ' ') as words_held
      from document where ${placedAt(read.map(({ id }) => String(id)))}`)
    const places = new Map(read.map(({ id }, at) => [String(id), at + 1]))
    return rows.map(({ document_id: id, words_held: words }) => `${places.get(id)} ${words}`).join('\n')
  }
}
