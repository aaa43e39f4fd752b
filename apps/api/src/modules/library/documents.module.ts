import type { Database, DatabaseLog } from '../../adapters/database/database.port.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { PageRequest } from '../../kernel/page.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { DocumentId } from './document-id.ts'
import type { DocumentStore, Library } from './document-store.port.ts'
import type { DocumentPage } from './documents.repository.ts'
import type { ImportBatch } from './import-batch.types.ts'
import type { ArticleFilter, ArticleMute, MutedFilter } from './lists/article-list.ts'
import type { ArticleSlice } from './lists/cut-articles.ts'
import type { ListFilter, SliceRequest } from './lists/document-list.ts'
import { type SourceDocument, sourceRows } from '@auspex/sources'
import { sql, type Kysely } from 'kysely'
import { runInBackground } from '../../kernel/work.ts'
import { createClickhouseStore } from './clickhouse/clickhouse-store.ts'
import { findCommonTerm, readCollectedSince, readLibraryGroups, readLibrarySummary } from './coverage.repository.ts'
import { countImportContents, deleteImport } from './delete-import.ts'
import { createErasure, type Erasure } from './deleted-documents.ts'
import { ensureDocumentLocation } from './document-location.ts'
import { createEnrichmentRequests } from './enrichment/enrichment.jobs.ts'
import { createEnrichment } from './enrichment/enrichment.ts'
import { createWorkFaults } from './enrichment/work-faults.ts'
import { failRunningImports, findImport, listImports, listRejections } from './imports.repository.ts'
import { finishImport, startImport } from './imports.usecases.ts'
import { writerLock } from './insert-documents.ts'
import { createLearningJob } from './meaning/learn-words.ts'
import { createWordReaders } from './meaning/word-readers.ts'
import { createOutletWeeksReader, ensureWeeks } from './outlet-weeks.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import { prepareInThreads } from './prepare-documents.ts'
import { ensureAffordable } from './query-cost.ts'
import { type Origin, removeAccounts, removeDocuments, removeForGood } from './remove-documents.ts'
import { createReportReading, findAnsweringStore } from './report-reading.ts'
import { createSearchActivity, type SearchActivity } from './search-activity.ts'
import { setAsideUndatable } from './set-aside.ts'
import { storeDocuments } from './store-documents.ts'
import { createImportOrder, storeImportBatch } from './store-import-batch.ts'
import { drawDocuments } from './topic-sample.ts'
import { replaceToneByIds } from './topic-tones.ts'
import { createBackgroundReader } from './vocabulary/background-counts.ts'
import { createPrefixSearch } from './vocabulary/prefix-search.ts'
import { createTermBackground } from './vocabulary/term-background.ts'
import { createWordings } from './vocabulary/wordings.ts'

/** How an import yields to reports: also between the queries of one, but never longer than a person notices. */
const importPause = { graceMs: 10, atMostMs: 400 }
/** How reading the next lines of an import yields: its threads have a low priority, so less. */
const preparationPause = { graceMs: 0, atMostMs: 100 }
/** Long enough to read a page and search again: an import then stores more at once. */
const quietBeforeLongRunsMs = 10_000
/** How background work yields to searches: also between two of one person, but with a limit, so that it still makes progress. */
const backgroundPause = { graceMs: 100, atMostMs: 2_000 }
/** How it yields to an import, whose batches follow each other closely: one that takes hours must not stop the news for as long. */
const backgroundImportPause = { graceMs: 300, atMostMs: 60_000 }

/** The failure of an import that was running when the server stopped. */
const cutOff = 'The server stopped during the import. Import the same file again; it resumes where it stopped.'

export type DocumentsModule = ReturnType<typeof createDocumentsModule>

/** What a report is measured from: the whole library, or the shards of it that answer. */
export type ReportDocuments = NonNullable<Awaited<ReturnType<DocumentsModule['findAnswering']>>>

interface StoreContext {
  clock: Clock
  log: DatabaseLog
}

interface DocumentsDependencies extends StoreContext {
  database: Database
  createId: CreateId
}

