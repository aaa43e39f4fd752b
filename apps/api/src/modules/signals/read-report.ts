import { setTimeout } from 'node:timers/promises'
import type { DocumentCount, SignalReport } from '@auspex/sdk/types'
import type { createSharedWork } from '../../kernel/shared-work.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { narrowSignal, resolveFilter, type SignalDependencies } from './find-signal.ts'
import { type MeasureDependencies, measureReport, searchedIds } from './measure-report.ts'
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
    'find' | 'save' | 'savePart' | 'markOpened' | 'saveReport' | 'replaceReport' | 'findTexts' | 'findWithReport'
  >
  documents: SignalDependencies['documents'] &
    MeasureDependencies['documents'] &
    Pick<DocumentsModule, 'aheadOfImports'>
  /** Callers who ask for the same report at the same time share one measurement. */
  shareMeasurement: ReturnType<typeof createSharedWork<SentReport>>
  /** How much there is of the signals that are being measured, by their ids. */
  countsUnderWay: Map<string, CountUnderWay>
}

interface CountUnderWay {
  readonly count: Promise<DocumentCount>
  /** Whether somebody waits for it, and not only for the report. */
  isAwaited: boolean
}

/** For so long a stored report is sent although others moved the library on, marked as stale: an import changes it every second. */
const staleMs = 60_000

/** How long whoever waits for a count has to pass it on before the next costly statement begins: the embedded engine would make them wait for that one too. */
const countHeadStartMs = 10

/** How exactly it is known when a part was opened last: who reads on writes nothing. */
const markEveryMs = 3_600_000

/** Measures anew and stores; who asks for the same meanwhile waits for the same. */
export async function measureSignal(query: CanonicalQuery, deps: ReportDependencies): Promise<SentReport> {
  return deps.shareMeasurement(query.signalId, () => measureAndStore(query, deps))
}

async function measureAndStore(query: CanonicalQuery, deps: ReportDependencies): Promise<SentReport> {
  const { signalId } = query
  const count = Promise.withResolvers<DocumentCount>()
  count.promise.catch(() => {}) // perhaps nobody asked
  const underWay: CountUnderWay = { count: count.promise, isAwaited: false }
  deps.countsUnderWay.set(signalId, underWay)
  const onCounted = (counted: DocumentCount) => {
    count.resolve(counted)
    return underWay.isAwaited ? setTimeout(countHeadStartMs) : undefined
  }
  try {
    const resolved = await resolveFilter(query, deps)
    for (;;) {
      const { report, isSettled } = await measureReport({ query, ...resolved, onCounted }, deps)
      const stored = await deps.signals.saveReport(signalId, toWritten(report, isSettled))
      // null when an import was deleted while it was measured: that is rare, and the next one is without it
      if (stored !== null) return stored
    }
  } catch (error) {
    count.reject(error)
    throw error
  } finally {
    if (deps.countsUnderWay.get(signalId) === underWay) deps.countsUnderWay.delete(signalId)
  }
}

function toWritten(report: DailyReport, isSettled: boolean): WrittenReport {
  return {
    computedAt: new Date(report.computedAt),
    libraryRevision: report.libraryRevision,
    provenance: report.provenance,
    documents: report.counts.documents,
    isSettled,
    body: settleText(presentReport(report)),
    series: settleSeries(report),
  }
}

/**
 * The report once sources were asked: measured anew where they brought something; else the one that is there, with what became of them. Somebody
 * may be waiting for a report of the same signal just now: it is measured once for both.
 */
export async function settleReport(query: CanonicalQuery, deps: ReportDependencies): Promise<SentReport> {
  const { signalId } = query
  const asked = deps.clock.now()
  const { stored } = await findReport(signalId, deps)
  if (stored.computedAt > asked) return stored
  const found = await deps.signals.findWithReport(signalId)
  if (found?.report == null || !(await isOfLibrary(found.report, found.revision, deps)))
    return measureSignal(query, deps)
  const texts = await deps.signals.findTexts(signalId)
  if (texts === null) return measureSignal(query, deps)
  const report = restoreReport(texts.body, texts.series)
  const ids = searchedIds(query)
  const [runs, attention] = await Promise.all([deps.coverage.findLastRuns(ids), deps.coverage.findAttention(ids)])
  const computedAt = deps.clock.now().toISOString()
  const settled = toWritten({ ...report, attention, coverage: { ...report.coverage, runs }, computedAt }, true)
  // documents may have been deleted meanwhile, and every report with them: the old one must not come back
  const replaced = await deps.signals.replaceReport(signalId, found.report.computedAt, settled)
  return replaced ?? measureSignal(query, deps)
}

/** The stored report while it is good, a new one otherwise. Throws `signals.not_found`. */
export async function findReport(
  id: string,
  deps: ReportDependencies,
): Promise<{ stored: SentReport; isStale: boolean }> {
  const { good, echo, revision } = await findGood(id, deps)
  if (good !== null) return { stored: good, isStale: good.libraryRevision !== revision }
  return { stored: await measureSignal(restoreSignalQuery(echo), deps), isStale: false }
}

/** The signal with its stored report, which is null when it is to be measured anew. Throws `signals.not_found`. */
async function findGood(id: string, deps: ReportDependencies) {
  const found = await deps.signals.findWithReport(id)
  if (found === null) throw signalNotFound()
  const { report, revision, hasNewDocuments, echo, partOpenedAt } = found
  const now = deps.clock.now()
  if (partOpenedAt !== null && now.getTime() - partOpenedAt.getTime() >= markEveryMs)
    await deps.signals.markOpened(id, now)
  const isGood = report !== null && !(await isOld(report, { revision, hasNewDocuments }, deps))
  return { good: isGood ? report : null, echo, revision }
}

/** How much there is, as the report says it; of one that is being measured, as soon as it is counted. Throws `signals.not_found`. */
export async function readCount(id: string, deps: ReportDependencies): Promise<DocumentCount> {
  return deps.documents.aheadOfImports(async () => {
    const { good, echo } = await findGood(id, deps)
    if (good !== null) return countIn(good)
    const measuring = measureSignal(restoreSignalQuery(echo), deps)
    measuring.catch(() => {}) // its count fails with it
    const underWay = deps.countsUnderWay.get(id)
    if (underWay === undefined) return countIn(await measuring)
    underWay.isAwaited = true
    return underWay.count
  })
}

function countIn({ body }: Pick<StoredReport, 'body'>): DocumentCount {
  const { signalId, counts, firstDay, lastDay } = JSON.parse(body) as SignalReport // this module wrote it
  return { signalId, counts, firstDay, lastDay }
}

async function isOld(
  report: StoredReport,
  { revision, hasNewDocuments }: { revision: number; hasNewDocuments: boolean },
  deps: Pick<ReportDependencies, 'provenance' | 'clock'>,
): Promise<boolean> {
  if (await isOfLibrary(report, revision, deps)) return false
  // who waits for the sources is shown what each of them brings
  if (hasNewDocuments) return true
  if (report.provenance !== (await deps.provenance())) return true
  return deps.clock.now().getTime() - report.computedAt.getTime() >= staleMs
}

/** Whether a new measurement of the documents would say the same. */
async function isOfLibrary(
  report: StoredReport,
  revision: number,
  { provenance }: Pick<ReportDependencies, 'provenance'>,
): Promise<boolean> {
  return report.isSettled && report.libraryRevision === revision && report.provenance === (await provenance())
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
