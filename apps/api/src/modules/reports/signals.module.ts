import type {
  EvidenceFilter,
  Provenance,
  PublishedDocument,
  SectionName,
  SignalReport,
  SourceKey,
  SignalRef,
} from '@auspex/sdk/types'
import { sourceLabel } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import { type Job, createJob, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSharedWork } from '../../kernel/shared-work.ts'
import type { Redaction } from '../../kernel/redaction.ts'
import type { DocumentsModule, StoredDocument, ListSlice } from '../library/index.ts'
import { createCoverageRepository } from './coverage.repository.ts'
import { createCachedEstimates } from './estimate-report.ts'
import { describeDays } from './describe-days.ts'
import { findSignalRequest, findSignal, resolveFilter, saveSignal } from './find-signal.ts'
import { listSignalDocuments, toListInput, type ListInput, listSnippets, readSignalDocument } from './list-documents.ts'
import { createMeasurementsRepository } from './measurements/measurements.repository.ts'
import { createNarrativesRepository } from './narratives/narratives.repository.ts'
import {
  countSearched,
  findReport,
  measureSignal,
  readReport,
  updateReportAfterSearch,
  readCount,
  readReportText,
} from './read-report.ts'
import { createLibrary } from './report/library.ts'
import { daysReversed } from './reports.errors.ts'
import { type CanonicalQuery, type SignalPart, readSignalQuery } from './signal-query.ts'
import { createSignalReportsRepository, type SentReport } from './signal-reports.repository.ts'
import { createSignalRepository, type MeasuredSignal, type SignalRepository } from './signal.repository.ts'
import { type Narrowing, chatterKinds } from './signal-filter.ts'
import {
  countBySource,
  countDocuments,
  listMatching,
  readSection,
  remeasure,
  summarizeDocuments,
  warmUp,
} from './signals.usecases.ts'
import type { ReportDependencies } from './report-dependencies.ts'
import type { Handlers } from '../../http/handlers.ts'
import { rawJson } from '../../http/raw-json.ts'
import { toSlice } from './list-cursor.ts'
import { compareMeasurements, listMeasurements } from './measurements/compare-measurements.ts'

const queue: Queue = { name: 'signal-parts-unread', isExclusive: true, schedule: '27 * * * *', pollSeconds: 60 }

/** How long the report of a part (some days, an entity) is stored after it was last opened. */
const retentionMs = 86_400_000

export interface SignalsDependencies {
  database: Database
  documents: DocumentsModule
  provenance: () => Promise<Provenance>
  /** Display names of connectors. */
  connectors: readonly { key: SourceKey; label: string }[]
  clock: Clock
}

type Coverage = ReturnType<typeof createCoverage>

/** The public interface of this module. */
export type Signals = ReturnType<typeof bindUsecases> &
  Coverage & {
    /** The given signals that have a report. */
    listMeasured(ids: readonly string[]): Promise<MeasuredSignal[]>
    /** Counts the signals (the given ones, or all for null) and how many of them have a report newer than an instant. */
    countReports(
      ids: readonly string[] | null,
      freshAfter: Date,
    ): Promise<{ signals: number; fresh: number; oldestReportAt: Date | null }>
    /** The signals without such a report, the oldest first. */
    listStale(ids: readonly string[] | null, stale: { freshAfter: Date; limit: number }): Promise<string[]>
    /** Deletes every stored report, because they quote documents that are gone. */
    forgetMeasured(): Promise<void>
    /** Deletes the stored reports that quote deleted documents. */
    forgetQuoting(redaction: Redaction): Promise<void>
    /** The given signals that found a document, which the library need not have any more. */
    listMatching(ids: readonly string[], document: StoredDocument): Promise<string[]>
    findTitles: SignalRepository['findTitles']
    /** The signal's title. Throws `signals.not_found`. */
    findTitle(signalId: string): Promise<string>
    /** The display name of a source. */
    labelOf(source: SourceKey): string
    /** The newest documents of a signal. Throws `signals.not_found`. */
    listNewest(signalId: string, perPage: number): Promise<PublishedDocument[]>
    /** How many documents of a signal match an evidence filter. Throws `signals.not_found`. */
    countListed(signalId: string, evidence: EvidenceFilter): Promise<number>
  }

export interface SignalsModule {
  operations: SignalOperations
  signals: Signals
  /** Jobs that delete reports nobody reads any more. */
  jobs: readonly Job[]
}

