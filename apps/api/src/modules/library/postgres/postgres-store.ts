import type { Database } from '../../../adapters/database/database.port.ts'
import type {
  CollectedCount,
  DocumentStore,
  DocumentWriter,
  NewDocument,
  RemovedRow,
  DocumentReading,
  SampleRow,
  UnextractedRow,
  WindowRow,
  DocumentText,
  Pause,
  TermCounts,
} from '../document-store.port.ts'
import type { ScorableText, TopicLibrary, TopicReading } from '../topic-reading.port.ts'
import { addDays } from '@auspex/contract/days'
import { sql, type QueryExecutorProvider } from 'kysely'
import { runInTurns } from '../../../adapters/database/turns/steps.ts'
import { authorKey, resolveAuthors, resolveOutlets } from '../dimensions.ts'
import { kindCodes } from '../document-codes.ts'
import { type DocumentFilter, startOfNextDay, toCondition, toPlannedCondition } from '../document-filter.ts'
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
import { contextsStatement, matchingStatement } from '../report-facts.sql.ts'
import { sourceCodes } from '../source-codes.ts'
import { bucketCount, sampleBucketCount } from '../topic-sample.ts'

// COPY would be the natural choice, but it breaks the protocol on the embedded engine's socket (docs/decisions/embedded-database.md), and arrays in
// one statement are as fast: 12,000 documents per second.

/** Writes documents into PostgreSQL's own tables. */
const postgresWriter: DocumentWriter = {
  location: 'postgresql',
  indexForm: 'tsvector',
  recover: async () => {},
  async listExisting(trx, ids) {
    const { rows } = await sql<{ id: string }>`select id from document where id = any(${[...ids]}::bigint[])`.execute(
      trx,
    )
    return new Set(rows.map(({ id }) => id))
  },
  async insert(trx, fresh, collectedAt) {
    await insertFacts(trx, fresh, collectedAt)
    await insertTexts(trx, fresh)
    return { stored: Promise.resolve() }
  },
  async remove(trx, ids) {
    const { rows: removed } = await sql<RemovedRow>`
      delete from document where id = any(${[...ids]}::bigint[]) returning id, source_id, outlet_id as outlet, kind, ts, day::text as day, entities`.execute(
      trx,
    )
    if (removed.length > 0) await sql`delete from document_text where id = any(${[...ids]}::bigint[])`.execute(trx)
    return removed
  },
  afterRemoval: async () => {},
  async recountWeeks(trx) {
    await sql`
      insert into outlet_week (outlet_id, source_id, kind, week, documents)
      select outlet_id, source_id, kind, date_trunc('week', day)::date, count(*) from document group by 1, 2, 3, 4`.execute(
      trx,
    )
  },
  /** One pass over the library. */
  async forgetNames(trx) {
    await sql`
      delete from author where not exists (select 1 from document where document.author_id = author.id)`.execute(trx)
    await sql`
      delete from outlet where not exists (select 1 from document where document.outlet_id = outlet.id)`.execute(trx)
  },
}

/** 8 MB, about 10 ms. */
const pagesPerStep = 1_024

