import type { createSharedWork } from '../../kernel/shared-work.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { narrowSignal, resolveFilter, type SignalDependencies } from './find-signal.ts'
import { type MeasureDependencies, measureReport } from './measure-report.ts'
import { type CanonicalQuery, restoreSignalQuery, type SignalPart } from './signal-query.ts'
import type { DailyReport } from './report/daily-series.ts'
import { presentReport } from './report/present-series.ts'
import type { SentReport, SignalRepository, StoredReport, WrittenReport } from './signal.repository.ts'
import { signalNotFound } from './signals.errors.ts'
import { restoreReport, settleSeries } from './stored-series.ts'
import { settleText, staleText } from './stored-text.ts'

export interface ReportDependencies extends SignalDependencies, MeasureDependencies {
  signals: Pick<
    SignalRepository,
    'find' | 'save' | 'savePart' | 'markOpened' | 'saveReport' | 'findTexts' | 'findWithReport'
  >
  documents: SignalDependencies['documents'] &
    MeasureDependencies['documents'] &
    Pick<DocumentsModule, 'aheadOfImports'>
  /** Callers who ask for the same report at the same time share one measurement. */
  shareMeasurement: ReturnType<typeof createSharedWork<SentReport>>
}

/** For so long a stored report is sent although the library moved on, marked as stale: an import changes it every second. */
const staleMs = 60_000

/** How exactly it is known when a part was opened last: who reads on writes nothing. */
const markEveryMs = 3_600_000

/** Measures anew and stores. */
export async function measureSignal(query: CanonicalQuery, deps: ReportDependencies): Promise<SentReport> {
  const { report, isSettled } = await measureReport({ query, ...(await resolveFilter(query, deps)) }, deps)
  const stored: WrittenReport = {
    computedAt: new Date(report.computedAt),
    libraryRevision: report.libraryRevision,
    provenance: report.provenance,
    documents: report.counts.documents,
    isSettled,
    body: settleText(presentReport(report)),
    series: settleSeries(report),
  }
  return deps.signals.saveReport(query.signalId, stored)
}

/** The stored report while it is good, a new one otherwise. Throws `signals.not_found`. */
export async function findReport(
  id: string,
  deps: ReportDependencies,
): Promise<{ stored: SentReport; isStale: boolean }> {
  const found = await deps.signals.findWithReport(id)
  if (found === null) throw signalNotFound()
  const { report, revision, echo, partOpenedAt } = found
  const now = deps.clock.now()
  if (partOpenedAt !== null && now.getTime() - partOpenedAt.getTime() >= markEveryMs)
    await deps.signals.markOpened(id, now)
  if (report !== null && !(await isOld(report, revision, deps)))
    return { stored: report, isStale: report.libraryRevision !== revision }
  return {
    stored: await deps.shareMeasurement(id, () => measureSignal(restoreSignalQuery(echo), deps)),
    isStale: false,
  }
}

async function isOld(
  report: StoredReport,
  revision: number,
  { provenance, clock }: Pick<ReportDependencies, 'provenance' | 'clock'>,
): Promise<boolean> {
  if (report.provenance !== (await provenance())) return true
  if (report.isSettled && report.libraryRevision === revision) return false
  return clock.now().getTime() - report.computedAt.getTime() >= staleMs
}

/** The whole report by day, or that of a part, read from its texts. Throws `signals.not_found`. */
export async function readReport(id: string, part: SignalPart, deps: ReportDependencies): Promise<DailyReport> {
  const narrowed = await narrowSignal(id, part, deps)
  const { isStale } = await findReport(narrowed, deps)
  const texts = await deps.signals.findTexts(narrowed)
  if (texts === null) throw signalNotFound()
  return { ...restoreReport(texts.body, texts.series), stale: isStale }
}

/** As `readReport`, but the text that is sent, and the same compressed where that is at hand. Imports wait for it. */
export async function readReportText(
  id: string,
  part: SignalPart,
  deps: ReportDependencies,
): Promise<{ text: string; compressed: Buffer | null }> {
  const { stored, isStale } = await deps.documents.aheadOfImports(async () =>
    findReport(await narrowSignal(id, part, deps), deps),
  )
  if (isStale) return { text: staleText(stored.body), compressed: null }
  return { text: stored.body, compressed: stored.compressed() }
}
