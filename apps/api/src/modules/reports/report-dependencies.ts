import type { DocumentCount, Provenance } from '@auspex/sdk/types'
import type { createSharedWork } from '../../kernel/shared-work.ts'
import type { DocumentsModule } from '../library/index.ts'
import type { MeasureDependencies } from './measure-report.ts'
import type { MeasurementsRepository } from './measurements/measurements.repository.ts'
import type { NarrativesRepository } from './narratives/narratives.repository.ts'
import type { SentReport, SignalReportsRepository } from './signal-reports.repository.ts'
import type { SignalRepository } from './signal.repository.ts'

/** What signals and their reports are saved, measured and read with. */
export interface ReportDependencies extends MeasureDependencies {
  signals: SignalRepository
  reports: SignalReportsRepository
  narratives: NarrativesRepository
  measurements: MeasurementsRepository
  documents: DocumentsModule
  provenance: () => Promise<Provenance>
  /** Deduplicates measurements: concurrent requests for the same report share one. */
  shareMeasurement: ReturnType<typeof createSharedWork<SentReport>>
  /** Document counts of the signals that are being measured, by signal id. */
  countsUnderWay: Map<string, RunningCount>
  /** Cache of reports over part of the library, for up to a minute. */
  estimates: CachedEstimates
}

export interface RunningCount {
  readonly count: Promise<DocumentCount>
  /** Whether a caller is waiting for the count itself and not only for the report. */
  isAwaited: boolean
}

/** Cache of reports that were measured over part of the library. */
export interface CachedEstimates {
  /** The estimate of the library's current revision, if it was measured after `after`. */
  find(signalId: string, version: { revision: number; provenance: Provenance; after: Date }): SentReport | null
  keep(signalId: string, estimate: SentReport): void
}
