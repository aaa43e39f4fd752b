import type { SourceDocument } from '@auspex/sources'
import type { Database, DatabaseLog } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { findCommonTerm, readHeldGroups, readLibrarySummary } from './coverage.repository.ts'
import { countImportContents, deleteImport } from './delete-import.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { DocumentPage } from './documents.repository.ts'
import type { Library } from './document-store.port.ts'
import { findAnsweringStore } from './answering-store.ts'
import { createClickhouseStore } from './clickhouse/clickhouse-store.ts'
import { createEnrichmentRequests } from './enrichment/enrichment.jobs.ts'
import { createEnrichment } from './enrichment/enrichment.ts'
import { createWorkFaults } from './enrichment/work-faults.ts'
import type { ImportBatch } from './import-batch.types.ts'
import { createImportOrder } from './import-order.ts'
import { failRunningImports, findImport, listImports, listRejections } from './imports.repository.ts'
import { finishImport, startImport } from './imports.usecases.ts'
import type { ArticleFilter, ArticleMute, ArticleSlice, MutedFilter } from './lists/article-list.ts'
import type { ListFilter, SliceRequest } from './lists/document-list.ts'
import { prepareInThreads } from './prepare-documents.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import { openLibrary } from './open-library.ts'
import { ensureAffordable } from './query-cost.ts'
import { type Origin, removeAccounts, removeDocuments } from './remove-documents.ts'
import { createReportReading } from './report-reading.ts'
import { createSearchActivity } from './search-activity.ts'
import { ensureSources } from './source-rows.ts'
import { setAsideUndatable } from './set-aside.ts'
import { storeDocuments } from './store-documents.ts'
import { storeImportBatch } from './store-import-batch.ts'
import { settleTone } from './topic-tones.ts'
import { createBackgroundReader } from './vocabulary/background-counts.ts'
import { createEntityNames } from './vocabulary/entity-names.ts'
import { createPrefixSearch } from './vocabulary/prefix-search.ts'
import { createTermBackground } from './vocabulary/term-background.ts'
import { createWordings } from './vocabulary/wordings.ts'

export type { LibrarySummary } from './coverage.repository.ts'
export { countNames, countTerms, entityRows, leastEntityHits, leastTermHits, termRows } from './choose-contexts.ts'
export { ch, integer } from '../../adapters/clickhouse/statement.ts'
export { readDocumentPlace } from './document-place.ts'
export { moveDocuments, MoveLeftoverError } from './move/move-documents.ts'
export { countFacts, countMatching } from './count-facts.ts'
export { type CountryBasis, encodeCountry, type ToneLabel } from './document-codes.ts'
export { decode, kindCodes, toneCodes } from './document-codes.ts'
export { type DocumentFilter, toMatching } from './document-filter.ts'
export { type DocumentId, fromDocumentId, toDocumentId } from './document-id.ts'
export { ImportStateError, InvalidDocumentError } from './documents.errors.ts'
export type { DocumentOrder, DocumentPage, DocumentTitle, StoredDocument } from './documents.repository.ts'
export type { ShardCoverage } from './answering-store.ts'
export type { EnrichmentProgress } from './enrichment/enrichment.ts'
export type { DocumentStore } from './document-store.port.ts'
export { prepareInThreads } from './prepare-documents.ts'
export { isAfterDeletions, revisionOfLibrary } from './library-revision.ts'
export type { ArticleFilter, ArticleMute, ArticleSlice, ListedArticle, PublishedArticle } from './lists/article-list.ts'
export type { ArticleText } from './lists/articles-to-compare.ts'
export type { ListFilter, ListPosition, ListSlice } from './lists/document-list.ts'
export type { ListOrder } from './lists/list-order.ts'
export type { ExportedFacts } from './lists/exported-facts.ts'
export type { MatchingRows } from './matching-rows.ts'
export type { ContextOccurrences, ReadScope } from './measures/context-measures.ts'
export type { SoughtContext } from './measures/sought-contexts.ts'
export { isInSample } from './topic-sample.ts'
export type { PointFacts, PointWindow } from './measures/point-facts.ts'
export type { SourceVoices } from './measures/source-voices.ts'
export type { Headline, NamedHits, StoryDocument } from './measures/stories.ts'
export type { CountryCount, TopicCount } from './measures/topic-counts.ts'
export type { LeadingStory, TopicStories } from './measures/topic-stories.ts'
export type {
  InterestBasis,
  InterestCounts,
  InterestsQuestion,
  InterestSplit,
  InterestSubject,
} from './measures/voice-interests.ts'
export { countStories, storiesOf, storiesToRead, type StoryHits, tellingNames } from './story-contexts.ts'
export type { DocumentTally } from './document-tally.ts'
export type { FactsRow } from './report-facts.sql.ts'
export { mondayOf } from './weeks.ts'
export { createDayDocuments, type DayDocuments, type DayRange } from './day-documents.ts'
export type { HeldGroup } from './coverage.repository.ts'
export type { ImportBatch, RejectedLine } from './import-batch.types.ts'
export type { ImportFile } from './imports.repository.ts'
export type {
  ContextFacts,
  ContextSet,
  CountedFacts,
  DayFacts,
  GroupFacts,
  IntervalFacts,
  NamedFacts,
  ReportFacts,
  ReportFactsParts,
  StoryFacts,
  ToneCounts,
} from './report-facts.types.ts'
export type { Origin } from './remove-documents.ts'
export { toCodes } from './source-codes.ts'
export type { StoreResult } from './store-documents.ts'
export type { ImportBatchCounts } from './store-import-batch.ts'
export type { BackgroundCounts } from './vocabulary/background-counts.ts'