/** The library of documents: storing, importing, reading, and enriching in the background. */
export function createDocumentsModule(dependencies: DocumentsDependencies) {
  const { database, clock, log } = dependencies
  const store = createStore(database)
  const library: Library = { database, store }
  const activity = createSearchActivity()
  const importing = createSearchActivity()
  const whenIdle = async () => {
    await importing.whenIdle()
    await activity.whenIdle()
  }
  const erasure = createErasure({ ...library, log })
  const background = createTermBackground(database)
  const faults = createWorkFaults({ ...library, clock, log })
  const enrichment = createEnrichment({ ...library, whenIdle, faults, clock })
  const requests = createEnrichmentRequests(log)
  const listeners = new Set<() => void>()
  const announce = () => {
    requests.request()
    for (const listener of listeners) listener()
  }
  const wordReaders = createWordReaders(database)
  const outletWeeks = createOutletWeeksReader(library)
  const reading = { database, background, outletWeeks, activity, wordReaders }
  const open = () => openLibrary(library, { clock, log })
  return {
    ensureSources: async () => {
      await open()
      // their clients were connected to a process that is gone; a client that continues revives the import with its next batch
      await failRunningImports(database, { failure: cutOff, at: clock.now() })
      await ensureSources(database)
    },
    /** Call before anything else; `ensureSources` does so itself. */
    openLibrary: open,
    /** Failures of background work; what fails repeatedly is set aside. */
    faults,
    /** Where the documents are stored; `ping` rejects when not even a part of that store answers. */
    place: store.location,
    ping: () => ping(library),
    storeDocuments: async (batch: readonly SourceDocument[]) => {
      const result = await storeDatable(library, batch, { clock, log })
      if (result.stored > 0) announce()
      return result
    },
    imports: createImports({ ...dependencies, library, erasure, activity, importing, announce }),
    /** Counts work as a search while it runs, so that imports and background work yield to it. */
    aheadOfImports: <T>(work: () => Promise<T>) => activity.track(work),
    /** For background work: waits for a running import, up to a minute, and for running searches, up to two seconds. */
    yieldToForeground: async () => {
      await importing.whenSettled(backgroundImportPause)
      await activity.whenSettled(backgroundPause)
    },
    /** Calls the listener after each batch that this process stores. */
    whenStored: (listener: () => void) => void listeners.add(listener),
    /** Removes what a source deleted, also from everything that quotes it. */
    async removeByOrigin(origin: Origin): Promise<number> {
      const removed = await removeDocuments(library, origin, { way: 'source', at: clock.now() })
      if (removed > 0) await erasure.eraseNow()
      return removed
    },
    /** The same for a stream, which reports deletions all the time: quotations are removed within a minute, by a job. */
    removeStreamed: (origin: Origin) => removeDocuments(library, origin, { way: 'source', at: clock.now() }),
    removeAccounts: (accounts: readonly string[]) =>
      removeAccounts(library, accounts, { way: 'source', at: clock.now() }),
    /** Removes a document for good. False if the library does not have it. */
    deleteDocument: (documentId: DocumentId, reason: string) =>
      removeForGood(library, documentId, { at: clock.now(), reason, beginErasure: erasure.begin }),
    /** Documents that were deleted, and the removal of their quotations. */
    deletions: erasure,
    findNativeIds: store.nativeIds,
    findDocuments: (filter: DocumentFilter, page: DocumentPage) => activity.track(() => store.page(filter, page)),
    countDocuments: (filter: DocumentFilter) => activity.track(() => store.count(filter)),
    estimateDocuments: store.estimate,
    collectionTimes: (ids: readonly string[]) => activity.track(() => store.collectionTimes(ids)),
    drawDocuments: (filter: DocumentFilter, options: Parameters<typeof drawDocuments>[2]) =>
      activity.track(() => drawDocuments(store, filter, options)),
    ...createReportReading({ store, shards: null }, reading),
    /**
     * While a shard does not answer: reads the inputs of a report from the other shards, as estimates of the whole. Null when all answer. Rejects
     * when none does.
     */
    findAnswering: async () => {
      const answering = await findAnsweringStore(database)
      return (
        answering && {
          ...createReportReading(answering, reading),
          enrichmentProgress: enrichment.progress,
          collectedSince: () => readCollectedSince(database),
        }
      )
    },
    ensureAffordable: (query: Parameters<typeof ensureAffordable>[1]) => ensureAffordable(database, query),
    librarySummary: () => readLibrarySummary(database, clock.now()),
    readGroups: (asOf: string | null = null) => readLibraryGroups(library, clock.now(), asOf),
    collectedSince: () => readCollectedSince(database),
    findCommonTerm: (world: { demo: boolean }) => findCommonTerm(database, world),
    /** Pages and samples of documents. */
    lists: createLists(library),
    /** Articles for the news feed, and those that are still to be compared. */
    articles: createArticles(store, activity),
    /** Words and names of the library, and their frequencies. */
    vocabulary: createVocabulary(database),
    countSourceVoices: store.countSourceVoices,
    contextMeasures: store.contextMeasures,
    pointFacts: store.pointFacts,
    stories: store.stories,
    topicCounts: store.topicCounts,
    topicStories: store.topicStories,
    voiceInterests: store.voiceInterests,
    enrich: { step: enrichment.step, countTerms: enrichment.countTerms, stop: enrichment.stop },
    /** Extracts names and stories from stored documents, and learns what their words mean. */
    jobs: [enrichment.job, erasure.job, createLearning(library, { clock, whenIdle, activity })],
    /** What the words of the library mean, by language. */
    wordReaders,
    /** Lets each stored batch request the job, until `endRequests`. */
    beginRequests: requests.begin,
    endRequests: requests.end,
    enrichmentProgress: enrichment.progress,
    prewarm: async () => {
      await store.prewarm()
      await background.prefetch()
    },
  }
}