/** Signals: queries, their measured reports, and the documents behind every number. */
export function createSignalsModule({
  database,
  documents,
  provenance,
  connectors,
  clock,
}: SignalsDependencies): SignalsModule {
  const coverage = createCoverageRepository(database)
  const labelOf = (source: SourceKey) => connectors.find(({ key }) => key === source)?.label ?? sourceLabel(source)
  const signals = createSignalRepository(database)
  const reports = createSignalReportsRepository(database)
  const deps = {
    documents,
    signals,
    reports,
    narratives: createNarrativesRepository(database),
    measurements: createMeasurementsRepository(database),
    library: createLibrary(documents),
    coverage,
    provenance,
    labelOf,
    clock,
    shareMeasurement: createSharedWork<SentReport>(),
    countsUnderWay: new Map(),
    estimates: createCachedEstimates(),
  }
  return {
    operations: createSignalOperations(deps),
    jobs: createSignalJobs(deps),
    signals: {
      ...bindUsecases(deps),
      ...createCoverage(coverage, clock),
      listMeasured: signals.listMeasured,
      findTitles: signals.findTitles,
      countReports: signals.countReports,
      listStale: signals.listStale,
      forgetMeasured: reports.forgetReports,
      forgetQuoting: reports.forgetQuoting,
      listMatching: (ids, document) => listMatching(ids, document, deps),
      findTitle: async (signalId) => (await findSignal(signalId, deps)).echo.title,
      labelOf,
      listNewest: async (signalId, perPage) =>
        (await listSignalDocuments(signalId, toListInput({}), { page: 1, perPage }, deps)).items,
      countListed: async (signalId, evidence) =>
        (await listSignalDocuments(signalId, toListInput(evidence), { page: 1, perPage: 1 }, deps)).page.total,
    },
  }
}

/** Binds the use cases to their dependencies, so that other modules do not need to know them. */
function bindUsecases(deps: ReportDependencies) {
  return {
    find: (id: string) => findSignal(id, deps),
    save: (query: CanonicalQuery) => saveSignal(query, deps),
    filterOf: (query: CanonicalQuery) => resolveFilter(query, deps),
    findRequest: (id: string, part: SignalPart = {}) => findSignalRequest(id, part, deps),
    measure: (query: CanonicalQuery) => measureSignal(query, deps),
    /** The report after the sources were queried; measured again only where they brought something. */
    settle: (query: CanonicalQuery, searchedSince: Date) =>
      countSearched(query, () => updateReportAfterSearch(query, { searchedSince }, deps), deps),
    /** Measures again when the stored report is stale. */
    measureIfOld: (query: CanonicalQuery) =>
      countSearched(query, async () => (await findReport(query.signalId, deps)).stored, deps),
    readReport: (id: string, part: SignalPart = {}) => readReport(id, part, deps),
    section: <Name extends SectionName & keyof SignalReport>(id: string, name: Name, part: Narrowing) =>
      readSection({ id, name, part }, deps),
    countDocuments: (query: CanonicalQuery, source: SourceKey) => countDocuments(query, source, deps),
    countBySource: (query: CanonicalQuery) => countBySource(query, deps),
    describeDays: (id: string, days: Parameters<typeof describeDays>[1]) => describeDays(id, days, deps),
    sumUp: (query: CanonicalQuery, question: string | null) => summarizeDocuments(query, question, deps),
    remeasure: (id: string) => remeasure(id, deps),
    warmUp: (isOver: () => boolean) => warmUp(isOver, deps),
  }
}

type RunsInput = Omit<Parameters<ReturnType<typeof createCoverageRepository>['recordRuns']>[0], 'at'>

function createCoverage(repository: ReturnType<typeof createCoverageRepository>, clock: Clock) {
  return {
    recordRuns: (runs: RunsInput) => repository.recordRuns({ ...runs, at: clock.now() }),
    findRuns: (jobId: string) => repository.findRuns(jobId),
    endRuns: (stopped: Parameters<typeof repository.endRuns>[0]) => repository.endRuns(stopped),
    recordAttention: (attention: Parameters<typeof repository.recordAttention>[0]) =>
      repository.recordAttention(attention, clock.now()),
  }
}

