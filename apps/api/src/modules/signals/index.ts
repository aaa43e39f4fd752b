import type { EvidenceFilter, Provenance, SectionName, SignalReport, SourceKey } from '@auspex/sdk/types'
import { sourceLabel } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSharedWork } from '../../kernel/shared-work.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { createCoverageRepository } from './coverage.repository.ts'
import { createKeptEstimates } from './estimate-report.ts'
import { findQuestion, findSignal, resolveFilter, saveSignal } from './find-signal.ts'
import { type ListDependencies, listSignalDocuments, toListInput } from './list-documents.ts'
import { countSearched, findReport, measureSignal, readReport, settleReport } from './read-report.ts'
import { createLibrary } from './report/library.ts'
import type { CanonicalQuery, SignalPart } from './signal-query.ts'
import { createSignalRepository, type MeasuredSignal, type SentReport } from './signal.repository.ts'
import type { Narrowing } from './signal-filter.ts'
import { createSignalJobs } from './signals.jobs.ts'
import { createSignalOperations, type SignalOperations } from './signals.operations.ts'
import {
  countBySource,
  countDocuments,
  readSection,
  remeasure,
  type SignalUsecasesDependencies,
  sumUp,
  warmUp,
} from './signals.usecases.ts'

export type { SignalOperations } from './signals.operations.ts'
export { createProvenance } from './provenance.ts'
export { buildReport, type ReportInput } from './report/build-report.ts'
export { rankContexts, roundAssociation } from './report/contexts-section.ts'
export { countSections, type CountInput } from './report/count-sections.ts'
export type { DailyReport, ToneDay, VolumeDay } from './report/daily-series.ts'
export { buildEvents, toldDocuments } from './report/events-section.ts'
export { type GroupHolding, toHoldings } from './report/library.ts'
export { presentReport, presentSeries } from './report/present-series.ts'
export { type LibraryDocument, presentDocument, toLibraryDocument } from './report/present-document.ts'
export { byStrength } from './report/inflections-section.ts'
export { toEstimate } from './report/momentum-section.ts'
export type { SignalQuestion } from './find-signal.ts'
export type { MeasuredSignal } from './signal.repository.ts'
export { type CanonicalQuery, narrowQuery, readSignalQuery, restoreSignalQuery } from './signal-query.ts'

export interface SignalsDependencies {
  database: Database
  documents: DocumentsModule
  provenance: () => Promise<Provenance>
  /** Names of connectors for people. */
  connectors: readonly { key: SourceKey; label: string }[]
  clock: Clock
}

type Coverage = ReturnType<typeof createCoverage>

/** What other modules may do with signals. */
export type Signals = ReturnType<typeof bindUsecases> &
  Coverage & {
    /** Those of the signals that have a report. */
    listMeasured(ids: readonly string[]): Promise<MeasuredSignal[]>
    /** Questions, of those named or of all, and how many have a report from after an instant. */
    countReports(
      ids: readonly string[] | null,
      freshAfter: Date,
    ): Promise<{ signals: number; fresh: number; oldestReportAt: Date | null }>
    /** Those without such a report, the oldest first. */
    listStale(ids: readonly string[] | null, stale: { freshAfter: Date; limit: number }): Promise<string[]>
    /** Forgets every stored report: they quote documents that are gone. */
    forgetMeasured(): Promise<void>
    /** What the signal is called. Throws `signals.not_found`. */
    findTitle(signalId: string): Promise<string>
    /** How a source is called. */
    labelOf(source: SourceKey): string
    /** How many documents of a signal an evidence filter lists. Throws `signals.not_found`. */
    countListed(signalId: string, evidence: EvidenceFilter): Promise<number>
  }

export interface SignalsModule {
  operations: SignalOperations
  signals: Signals
  /** Deletes what nobody reads any more. */
  jobs: readonly Job[]
}

/** Signals: questions, their measured reports, and the documents behind every number. */
export function createSignalsModule({
  database,
  documents,
  provenance,
  connectors,
  clock,
}: SignalsDependencies): SignalsModule {
  const coverage = createCoverageRepository(database)
  const labelOf = (source: SourceKey) => connectors.find(({ key }) => key === source)?.label ?? sourceLabel(source)
  const repository = createSignalRepository(database)
  const deps = {
    documents,
    signals: repository,
    library: createLibrary(documents),
    coverage,
    provenance,
    labelOf,
    clock,
    shareMeasurement: createSharedWork<SentReport>(),
    countsUnderWay: new Map(),
    estimates: createKeptEstimates(),
  }
  return {
    operations: createSignalOperations(deps),
    jobs: createSignalJobs(deps),
    signals: {
      ...bindUsecases(deps),
      ...createCoverage(coverage, clock),
      listMeasured: repository.listMeasured,
      countReports: repository.countReports,
      listStale: repository.listStale,
      forgetMeasured: repository.forgetReports,
      findTitle: async (signalId) => (await findSignal(signalId, deps)).echo.title,
      labelOf,
      countListed: async (signalId, evidence) =>
        (await listSignalDocuments(signalId, toListInput(evidence), { page: 1, perPage: 1 }, deps)).page.total,
    },
  }
}

/** The verbs of this module for others, who need not know what they depend on. */
function bindUsecases(deps: SignalUsecasesDependencies & ListDependencies) {
  return {
    find: (id: string) => findSignal(id, deps),
    save: (query: CanonicalQuery) => saveSignal(query, deps),
    filterOf: (query: CanonicalQuery) => resolveFilter(query, deps),
    questionOf: (id: string, part: SignalPart = {}) => findQuestion(id, part, deps),
    measure: (query: CanonicalQuery) => measureSignal(query, deps),
    /** The report once sources were asked: measured anew only where they brought something. */
    settle: (query: CanonicalQuery) => countSearched(query, () => settleReport(query, deps), deps),
    /** Measures again when the stored report is old. */
    measureIfOld: (query: CanonicalQuery) =>
      countSearched(query, async () => (await findReport(query.signalId, deps)).stored, deps),
    readReport: (id: string, part: SignalPart = {}) => readReport(id, part, deps),
    section: <Name extends SectionName & keyof SignalReport>(id: string, name: Name, part: Narrowing) =>
      readSection({ id, name, part }, deps),
    countDocuments: (query: CanonicalQuery, source: SourceKey) => countDocuments(query, source, deps),
    countBySource: (query: CanonicalQuery) => countBySource(query, deps),
    sumUp: (query: CanonicalQuery, question: string | null) => sumUp(query, question, deps),
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
