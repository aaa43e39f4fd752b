import { setTimeout } from 'node:timers/promises'
import type { DocumentCount, SignalReport } from '@auspex/sdk/types'
import { OutageError } from '../../kernel/errors.ts'
import type { createSharedWork } from '../../kernel/shared-work.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { narrowSignal, resolveFilter, type SignalDependencies } from './find-signal.ts'
import { dayOf, type MeasureDependencies, measureReport, searchedIds } from './measure-report.ts'
import { type CanonicalQuery, restoreSignalQuery, type SignalPart } from './signal-query.ts'
import type { DailyReport } from './report/daily-series.ts'
import { estimateReport, type KeptEstimates } from './estimate-report.ts'
import type { SentReport, SignalRepository, StoredReport } from './signal.repository.ts'
import { signalNotFound } from './signals.errors.ts'
import { restoreReport } from './stored-series.ts'
import { staleText } from './stored-text.ts'
import { toWritten } from './written-report.ts'

export interface ReportDependencies extends SignalDependencies, MeasureDependencies {
  signals: Pick<
    SignalRepository,
    'find' | 'save' | 'savePart' | 'markOpened' | 'saveReport' | 'replaceReport' | 'findTexts' | 'findWithReport'
  >
  documents: SignalDependencies['documents'] &
    MeasureDependencies['documents'] &
    Pick<DocumentsModule, 'aheadOfImports' | 'findAnswering'>
  /** Callers who ask for the same report at the same time share one measurement. */
  shareMeasurement: ReturnType<typeof createSharedWork<SentReport>>
  /** How much there is of the signals that are being measured, by their ids. */
  countsUnderWay: Map<string, CountUnderWay>
  /** Reports over a part of the library, of this minute. */
  estimates: KeptEstimates
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

interface FoundReport {
  stored: SentReport
  /** Whether the library has moved on since. */
  isStale: boolean
}

/** A signal with its stored report while that is good; null when it is to be measured anew. */
interface GoodReport {
  query: CanonicalQuery
  good: SentReport | null
  revision: number
}

/** The stored report while it is good, a new one otherwise: always of all documents. Throws `signals.not_found`. */
export async function findReport(id: string, deps: ReportDependencies): Promise<FoundReport> {
  const { good, query, revision } = await findGood(id, deps)
  if (good !== null) return { stored: good, isStale: good.libraryRevision !== revision }
  return { stored: await measureSignal(query, deps), isStale: false }
}

/** Throws `signals.not_found`. */
async function findGood(id: string, deps: ReportDependencies): Promise<GoodReport> {
  const found = await deps.signals.findWithReport(id)
  if (found === null) throw signalNotFound()
  const { report, revision, hasNewDocuments, echo, partOpenedAt } = found
  const now = deps.clock.now()
  if (partOpenedAt !== null && now.getTime() - partOpenedAt.getTime() >= markEveryMs)
    await deps.signals.markOpened(id, now)
  const isGood = report !== null && !(await isOld(report, { revision, hasNewDocuments }, deps))
  return { query: restoreSignalQuery(echo), good: isGood ? report : null, revision }
}

/**
 * As `findReport`, for whoever is shown how much a report stands for: while a shard of the library is away, the last report of all documents is
 * sent, as stale, and where there is none an estimate over the other shards, which says how many answered. Throws `signals.not_found`.
 */
async function findShownReport(id: string, deps: ReportDependencies): Promise<FoundReport> {
  const found = await findGood(id, deps)
  return (await findAtHand(found, deps)) ?? measureOrEstimate(found, deps)
}

/** The report without measuring: the stored one, or an estimate of this minute. */
async function findAtHand(
  { query, good, revision }: GoodReport,
  deps: ReportDependencies,
): Promise<FoundReport | null> {
  if (good !== null) return { stored: good, isStale: good.libraryRevision !== revision }
  const after = new Date(deps.clock.now().getTime() - staleMs)
  const estimate = deps.estimates.find(query.signalId, { revision, provenance: await deps.provenance(), after })
  return estimate === null ? null : { stored: estimate, isStale: false }
}

async function measureOrEstimate({ query }: GoodReport, deps: ReportDependencies): Promise<FoundReport> {
  try {
    return { stored: await measureSignal(query, deps), isStale: false }
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const found = await deps.signals.findWithReport(query.signalId)
    const provenance = await deps.provenance()
    if (found?.report?.provenance === provenance) return { stored: found.report, isStale: true }
    const estimate = await estimateReport(query, deps)
    // every shard answers again
    return { stored: estimate ?? (await measureSignal(query, deps)), isStale: false }
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof OutageError && error.code === 'documents.unreachable'
}

/** How much a search found. */
export interface SearchedDocuments {
  documents: number
  /** False while a shard of the library is away: the number is that of the report that is shown meanwhile. */
  isCounted: boolean
}

/** Documents of a report that is read for a search, which goes on to what is shown while a shard is away. */
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

/** How much there is, as the report says it; of one that is being measured, as soon as it is counted. Throws `signals.not_found`. */
export async function readCount(id: string, deps: ReportDependencies): Promise<DocumentCount> {
  return deps.documents.aheadOfImports(async () => {
    const found = await findGood(id, deps)
    const atHand = await findAtHand(found, deps)
    if (atHand !== null) return countIn(atHand.stored)
    const measuring = measureOrEstimate(found, deps)
    measuring.catch(() => {}) // met below where its count fails with it
    const underWay = deps.countsUnderWay.get(id)
    if (underWay !== undefined) {
      underWay.isAwaited = true
      const count = await underWay.count.catch(() => null)
      if (count !== null) return count
    }
    return countIn((await measuring).stored)
  })
}

function countIn({ body }: Pick<StoredReport, 'body'>): DocumentCount {
  const { signalId, counts, firstDay, lastDay } = JSON.parse(body) as SignalReport // this module wrote it
  return { signalId, counts, firstDay, lastDay }
}

async function isOld(
  report: StoredReport,
  { revision, hasNewDocuments }: { revision: number; hasNewDocuments: boolean },
  deps: Pick<ReportDependencies, 'provenance' | 'clock' | 'library'>,
): Promise<boolean> {
  if (await isOfLibrary(report, revision, deps)) return false
  // who waits for the sources is shown what each of them brings
  if (hasNewDocuments) return true
  if (await hasEndedDay(report, revision, deps)) return true
  if (report.provenance !== (await deps.provenance())) return true
  return deps.clock.now().getTime() - report.computedAt.getTime() >= staleMs
}

/** Whether a new measurement of the documents would say the same. */
async function isOfLibrary(
  report: StoredReport,
  revision: number,
  deps: Pick<ReportDependencies, 'provenance' | 'clock' | 'library'>,
): Promise<boolean> {
  return (
    report.isSettled &&
    report.libraryRevision === revision &&
    report.provenance === (await deps.provenance()) &&
    !(await hasEndedDay(report, revision, deps))
  )
}

/** Whether a day with documents has ended since: it is covered now, and was not when the report was measured. */
async function hasEndedDay(
  { computedAt }: StoredReport,
  revision: number,
  { library, clock }: Pick<ReportDependencies, 'clock' | 'library'>,
): Promise<boolean> {
  const [measuredOn, today] = [dayOf(computedAt), dayOf(clock.now())]
  return measuredOn < today && (await library.at(revision, today)).newestDay >= measuredOn
}

/** The whole report by day, or that of a part, read from its texts. Throws `signals.not_found`. */
export async function readReport(id: string, part: SignalPart, deps: ReportDependencies): Promise<DailyReport> {
  const narrowed = await narrowSignal(id, part, deps)
  const { isStale } = await findReport(narrowed, deps)
  const texts = await deps.signals.findTexts(narrowed)
  if (texts === null) throw signalNotFound()
  return { ...restoreReport(texts.body, texts.series), stale: isStale }
}

/** As it is shown: the text that is sent, and the same compressed where that is at hand. Imports wait for it. */
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
