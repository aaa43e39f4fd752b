import type { DailyReport } from '@auspex/analytics'
import { setTimeout } from 'node:timers/promises'
import type { DocumentCount, SignalReport } from '@auspex/sdk/types'
import { yieldToEventLoop } from '../../adapters/database/turns/yield-to-event-loop.ts'
import { OutageError } from '../../kernel/errors.ts'
import { narrowSignal, resolveFilter } from './find-signal.ts'
import { dayOf, measureReport, searchedIds } from './measure-report.ts'
import { type CanonicalQuery, restoreSignalQuery, type SignalPart } from './signal-query.ts'
import { recordMeasurement } from './measurements/record-measurement.ts'
import { estimateReport } from './estimate-report.ts'
import type { SentReport, StoredReport } from './signal-reports.repository.ts'
import { signalNotFound } from './reports.errors.ts'
import { restoreReport } from './stored-series.ts'
import { staleText, toWritten } from './written-report.ts'
import type { RunningCount, ReportDependencies } from './report-dependencies.ts'

/** How long a report is still sent, marked as stale, after the library changed: an import changes it every second. */
const staleMs = 60_000

/**
 * Head start for a caller that waits for the count, before the next costly statement begins: the embedded engine would make it wait for that one too.
 */
const countHeadStartMs = 10

/** Resolution of the time at which a part was last opened: further reads within it write nothing. */
const markEveryMs = 3_600_000

/**
 * Measures and stores the report; concurrent requests for the same signal share the result. Imports wait for all of it: between two of its statements
 * it counts for long enough that one would begin.
 */
export async function measureSignal(query: CanonicalQuery, deps: ReportDependencies): Promise<SentReport> {
  return deps.shareMeasurement(query.signalId, () => deps.documents.aheadOfImports(() => measureAndStore(query, deps)))
}

async function measureAndStore(query: CanonicalQuery, deps: ReportDependencies): Promise<SentReport> {
  const { signalId } = query
  const count = Promise.withResolvers<DocumentCount>()
  count.promise.catch(() => {}) // perhaps nobody awaits it
  const underWay: RunningCount = { count: count.promise, isAwaited: false }
  deps.countsUnderWay.set(signalId, underWay)
  const onCounted = (counted: DocumentCount) => {
    count.resolve(counted)
    return underWay.isAwaited ? setTimeout(countHeadStartMs) : undefined
  }
  try {
    const resolved = await resolveFilter(query, deps)
    for (;;) {
      const measured = await measureReport({ query, ...resolved, onCounted }, deps)
      await yieldToEventLoop()
      const report = await deps.reports.saveReport(signalId, toWritten(measured.report, measured.isSettled))
      // null when an import was deleted during the measurement: that is rare, and the next one is without it
      if (report === null) continue
      await recordMeasurement(measured, deps)
      return report
    }
  } catch (error) {
    count.reject(error)
    throw error
  } finally {
    if (deps.countsUnderWay.get(signalId) === underWay) deps.countsUnderWay.delete(signalId)
  }
}

/**
 * The report after the sources were queried: measured again if they brought something, otherwise the stored one with the updated source runs. Shares
 * a measurement of the same signal that is already running. One of the search itself, begun after `searchedSince`, is not repeated because other
 * documents were stored meanwhile: during an import every search would measure twice.
 */