function createVocabulary(database: Database) {
  return {
    ...createWordings(database),
    ...createPrefixSearch(database),
    ...createEntityNames(database),
    ...createBackgroundReader(database),
  }
}

function createStore(database: Database): DocumentStore {
  const { clickhouse } = database
  return clickhouse === null ? createPostgresStore(database) : createClickhouseStore({ engine: clickhouse, database })
}

function createLearning(
  { database, store }: Library,
  { clock, whenIdle, activity }: { clock: Clock; whenIdle: () => Promise<void>; activity: SearchActivity },
): Job {
  return createLearningJob({
    database,
    store,
    clock,
    countDocuments: () => countRealDocuments(database, clock),
    pause: async () => {
      await whenIdle()
      await activity.whenSettled(backgroundPause)
    },
  })
}

async function countRealDocuments(database: Database, clock: Clock): Promise<number> {
  const { sources } = await readLibrarySummary(database, clock.now())
  return sources.reduce((sum, { sourceKey, documents }) => sum + (sourceKey === 'demo' ? 0 : documents), 0)
}

/** Rejects when not even a part of the store answers. */
async function ping({ database, store }: Library): Promise<void> {
  try {
    await store.documents(['doc_0'])
  } catch (error) {
    // a process that is not ready gets no requests, and reports can be served while a shard is down
    if ((await findAnsweringStore(database)) === null) throw error
  }
}

/** Stores the documents whose dates are possible, and logs how many are not. */
async function storeDatable(library: Library, batch: readonly SourceDocument[], { clock, log }: StoreContext) {
  const result = await storeDocuments(library, batch, clock.now())
  const [first] = result.undatable
  if (first !== undefined)
    log.warn(
      { source: first.document.sourceKey, documents: result.undatable.length, first: first.reason },
      'documents were not stored: nothing can have been published when they say',
    )
  return result
}

interface ImportsOptions extends DocumentsDependencies {
  library: Library
  erasure: Erasure
  activity: SearchActivity
  importing: SearchActivity
  /** Called after each stored batch. */
  announce: () => void
}

function createImports({ database, clock, createId, library, erasure, activity, importing, announce }: ImportsOptions) {
  const prepare = prepareInThreads(() => activity.whenSettled(preparationPause))
  const inOrder = createImportOrder()
  return {
    startImport: (file: Parameters<typeof startImport>[0]) => startImport(file, { database, clock, createId }),
    // Searches have priority over imports, and imports over background work
    storeImportBatch: async (batch: ImportBatch) => {
      const yieldToSearches = () => activity.whenSettled(importPause)
      const mayTakeLong = () => activity.hasBeenIdle(quietBeforeLongRunsMs)
      const deps = { ...library, clock, prepare, inOrder, yieldToSearches, mayTakeLong }
      const counts = await importing.track(() => runInBackground(() => storeImportBatch(batch, deps)))
      announce()
      return counts
    },
    finishImport: (importId: string, failure: string | null = null) =>
      finishImport(importId, { database, clock }, failure),
    getImport: (importId: string) => findImport(database, importId),
    countContents: (importId: string) => countImportContents(database, importId),
    deleteImport: (importId: string) =>
      importing.track(async () => {
        const deleted = await deleteImport(library, importId, clock.now())
        await erasure.eraseNow()
        return deleted
      }),
    listImports: (owners: readonly (string | null)[], page: PageRequest) => listImports(database, owners, page),
    listRejections: (importIds: readonly string[]) => listRejections(database, importIds),
  }
}