/** How an import waits for reports: between the questions of one, and never longer than a person notices. */
const importPause = { graceMs: 10, atMostMs: 400 }
/** How work that nobody waits for gives way to searches: also between two of one person, and without standing still for good. */
const backgroundPause = { graceMs: 100, atMostMs: 2_000 }

/** Why an import failed that ran when the server ended. */
const cutOff = 'The server ended in the midst of it. Import the same file again; it goes on where it stopped.'

export type DocumentsModule = ReturnType<typeof createDocumentsModule>

/** The library of documents: storing, importing, reading, and what is read out of them in the background. */
export function createDocumentsModule(dependencies: {
  database: Database
  clock: Clock
  createId: CreateId
  log: DatabaseLog
}) {
  const { database, clock, createId, log } = dependencies
  const { clickhouse } = database
  const store =
    clickhouse === null ? createPostgresStore(database) : createClickhouseStore({ engine: clickhouse, database })
  const library: Library = { database, store }
  const activity = createSearchActivity()
  const importing = createSearchActivity()
  const prepare = prepareInThreads()
  const inOrder = createImportOrder()
  const whenIdle = async () => {
    await importing.whenIdle()
    await activity.whenIdle()
  }
  const background = createTermBackground(database)
  const faults = createWorkFaults({ ...library, clock, log })
  const enrichment = createEnrichment({ ...library, whenIdle, faults })
  const requests = createEnrichmentRequests(log)
  const listeners = new Set<() => void>()
  const announce = () => {
    requests.request()
    for (const listener of listeners) listener()
  }
  const reading = { database, background, activity }
  const open = async () => {
    await openLibrary(library)
    // a shard that is away must not keep the others from answering
    await setAsideUndatable(library, { clock, log }).catch((error: unknown) =>
      log.warn({ error: String(error) }, 'documents of impossible dates could not be looked for; the next start does'),
    )
  }
  return {
    ensureSources: async () => {
      await open()
      // whoever sent them was answered by a process that is gone; one that goes on takes it back with its next batch
      await failRunningImports(database, { failure: cutOff, at: clock.now() })
      await ensureSources(database)
    },
    /**
     * Looks whether documents lie where they are looked for, puts in order what a process left that ended in the middle, and sets aside what
     * cannot have been published when it says. Before all else.
     */
    openLibrary: open,
    /** What work in the background failed of; what fails again and again is set aside. */
    faults,
    /** Where documents lie, and whether that answers, or a part of it; `ping` rejects when nothing does. */
    place: store.place,
    ping: async () => {
      try {
        await store.documents(['doc_0'])
      } catch (error) {
        // a process that is not ready is asked for nothing, and reports can be answered while a shard is away
        if ((await findAnsweringStore(database)) === null) throw error
      }
    },
    storeDocuments: async (batch: readonly SourceDocument[]) => {
      const result = await storeDocuments(library, batch, clock.now())
      const [first] = result.undatable
      if (first !== undefined)
        log.warn(
          { source: first.document.sourceKey, documents: result.undatable.length, first: first.reason },
          'documents were not stored: nothing can have been published when they say',
        )
      if (result.stored > 0) announce()
      return result
    },
    imports: {
      startImport: (file: Parameters<typeof startImport>[0]) => startImport(file, { database, clock, createId }),
      // Searches go before imports, and imports before background reading
      storeImportBatch: async (batch: ImportBatch) => {
        const yieldToSearches = () => activity.whenSettled(importPause)
        const deps = { ...library, clock, prepare, inOrder, yieldToSearches }
        const counts = await importing.during(() => storeImportBatch(batch, deps))
        announce()
        return counts
      },
      finishImport: (importId: string, failure: string | null = null) =>
        finishImport(importId, { database, clock }, failure),
      getImport: (importId: string) => findImport(database, importId),
      countContents: (importId: string) => countImportContents(database, importId),
      deleteImport: (importId: string) => importing.during(() => deleteImport(library, importId)),
      listImports: (owners: readonly (string | null)[], page: PageRequest) => listImports(database, owners, page),
      listRejections: (importId: string, limit?: number) => listRejections(database, importId, limit),
    },
    /** Counts work as a search while it runs, so that imports and background reading wait for it. */
    aheadOfImports: <T>(work: () => Promise<T>) => activity.during(work),
    /** For work in the background: waits while somebody searches, up to two seconds. */
    yieldToSearches: () => activity.whenSettled(backgroundPause),
    /** Tells that documents were stored, after each batch of this process. */
    whenStored: (listener: () => void) => void listeners.add(listener),
    removeByOrigin: (origin: Origin) => removeDocuments(library, origin),
    removeAccounts: (accounts: readonly string[]) => removeAccounts(library, accounts),
    findNativeIds: store.nativeIds,
    findDocuments: (filter: DocumentFilter, page: DocumentPage) => activity.during(() => store.page(filter, page)),
    countDocuments: (filter: DocumentFilter) => activity.during(() => store.count(filter)),
    estimateDocuments: store.estimate,
    ...createReportReading({ store, shards: null }, reading),
    /**
     * While a place where documents lie does not answer: what a report is measured from, over the others, as estimates of the whole. Null when
     * all answer. Rejects when none does.
     */
    findAnswering: async () => {
      const answering = await findAnsweringStore(database)
      if (answering === null) return null
      return { ...createReportReading(answering, reading), enrichmentProgress: enrichment.progress }
    },
    ensureAffordable: (query: Parameters<typeof ensureAffordable>[1]) => ensureAffordable(database, query),
    librarySummary: () => readLibrarySummary(database, clock.now()),
    heldGroups: () => readHeldGroups(database, clock.now()),
    findCommonTerm: (world: { demo: boolean }) => findCommonTerm(database, world),
    /** Pages and samples of documents. */
    lists: {
      list: async (filter: ListFilter, slice: SliceRequest) =>
        store.lists.list(await settleTone(library, filter), slice),
      /** The same documents, an entry a story. */
      listStories: async (filter: ListFilter, slice: SliceRequest) =>
        store.lists.listStories(await settleTone(library, filter), slice),
      sampleInTime: store.lists.sampleInTime,
      ...store.exportedFacts,
    },
    /** Articles for the news feed, and those that it still has to compare. */
    articles: {
      ...store.articles,
      list: (filter: ArticleFilter, slice: ArticleSlice) => activity.during(() => store.articles.list(filter, slice)),
      listIds: (filter: ArticleFilter, limit: number) => activity.during(() => store.articles.listIds(filter, limit)),
      countMuted: (filter: MutedFilter, mute: ArticleMute, examples: number) =>
        activity.during(() => store.articles.countMuted(filter, mute, examples)),
    },
    /** Words and names of the library, and how common they are. */
    vocabulary: {
      ...createWordings(database),
      ...createPrefixSearch(database),
      ...createEntityNames(database),
      ...createBackgroundReader(database),
    },
    countSourceVoices: store.countSourceVoices,
    contextMeasures: store.contextMeasures,
    pointFacts: store.pointFacts,
    stories: store.stories,
    topicCounts: store.topicCounts,
    topicStories: store.topicStories,
    voiceInterests: store.voiceInterests,
    enrich: { step: enrichment.step, countTerms: enrichment.countTerms, stop: enrichment.stop },
    /** Reads stored documents for names and stories. */
    jobs: [enrichment.job],
    /** Lets storing ask for that, until `endRequests`. */
    beginRequests: requests.begin,
    endRequests: requests.end,
    enrichmentProgress: enrichment.progress,
    prewarm: store.prewarm,
  }
}