export async function updateReportAfterSearch(
  query: CanonicalQuery,
  { searchedSince }: { searchedSince: Date },
  deps: ReportDependencies,
): Promise<SentReport> {
  const { signalId } = query
  const requestedAt = deps.clock.now()
  const { stored } = await findReport(signalId, deps)
  if (stored.computedAt > requestedAt) return stored
  const storedSignal = await deps.reports.findWithReport(signalId)
  // the report keeps the wording of the first search, however this one was typed
  const worded = storedSignal === null ? query : restoreSignalQuery(storedSignal.echo)
  if (storedSignal?.report == null) return measureSignal(worded, deps)
  const isOfSearch = storedSignal.report.computedAt > searchedSince && !storedSignal.hasNewDocuments
  if (!isOfSearch && !(await isOfLibrary(storedSignal.report, storedSignal.revision, deps)))
    return measureSignal(worded, deps)
  const texts = await deps.reports.findTexts(signalId)
  if (texts === null) return measureSignal(worded, deps)
  const report = restoreReport(texts.body, texts.series)
  const ids = searchedIds(query)
  const [runs, attention] = await Promise.all([deps.coverage.findLastRuns(ids), deps.coverage.findAttention(ids)])
  const computedAt = deps.clock.now().toISOString()
  const updatedReport = { ...report, attention, coverage: { ...report.coverage, runs }, computedAt }
  // an import may have been deleted in the meantime, and every report with it: the old report must not come back
  const { computedAt: replacedAt, isSettled } = storedSignal.report
  const replaced = await deps.reports.replaceReport(signalId, replacedAt, toWritten(updatedReport, isSettled))
  return replaced ?? measureSignal(worded, deps)
}

interface FoundReport {
  stored: SentReport
  /** Whether the library has changed since. */
  isStale: boolean
}

/** A signal with its stored report while that is still good; null when it must be measured again. */
interface UsableReport {
  query: CanonicalQuery
  usableReport: SentReport | null
  revision: number
}

/** The stored report while it is good, otherwise a new one: always of all documents. Throws `signals.not_found`. */
export async function findReport(id: string, deps: ReportDependencies): Promise<FoundReport> {
  const { usableReport, query, revision } = await findUsable(id, deps)
  if (usableReport !== null) return { stored: usableReport, isStale: usableReport.libraryRevision !== revision }
  return { stored: await measureSignal(query, deps), isStale: false }
}

/** Throws `signals.not_found`. */
async function findUsable(id: string, deps: ReportDependencies): Promise<UsableReport> {
  const storedSignal = await deps.reports.findWithReport(id)
  if (storedSignal === null) throw signalNotFound()
  const { report, revision, hasNewDocuments, echo, partOpenedAt } = storedSignal
  const now = deps.clock.now()
  if (partOpenedAt !== null && now.getTime() - partOpenedAt.getTime() >= markEveryMs)
    await deps.signals.markOpened(id, now)
  const isGood = report !== null && !(await isOld(report, { revision, hasNewDocuments }, deps))
  return { query: restoreSignalQuery(echo), usableReport: isGood ? report : null, revision }
}

/**
 * As `findReport`, for displays that show how complete a report is: while a shard is away it returns the last report of all documents as stale, or
 * without one an estimate over the other shards, which states how many answered. Throws `signals.not_found`.
 */
async function findShownReport(id: string, deps: ReportDependencies): Promise<FoundReport> {
  const storedSignal = await findUsable(id, deps)
  return (await findAtHand(storedSignal, deps)) ?? measureOrEstimate(storedSignal, deps)
}

/** The report without measuring: the stored one, or an estimate from the last minute. */
async function findAtHand(
  { query, usableReport, revision }: UsableReport,
  deps: ReportDependencies,
): Promise<FoundReport | null> {
  if (usableReport !== null) return { stored: usableReport, isStale: usableReport.libraryRevision !== revision }
  const after = new Date(deps.clock.now().getTime() - staleMs)
  const estimate = deps.estimates.find(query.signalId, { revision, provenance: await deps.provenance(), after })
  return estimate === null ? null : { stored: estimate, isStale: false }
}