function createLists(library: Library) {
  const { lists, exportedFacts } = library.store
  return {
    list: async (filter: ListFilter, slice: SliceRequest) => lists.list(await replaceToneByIds(library, filter), slice),
    /** The same documents, one entry per story. */
    listStories: async (filter: ListFilter, slice: SliceRequest) =>
      lists.listStories(await replaceToneByIds(library, filter), slice),
    sampleInTime: lists.sampleInTime,
    ...exportedFacts,
  }
}

function createArticles({ articles }: Library['store'], activity: SearchActivity) {
  return {
    ...articles,
    list: (filter: ArticleFilter, slice: ArticleSlice) => activity.track(() => articles.list(filter, slice)),
    listIds: (filter: ArticleFilter, limit: number) => activity.track(() => articles.listIds(filter, limit)),
    countMuted: (filter: MutedFilter, mute: ArticleMute, examples: number) =>
      activity.track(() => articles.countMuted(filter, mute, examples)),
  }
}

/**
 * Prepares a library for its first query: checks that its documents are in this store, undoes what a dead process stored but did not acknowledge, and
 * sets aside documents with impossible dates. Throws `DocumentLocationError`.
 */
async function openLibrary(library: Library, { clock, log }: StoreContext): Promise<void> {
  const { database, store } = library
  await ensureDocumentLocation(database)
  await database.kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${writerLock})`.execute(trx)
    await store.recover(trx)
    await ensureWeeks(trx, store)
  })
  // a shard that is down must not stop the others from answering
  await setAsideUndatable(library, { clock, log }).catch((error: unknown) =>
    log.warn({ error: String(error) }, 'documents of impossible dates could not be looked for; the next start does'),
  )
}

/**
 * Writes this version's sources to their table, so that readers of the database can interpret its numbers. Several processes may start at once: `on
 * conflict` without a column covers both unique columns, while with one it would fail on the other. Throws when a number is already taken by another
 * source, or a source had another number: its documents would change owner.
 */
export async function ensureSources({ kysely }: Database, known = sourceRows): Promise<void> {
  const { rows } = await sql<{ id: number; key: string }>`
    with known as (
      select * from unnest(${known.map(({ number }) => number)}::smallint[], ${known.map(({ key }) => key)}::text[],
        ${known.map(({ holdsAll }) => holdsAll)}::boolean[]) as k (id, key, complete)
    ),
    written as (
      insert into source (id, key, complete) select id, key, complete from known on conflict do nothing
    ),
    changed as (
      update source s set complete = k.complete from known k where s.id = k.id and s.key = k.key and s.complete <> k.complete
    )
    select s.id, s.key from source s join known k on (k.id = s.id) <> (k.key = s.key)
    order by k.id <> s.id, s.id`.execute(kysely)
  const [other] = rows
  if (other !== undefined)
    throw new Error(
      `The database has the number ${other.id} for the source ${other.key}; a number is never given again`,
    )
}

/** Looks up names found in the library. */
function createEntityNames({ kysely }: { kysely: Kysely<object> }) {
  return {
    /** Whether a document of the library contains the name, spelled exactly like this. */
    async isEntityName(name: string): Promise<boolean> {
      const { rows } = await sql`select 1 from entity where name = ${name}`.execute(kysely)
      return rows.length > 0
    },

    /** The library's spelling of a name, ignoring case; null when no document contains it. */
    async findEntityName(name: string): Promise<string | null> {
      const { rows } = await sql<{ name: string }>`
        select name from entity where name = ${name} or lower(name) = lower(${name}) order by (name = ${name}) desc, documents desc limit 1`.execute(
        kysely,
      )
      return rows[0]?.name ?? null
    },

    /** The names of a world that match the labels, ignoring case. */
    async findNames(labels: readonly string[], world: 'real' | 'demo') {
      const isDemo = world === 'demo'
      const background = isDemo ? sql`demo_documents` : sql`documents`
      const { rows } = await sql<{ id: number; name: string; key: string; background: number; total: number }>`
        select x.id, x.name, x.key, x.${background} as background, l.documents as total
        from entity x join entity_library l on l.demo = ${isDemo}::boolean
        where x.key = any(${labels.map((label) => label.toLowerCase())}::text[]) and x.${background} > 0`.execute(
        kysely,
      )
      return rows
    },
  }
}
