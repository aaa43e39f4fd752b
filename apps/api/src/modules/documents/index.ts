import type { SourceDocument } from '@auspex/sources'
import type { Database, DatabaseLog } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { findCommonTerm, readLibrarySummary, readSourceDays } from './coverage.repository.ts'
import type { DocumentFilter } from './document-filter.ts'
import type { DocumentId } from './document-id.ts'
import { countDocuments, type DocumentPage, findDocuments, getDocuments } from './documents.repository.ts'
import { createEnrichmentRequests } from './enrichment/enrichment.jobs.ts'
import { createEnrichment } from './enrichment/enrichment.ts'
import type { ImportBatch } from './import-batch.types.ts'
import { createImports } from './imports.repository.ts'
import { findNativeIds } from './native-ids.ts'
import { prepareInThreads } from './prepare-documents.ts'
import { prewarm } from './prewarm.ts'
import { ensureAffordable } from './query-cost.ts'
import { type Origin, removeAccounts, removeDocuments } from './remove-documents.ts'
import { estimateDocuments, readReportFacts } from './report-facts.ts'
import type { CountedFacts } from './report-facts.types.ts'
import { createSearchActivity } from './search-activity.ts'
import { storeDocuments } from './store-documents.ts'

export type { LibrarySummary, SourceDay } from './coverage.repository.ts'
export { countFacts } from './count-facts.ts'
export { type CountryBasis, decodeSource, encodeCountry, toCodes, type ToneLabel } from './document-codes.ts'
export { decode, kindCodes, toneCodes } from './document-codes.ts'
export { type DocumentFilter, toCondition, toMatching } from './document-filter.ts'
export { type DocumentId, fromDocumentId, toDocumentId } from './document-id.ts'
export { ImportStateError, InvalidDocumentError } from './documents.errors.ts'
export type { DocumentOrder, DocumentPage, StoredDocument } from './documents.repository.ts'
export type { EnrichmentProgress } from './enrichment/enrichment.ts'
export type { MatchingRows } from './matching-rows.ts'
export type { FactsRow } from './report-facts.sql.ts'
export type { ImportBatch, RejectedLine } from './import-batch.types.ts'
export type { ImportBatchCounts, ImportFile } from './imports.repository.ts'
export type {
  ContextFacts,
  ContextSet,
  CountedFacts,
  DayFacts,
  NamedFacts,
  ReportFacts,
  StoryFacts,
  ToneCounts,
} from './report-facts.types.ts'
export type { Origin } from './remove-documents.ts'
export type { StoreResult } from './store-documents.ts'

/** How an import waits for reports: between the questions of one, and never longer than a person notices. */
const importPause = { graceMs: 10, atMostMs: 400 }

export type DocumentsModule = ReturnType<typeof createDocumentsModule>

/** The library of documents: storing, importing, reading, and what is read out of them in the background. */
export function createDocumentsModule(dependencies: {
  database: Database
  clock: Clock
  createId: CreateId
  log: DatabaseLog
}) {
  const { database, clock, createId, log } = dependencies
  const activity = createSearchActivity()
  const importing = createSearchActivity()
  const imports = createImports({
    database,
    clock,
    createId,
    giveWay: () => activity.whenSettled(importPause),
    prepare: prepareInThreads(),
  })
  const whenQuiet = async () => {
    await importing.whenQuiet()
    await activity.whenQuiet()
  }
  const enrichment = createEnrichment({ database, whenQuiet })
  const requests = createEnrichmentRequests(log)
  return {
    storeDocuments: async (batch: readonly SourceDocument[]) => {
      const result = await storeDocuments(database, batch)
      if (result.stored > 0) requests.request()
      return result
    },
    imports: {
      ...imports,
      // Searches go before imports, and imports before background reading
      storeImportBatch: async (batch: ImportBatch) => {
        const counts = await importing.during(() => imports.storeImportBatch(batch))
        requests.request()
        return counts
      },
    },
    /** Counts work as a search while it runs, so that imports and background reading wait for it. */
    aheadOfImports: <T>(work: () => Promise<T>) => activity.during(work),
    removeByOrigin: (origin: Origin) => removeDocuments(database, origin),
    removeAccounts: (accounts: readonly string[]) => removeAccounts(database, accounts),
    findNativeIds: (filter: DocumentFilter, limit: number) => findNativeIds(database, filter, limit),
    findDocuments: (filter: DocumentFilter, page: DocumentPage) =>
      activity.during(() => findDocuments(database, filter, page)),
    getDocuments: (ids: readonly DocumentId[]) => activity.during(() => getDocuments(database, ids)),
    countDocuments: (filter: DocumentFilter) => activity.during(() => countDocuments(database, filter)),
    estimateDocuments: (filter: DocumentFilter) => estimateDocuments(database, filter),
    reportFacts: (filter: DocumentFilter, onCounted?: (facts: CountedFacts) => void) =>
      activity.during(() => readReportFacts(database, filter, onCounted)),
    ensureAffordable: (query: Parameters<typeof ensureAffordable>[1]) => ensureAffordable(database, query),
    sourceDays: (range: Parameters<typeof readSourceDays>[1]) => readSourceDays(database, range),
    librarySummary: () => readLibrarySummary(database),
    findCommonTerm: (world: { demo: boolean }) => findCommonTerm(database, world),
    enrich: { step: enrichment.step, stop: enrichment.stop },
    /** Reads stored documents for names and stories. */
    jobs: [enrichment.job],
    /** Lets storing ask for that, until `endRequests`. */
    beginRequests: requests.begin,
    endRequests: requests.end,
    enrichmentProgress: enrichment.progress,
    prewarm: () => prewarm(database),
  }
}