/** Stores documents in PostgreSQL, next to everything else. */
export function createPostgresStore(database: Database): DocumentStore {
  const { kysely, analysis } = database
  const topics: TopicReading = {
    async matching(filter, { sampleFraction }) {
      const { rows } = await matchingStatement({ condition: toCondition(filter), sampleFraction }).execute(analysis)
      const [row] = rows
      if (row === undefined) throw new TypeError('A statement without a table returned no row')
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
    async contexts(input) {
      const [answer] = (await contextsStatement(input, { withWords: true }).execute(analysis)).rows
      if (answer === undefined) throw new TypeError('The state of the term counts has no row')
      return answer
    },
    async countCollectedAfter(day, outlets) {
      const outlet = outlets === undefined ? sql`0` : sql`outlet_id`
      const ofOutlets = outlets === undefined ? sql`` : sql`and outlet_id = any(${[...outlets]}::int[])`
      const { rows } = await sql<CollectedCount>`
        select source_id as source, kind, ${outlet} as outlet, day::text as day, count(*)::int as documents
        from document where collected_at >= ${startOfNextDay(day)}::timestamptz ${ofOutlets} group by 1, 2, 3, 4`.execute(
        analysis,
      )
      return rows
    },
    async collectionTimes(ids) {
      const { rows } = await sql<{ id: string; ms: number | null }>`
        select id::text as id, (extract(epoch from collected_at) * 1000)::float8 as ms
        from document where id = any(${[...ids]}::bigint[])`.execute(analysis)
      return new Map(rows.map(({ id, ms }) => [id, ms]))
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

/** Returns the planner's row estimate: takes half a millisecond and is accurate to about 10 % for single words. */
export async function estimateDocuments(database: Database, filter: DocumentFilter): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from document d where ${toPlannedCondition(filter)}`.execute(database.kysely)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** Returns the source's own ids of the newest matching documents; documents without one are omitted. */
async function findNativeIds(database: Database, filter: DocumentFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ native_id: string }>`
    with newest as materialized (select d.id, d.ts from document d where ${toCondition(filter)} order by d.ts desc limit ${limit})
    select t.native_id from newest n join document_text t on t.id = n.id
    where t.native_id is not null order by n.ts desc`.execute(database.analysis)
  return rows.map((row) => row.native_id)
}

/**
 * Reads what reports read, in disk order, so that the first report after a start does not fetch page after page. Takes small steps, so that requests
 * run in between; call it once and do not await it.
 */
async function prewarm(database: Database): Promise<void> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size('document') / current_setting('block_size')::int)::int as pages`.execute(database.kysely)
  const pages = rows[0]?.pages ?? 0
  for (let page = 0; page < pages; page += pagesPerStep) {
    await sql`
      select count(*) from document
      where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + pagesPerStep},0)`}::tid and tone_label >= 0`.execute(
      database.kysely,
    )
  }
}

async function insertFacts(
  trx: QueryExecutorProvider,
  fresh: readonly NewDocument[],
  collectedAt: Date,
): Promise<void> {
  const outlets = await resolveOutlets(
    trx,
    fresh.map((eachDocument) => eachDocument.outlet),
  )
  const authors = await resolveAuthors(trx, fresh)
  const column = <K extends keyof NewDocument>(key: K) => fresh.map((eachDocument) => eachDocument[key])
  const outletIds = fresh.map((eachDocument) => outlets.get(eachDocument.outlet))
  const authorIds = fresh.map((eachDocument) => authors.get(authorKey(eachDocument)) ?? null)
  await sql`
    insert into document (id, cluster_id, ts, day, outlet_id, author_id, score, comments, tone, source_id, bucket, kind,
                          tone_label, country, country_basis, lang, tsv, collected_at)
    select fresh.*, ${collectedAt}::timestamptz from unnest(
      ${column('id')}::bigint[], ${column('clusterId')}::bigint[], ${column('ts')}::timestamptz[], ${column('day')}::date[],
      ${outletIds}::int[], ${authorIds}::int[], ${column('score')}::int[], ${column('comments')}::int[],
      ${column('tone')}::real[], ${column('sourceId')}::smallint[], ${column('bucket')}::smallint[],
      ${column('kind')}::smallint[], ${column('toneLabel')}::smallint[], ${column('country')}::text[],
      ${column('countryBasis')}::smallint[], ${column('lang')}::text[], ${column('indexText')}::tsvector[]) as fresh`.execute(
    trx,
  )
}

async function insertTexts(trx: QueryExecutorProvider, fresh: readonly NewDocument[]): Promise<void> {
  const column = <K extends keyof NewDocument>(key: K) => fresh.map((document) => document[key])
  await sql`
    insert into document_text (id, canonical_url_hash, views, reposts, date_precision, native_id, url, title, body)
    select * from unnest(
      ${column('id')}::bigint[], ${column('canonicalUrlHash')}::bigint[], ${column('views')}::int[],
      ${column('reposts')}::int[], ${column('datePrecision')}::smallint[], ${column('nativeId')}::text[],
      ${column('url')}::text[], ${column('title')}::text[], ${column('body')}::text[])`.execute(trx)
}

/** Documents per statement: about 30 ms of the embedded engine. */
const documentsPerRead = 800

/** The word indexes of all documents and of the samples. */
const wordIndexes = [
  'document_tsv',
  'document_tsv_sample',
  'document_tsv_sample_16',
  'document_tsv_sample_32',
  'document_tsv_sample_64',
  'document_tsv_sample_128',
] as const

/** The reads and updates of background work, in PostgreSQL. */
function createPostgresReading(database: Database): DocumentReading {
  const { kysely, analysis } = database
  return {
    /** About a quarter of a second of reading and 10 ms of the database. */
    documentsPerStep: 200,
    async readFortnight(week, { demo, limit }) {
      const from = `${addDays(week, -7)}T00:00:00Z`
      const to = `${addDays(week, 7)}T00:00:00Z`
      const { rows } = await sql<WindowRow>`
        select d.id, d.cluster_id, d.day, o.name as outlet, t.url, t.title, left(t.body, 400) as lead,
          (extract(epoch from d.collected_at) * 1000)::float8 as "collectedMs"
        from document d join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id
        where d.ts >= ${from}::timestamptz and d.ts < ${to}::timestamptz and (d.source_id = ${sourceCodes.demo}) = ${demo}::boolean
          and d.kind not in (${kindCodes.comment}, ${kindCodes.answer})
        order by d.ts desc limit ${limit}`.execute(kysely)
      return rows
    },
    async setClusters(changes) {
      for (let position = 0; position < changes.length; position += 500) {
        const part = changes.slice(position, position + 500)
        await sql`
          update document d set cluster_id = c.cluster
          from unnest(${part.map((one) => one.id)}::bigint[], ${part.map((one) => one.cluster)}::bigint[]) as c (id, cluster)
          where d.id = c.id`.execute(kysely)
      }
    },
    /** In bucket order, so that each pass changes one row in eight per page: such updates stay on the page and touch no index. */
    async readWithoutEntities(limit) {
      const { rows } = await sql<UnextractedRow>`
        select p.document_id as id, d.source_id = ${sourceCodes.demo} as demo, d.lang, t.title, left(t.body, 4000) as body
        from (select * from entity_pending order by bucket, document_id limit ${limit}) p
        join document d on d.id = p.document_id join document_text t on t.id = p.document_id`.execute(kysely)
      return rows
    },
    async setEntities(namedDocuments) {
      await sql`
        update document d set entities = f.entities::int[]
        from unnest(${namedDocuments.map(({ id }) => id)}::bigint[],
                    ${namedDocuments.map(({ entities }) => `{${entities.join(',')}}`)}::text[]) as f (id, entities)
        where d.id = f.id`.execute(kysely)
    },
    async listDatedOutside({ fromMs, beforeMs }, limit) {
      const { rows } = await sql<{ id: string }>`
        select id from document where ts < ${new Date(fromMs)}::timestamptz or ts >= ${new Date(beforeMs)}::timestamptz
        limit ${limit}`.execute(kysely)
      return rows.map(({ id }) => id)
    },
    async readTexts(last, limit) {
      const { rows } = await sql<DocumentText>`
        select id, title, body from document_text where id > ${last ?? '-1'}::bigint order by id limit ${limit}`.execute(
        kysely,
      )
      return rows
    },
    async readSample(last, limit) {
      const { rows } = await sql<SampleRow>`
        select d.id, d.lang, t.title, left(t.body, 400) as lead
        from document d join document_text t on t.id = d.id
        where d.id > ${last ?? '-1'}::bigint and d.source_id <> ${sourceCodes.demo} order by d.id limit ${limit}`.execute(
        analysis,
      )
      return rows
    },
    async setWords(read) {
      await sql`
        update document d set tsv = w.words::tsvector
        from unnest(${read.map(({ id }) => id)}::bigint[], ${read.map(({ indexText }) => indexText)}::text[]) as w (id, words)
        where d.id = w.id and d.tsv is distinct from w.words::tsvector`.execute(kysely)
    },
    countTerms: (which) => countTerms(database, which),
    /**
     * Flushes the index's pending list, which makes inserts three times as fast but is scanned in full by every search
     * (docs/decisions/embedded-database.md).
     */
    async compactInserts() {
      for (const index of wordIndexes) {
        await sql`select gin_clean_pending_list(${index}::regclass)`.execute(kysely)
      }
    },
  }
}

async function countTerms(
  database: Database,
  { demo, isWhole, pause }: { demo: boolean; isWhole: boolean; pause: Pause },
): Promise<TermCounts> {
  const buckets = isWhole ? bucketCount : sampleBucketCount
  const terms = new Map<string, number>()
  let sampledDocuments = 0
  const world = demo ? `source_id = ${sourceCodes.demo}` : `source_id <> ${sourceCodes.demo}`
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    let last: string | null = '-1'
    while (last !== null) {
      await pause()
      // ts_stat takes its query as text; it contains only our own numbers
      const chunk = `select id, tsv from document where bucket = ${bucket} and id > ${last} and ${world} order by id limit ${documentsPerRead}`
      const read: { rows: { last: string | null; documents: number; terms: [string, number][] | null }[] } = await sql<{
        last: string | null
        documents: number
        terms: [string, number][] | null
      }>`
        with chunk as materialized (${sql.raw(chunk)})
        select (select max(id) from chunk) as last, (select count(*)::int from chunk) as documents,
               (select json_agg(json_build_array(term, n)) from (
                  select term, count(*)::int as n from (select unnest(tsvector_to_array(tsv)) as term from chunk) as words group by term
                ) as counts) as terms`.execute(database.kysely)
      const row = read.rows[0]
      for (const [term, n] of row?.terms ?? []) terms.set(term, (terms.get(term) ?? 0) + n)
      sampledDocuments += row?.documents ?? 0
      last = row !== undefined && row.documents === documentsPerRead ? row.last : null
    }
  }
  return { terms, sampledDocuments }
}