async function measureOrEstimate({ query }: UsableReport, deps: ReportDependencies): Promise<FoundReport> {
  try {
    return { stored: await measureSignal(query, deps), isStale: false }
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const storedSignal = await deps.reports.findWithReport(query.signalId)
    const provenance = await deps.provenance()
    if (storedSignal?.report?.provenance === provenance) return { stored: storedSignal.report, isStale: true }
    const estimate = await estimateReport(query, deps)
    // every shard answers again
    return { stored: estimate ?? (await measureSignal(query, deps)), isStale: false }
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof OutageError && error.code === 'documents.unreachable'
}

/** How many documents a search found. */
export interface SearchedDocuments {
  documents: number
  /** False while a shard of the library is away: the number is that of the report shown meanwhile. */
  isCounted: boolean
}

/** Documents of a report that is read for a search; falls back to the report that is shown while a shard is away. */
export async function countSearched(
  { signalId }: CanonicalQuery,
  read: () => Promise<SentReport>,
  deps: ReportDependencies,
): Promise<SearchedDocuments> {
  try {
    return { documents: (await read()).documents, isCounted: true }
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return { documents: (await findShownReport(signalId, deps)).stored.documents, isCounted: false }
  }
}

/** The document count of the report; while one is being measured, as soon as the count is known. Throws `signals.not_found`. */
export async function readCount(id: string, deps: ReportDependencies): Promise<DocumentCount> {
  return deps.documents.aheadOfImports(async () => {
    const storedSignal = await findUsable(id, deps)
    const atHand = await findAtHand(storedSignal, deps)
    if (atHand !== null) return countIn(atHand.stored)
    const measuring = measureOrEstimate(storedSignal, deps)
    measuring.catch(() => {}) // awaited below if its count fails with it
    const underWay = deps.countsUnderWay.get(id)
    if (underWay !== undefined) {
      underWay.isAwaited = true
      const count = await underWay.count.catch(() => null)
      if (count !== null) return count
    }
    return countIn((await measuring).stored)
  })
}

function countIn({ body }: StoredReport): DocumentCount {
  const { signalId, counts, firstDay, lastDay } = JSON.parse(body) as SignalReport // this module wrote it
  return { signalId, counts, firstDay, lastDay }
}

async function isOld(
  report: StoredReport,
  { revision, hasNewDocuments }: { revision: number; hasNewDocuments: boolean },
  deps: ReportDependencies,
): Promise<boolean> {
  if (await isOfLibrary(report, revision, deps)) return false
  // a user waiting for the sources sees what each of them adds
  if (hasNewDocuments) return true
  if (await hasEndedDay(report, revision, deps)) return true
  if (report.provenance !== (await deps.provenance())) return true
  return deps.clock.now().getTime() - report.computedAt.getTime() >= staleMs
}

/** Whether measuring again would give the same report. */
async function isOfLibrary(report: StoredReport, revision: number, deps: ReportDependencies): Promise<boolean> {
  return (
    report.isSettled &&
    report.libraryRevision === revision &&
    report.provenance === (await deps.provenance()) &&
    !(await hasEndedDay(report, revision, deps))
  )
}

/** Whether a day with documents has ended since the measurement: it is covered now and was not then. */
async function hasEndedDay(
  { computedAt }: StoredReport,
  revision: number,
  { library, clock }: ReportDependencies,
): Promise<boolean> {
  const [measuredOn, today] = [dayOf(computedAt), dayOf(clock.now())]
  return measuredOn < today && (await library.at(revision, today)).newestDay >= measuredOn
}

/** The daily report of the signal or of a part of it, restored from its stored texts. Throws `signals.not_found`. */
export async function readReport(id: string, part: SignalPart, deps: ReportDependencies): Promise<DailyReport> {
  const narrowed = await narrowSignal(id, part, deps)
  const { isStale } = await findReport(narrowed, deps)
  const texts = await deps.reports.findTexts(narrowed)
  if (texts === null) throw signalNotFound()
  return { ...restoreReport(texts.body, texts.series), stale: isStale }
}

/** The report text as it is sent, with the compressed bytes if available. Imports wait for it. */
export async function readReportText(
  id: string,
  part: SignalPart,
  deps: ReportDependencies,
): Promise<{ text: string; compressed: Buffer | null }> {
  const { stored, isStale } = await deps.documents.aheadOfImports(async () =>
    findShownReport(await narrowSignal(id, part, deps), deps),
  )
  if (isStale) return { text: staleText(stored.body), compressed: null }
  return { text: stored.body, compressed: stored.compressed() }
}
