import type { EvidenceFilter, Provenance, SourceKey } from '@auspex/sdk/types'
import { sourceLabel } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { createCoverageRepository } from './coverage.repository.ts'
import { createListedDocuments, toListInput } from './list-documents.ts'
import { createLibrary } from './report/library.ts'
import { createSignalRepository, type MeasuredSignal } from './signal.repository.ts'
import { createSignalOperations, type SignalOperations } from './signals.operations.ts'
import { createSignalUsecases, type SignalUsecases } from './signals.usecases.ts'

export type { SignalOperations } from './signals.operations.ts'
export { createProvenance } from './provenance.ts'
export { buildReport, type ReportInput } from './report/build-report.ts'
export type { SourceHolding } from './report/library.ts'
export { type LibraryDocument, presentDocument, toLibraryDocument } from './report/present-document.ts'
export { byStrength } from './report/inflections-section.ts'
export { toEstimate } from './report/momentum-section.ts'
export type { SignalQuestion } from './signals.usecases.ts'
export type { MeasuredSignal } from './signal.repository.ts'
export { type CanonicalQuery, readSignalQuery, restoreSignalQuery } from './signal-query.ts'

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
export type Signals = Pick<
  SignalUsecases,
  | 'find'
  | 'save'
  | 'filterOf'
  | 'measure'
  | 'measureIfOld'
  | 'countDocuments'
  | 'countBySource'
  | 'readReport'
  | 'warmUp'
  | 'questionOf'
  | 'remeasure'
  | 'section'
  | 'sumUp'
> &
  Coverage & {
    /** Those of the signals that have a report. */
    listMeasured(ids: readonly string[]): Promise<MeasuredSignal[]>
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
  const usecases = createSignalUsecases({
    documents,
    signals: repository,
    library: createLibrary(documents),
    coverage,
    provenance,
    labelOf,
    clock,
  })
  const documentLists = createListedDocuments({ signals: usecases, documents })
  return {
    operations: createSignalOperations({ signals: usecases, lists: documentLists }),
    signals: {
      ...usecases,
      ...createCoverage(coverage, clock),
      listMeasured: repository.listMeasured,
      findTitle: async (signalId) => (await usecases.find(signalId)).echo.title,
      labelOf,
      countListed: async (signalId, evidence) =>
        (await documentLists.list(signalId, toListInput(evidence), { page: 1, perPage: 1 })).page.total,
    },
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
