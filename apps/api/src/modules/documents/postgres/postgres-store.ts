import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { runInTurns } from '../../../adapters/database/turns/steps.ts'
import { type DocumentFilter, toCondition, toPlannedCondition } from '../document-filter.ts'
import type { DocumentStore, ScorableText, TopicLibrary, TopicReading } from '../document-store.port.ts'
import { countDocuments, findDocuments, getDocuments, getTitles } from '../documents.repository.ts'
import { createArticleLists } from '../lists/article-list.ts'
import { createDocumentLists } from '../lists/document-list.ts'
import { createExportedFacts } from '../lists/exported-facts.ts'
import { readMatchingRows } from '../matching-rows.ts'
import { createContextMeasures } from '../measures/context-measures.ts'
import { createPointFacts } from '../measures/point-facts.ts'
import { countSourceVoices } from '../measures/source-voices.ts'
import { createStories } from '../measures/stories.ts'
import { createTopicCounts } from '../measures/topic-counts.ts'
import { createTopicStories } from '../measures/topic-stories.ts'
import { createVoiceInterests } from '../measures/voice-interests.ts'
import { findNativeIds } from '../native-ids.ts'
import { prewarm } from '../prewarm.ts'
import { contextsStatement, matchingStatement } from '../report-facts.sql.ts'
import { createPostgresReading } from './read-rows.ts'
import { postgresWriter } from './write-rows.ts'

/** Keeps documents in PostgreSQL, beside everything else. */
export function createPostgresStore(database: Database): DocumentStore {
  const { kysely, analysis } = database
  const topics: TopicReading = {
    async matching(filter, { sampleFraction }) {
      const { rows } = await matchingStatement({ condition: toCondition(filter), sampleFraction }).execute(analysis)
      const [row] = rows
      if (row === undefined) throw new TypeError('A statement without a table answered no row')
      return { rows: await runInTurns(readMatchingRows(row.rows)), revision: row.revision }
    },
    estimate: (filter) => estimateDocuments(database, filter),
    async texts(ids) {
      const { rows } = await sql<ScorableText>`
        select d.id::text as id, d.kind, t.title, left(t.body, 5000) as body, d.lang
        from document d join document_text t on t.id = d.id where d.id = any(${[...ids]}::bigint[])`.execute(kysely)
      return rows
    },
  }
  const library: TopicLibrary = { database, store: topics }
  return {
    ...topics,
    ...postgresWriter,
    ...createPostgresReading(database),
    count: (filter) => countDocuments(database, filter),
    page: (filter, page) => findDocuments(database, filter, page),
    documents: (ids) => getDocuments(database, ids),
    titles: (ids) => getTitles(database, ids),
    nativeIds: (filter, limit) => findNativeIds(database, filter, limit),
    async idsOfAccounts(accounts) {
      const { rows } = await sql<{ id: string }>`
        select id from document_text
        where native_id like 'at://%' and split_part(native_id, '/', 3) = any(${[...accounts]}::text[])`.execute(kysely)
      return rows.map(({ id }) => id)
    },
    async contexts(question) {
      const [answer] = (await contextsStatement(question, { withWords: true }).execute(analysis)).rows
      if (answer === undefined) throw new TypeError('The state of the term counts has no row')
      return answer
    },
    lists: createDocumentLists(database),
    articles: createArticleLists(database),
    exportedFacts: createExportedFacts(database),
    stories: createStories(database),
    topicCounts: createTopicCounts(database),
    topicStories: createTopicStories(database),
    voiceInterests: createVoiceInterests(database),
    countSourceVoices: (filter) => countSourceVoices(database, filter),
    contextMeasures: createContextMeasures(library),
    pointFacts: createPointFacts(library),
    prewarm: () => prewarm(database),
  }
}

/** How many documents the planner expects: half a millisecond, good to about 10 % for single words. */
export async function estimateDocuments(database: Database, filter: DocumentFilter): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from document d where ${toPlannedCondition(filter)}`.execute(database.kysely)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