/** Deletes once an hour the reports of parts that are no longer opened. Opening one measures it again. */
export function createSignalJobs({ signals, clock }: { signals: SignalRepository; clock: Clock }): Job[] {
  return [createJob({ queue, run: () => signals.forgetParts(new Date(clock.now().getTime() - retentionMs)) })]
}

type SignalOperations = ReturnType<typeof createSignalOperations>

/** The operations of signals. A signal is a public query, so every signed-in person may read any of them. */
function createSignalOperations(deps: ReportDependencies) {
  const list = async (id: string, input: ListInput, slice: ListSlice) => ({
    status: 200 as const,
    body: await listSignalDocuments(id, input, slice, deps),
  })
  return {
    getSignalReport: async ({ path, query }) => {
      const { text, compressed } = await readReportText(path.id, query, deps)
      return { status: 200, body: rawJson<SignalReport>(text, compressed) }
    },

    listSignalDocuments: async ({ path, query }) => {
      const { from, to, ids, sort: order, page: _page, perPage: _perPage, cursor: _cursor, ...filters } = query
      if (from !== undefined && to !== undefined && from > to) throw daysReversed()
      const input = { ...filters, fromDay: from, toDay: to, ids: ids?.split(','), order }
      return list(path.signalId, input, toSlice(query, order, 'query'))
    },

    getSignalDocument: async ({ path, query }) => ({
      status: 200,
      body: await readSignalDocument({ ...path, find: query.find }, deps),
    }),

    listMeasurements: async ({ path }) => ({ status: 200, body: await listMeasurements(path.signalId, deps) }),

    compareMeasurements: async ({ path, query }) => ({
      status: 200,
      body: await compareMeasurements({ ...path, ...query }, deps),
    }),

    getDocumentCount: async ({ path }) => ({ status: 200, body: await readCount(path.id, deps) }),

    getTone: async ({ query }) => ({
      status: 200,
      body: await readSection({ id: query.id, name: 'tone', part: toNarrowing(query) }, deps),
    }),

    listTonePosts: async ({ query }) =>
      list(
        query.id,
        { ...toNarrowing(query), tone: query.tone_type, order: 'newest' },
        toSlice(query, 'newest', 'query'),
      ),

    listToneArticles: async ({ path, query }) =>
      list(
        path.id,
        { ...toNarrowing(query), tone: query.tone_type, kinds: ['article'], order: 'newest' },
        toSlice(query, 'newest', 'query'),
      ),

    listToneComments: async ({ path, query }) =>
      list(
        path.id,
        { ...toNarrowing(query), tone: query.tone_type, kinds: chatterKinds, forum: 'reddit', order: 'newest' },
        toSlice(query, 'newest', 'query'),
      ),

    getChatter: async ({ body }) =>
      list(body.id, { ...toPart(body), kinds: chatterKinds, order: 'newest' }, toSlice(body, 'newest', 'body')),

    fetchLocationMetrics: async ({ body }) => ({
      status: 200,
      body: await readSection({ id: body.id, name: 'locations', part: toPart(body) }, deps),
    }),

    getInfluentialVoices: async ({ body }) => ({
      status: 200,
      body: await readSection({ id: body.id, name: 'voices', part: toPart(body) }, deps),
    }),

    getContextSnippets: async ({ body }) => {
      const { node } = readSignalQuery({ x_term: body.x_term, y_term: body.y_term ?? null })
      const { 'document_ids[]': ids, source, geo: country } = body
      return { status: 200, body: { items: await listSnippets(ids, { node, source, country }, deps) } }
    },
  } satisfies Partial<Handlers>
}

interface ToneQuery {
  entity?: string
  geo?: string
  start_date_time?: string
  end_date_time?: string
}

function toNarrowing({ entity, geo, start_date_time, end_date_time }: ToneQuery): Narrowing {
  if (
    start_date_time !== undefined &&
    end_date_time !== undefined &&
    Date.parse(start_date_time) > Date.parse(end_date_time)
  )
    throw daysReversed({ in: 'query', pointer: '/end_date_time' })
  return { entity, country: geo, publishedFrom: start_date_time, publishedTo: end_date_time }
}

function toPart({ entity, geo, startDate, endDate }: SignalRef): Narrowing {
  if (startDate != null && endDate != null && startDate > endDate)
    throw daysReversed({ in: 'body', pointer: '/endDate' })
  return { entity, country: geo, fromDay: startDate, toDay: endDate }
}
