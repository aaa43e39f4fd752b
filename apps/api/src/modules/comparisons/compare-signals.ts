import { addDays, daysBetween } from '@auspex/analytics'
import type { ComparedSignal, ComparisonBasis, SignalComparison } from '@auspex/sdk/types'
import type { Signals } from '../signals/index.ts'
import { alignReports, type AlignedSignal, type Calendar } from './common-days.ts'
import { daysReversed, mostSignals, referenceNotCompared, tooFewSignals, tooManySignals } from './comparisons.errors.ts'
import { cutSpan, differenceOf, type Span, toneOf, wholeToneOf } from './signal-differences.ts'

export interface CompareInput {
  /** Ids, parted by commas. */
  ids: string
  basis?: ComparisonBasis
  reference?: string
  from?: string
  to?: string
}

const method =
  'Ratio of rates and difference of means over the days known of both, linearised day by day, variance of days that hang together (Newey & West 1987), bounds for an uncertain variance (Kiefer & Vogelsang 2005)'
const limits =
  'The ratios are of these days and of what the sources hold, and say nothing of other days; one event can carry a ratio. Words mean more than one thing: a wider term finds more. Tone is read from words, so topics differ in tone also by their vocabulary.'

/**
 * Puts signals on one scale and compares each with the reference. Throws `comparisons.*` for what cannot be compared and
 * `signals.not_found`.
 */
export async function compareSignals(
  { ids, basis = 'documents', reference, from, to }: CompareInput,
  { signals }: { signals: Pick<Signals, 'readReport'> },
): Promise<SignalComparison> {
  const named = [...new Set(ids.split(','))]
  if (named.length > mostSignals) throw tooManySignals()
  if (named.length < 2) throw tooFewSignals()
  const referenceId = reference ?? named[0] ?? ''
  if (!named.includes(referenceId)) throw referenceNotCompared()
  if (from !== undefined && to !== undefined && to < from) throw daysReversed()
  const reports = await Promise.all(named.map((id) => signals.readReport(id)))
  const { calendar, signals: aligned } = alignReports(reports)
  const span = toSpan(calendar, { from, to })
  const base = aligned.find(({ report }) => report.signalId === referenceId)
  const others = aligned.filter((one) => one !== base)
  return {
    basis,
    ...calendar,
    from: addDays(calendar.firstDay, span.start),
    to: addDays(calendar.firstDay, Math.max(span.start, span.end - 1)),
    referenceId,
    provenance: reports.every(({ provenance }) => provenance === 'demo') ? 'demo' : 'real',
    stale: reports.some(({ stale }) => stale),
    signals: aligned.map((one) => present(one, { basis, calendar, span })),
    differences:
      base === undefined
        ? []
        : others.map((one) => differenceOf({ one, reference: base, comparisons: others.length }, span)),
    method,
    limits,
  }
}

/** Where the chosen days lie on the calendar; days beyond its ends are left out. */
function toSpan({ firstDay, lastDay }: Calendar, { from, to }: Pick<CompareInput, 'from' | 'to'>): Span {
  const length = daysBetween(firstDay, lastDay) + 1
  const start = from === undefined ? 0 : Math.min(length - 1, Math.max(0, daysBetween(firstDay, from)))
  const end = to === undefined ? length : Math.max(start, Math.min(length, daysBetween(firstDay, to) + 1))
  return { start, end }
}

function present(
  signal: AlignedSignal,
  { basis, calendar, span }: { basis: ComparisonBasis; calendar: Calendar; span: Span },
): ComparedSignal {
  const { report, series } = signal
  const shares = cutSpan(series.share, span)
  const matched = sumOf(shares.counts)
  const all = sumOf(shares.exposure.filter((_, day) => shares.counts[day] != null))
  const documents = cutSpan(series.documents, span).counts
  return {
    signalId: report.signalId,
    query: report.query,
    values: [...series[basis].counts],
    exposures: series[basis].exposure.map((exposure) => exposure ?? 0),
    knownDays: documents.filter((count) => count !== null).length,
    documents: documentsOf(signal, calendar, span),
    storyDays: sumWhole(cutSpan(series.stories, span).counts, documents),
    outletDays: sumWhole(cutSpan(series.outlets, span).counts, documents),
    share: matched === null || all === null || all === 0 ? null : matched / all,
    tone: isWhole(signal.report, calendar, span) ? wholeToneOf(signal, span) : toneOf(signal, span),
  }
}

/** Whether all days of the report are among the chosen ones. */
function isWhole(report: AlignedSignal['report'], { firstDay }: Calendar, { start, end }: Span): boolean {
  return addDays(firstDay, start) <= report.firstDay && addDays(firstDay, end) > report.lastDay
}

/** All documents of the days, those of days that nothing covers too: the number that the report says and the list opens. */
function documentsOf({ report }: AlignedSignal, { firstDay }: Calendar, { start, end }: Span): number {
  const [from, to] = [addDays(firstDay, start), addDays(firstDay, end)]
  return report.volume.days.reduce((sum, { day, documents }) => sum + (day >= from && day < to ? documents : 0), 0)
}

/** Null when nothing is known. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** Null when a day that has documents cannot tell this number of it. */
function sumWhole(values: readonly (number | null)[], documents: readonly (number | null)[]): number | null {
  return values.some((value, day) => value === null && documents[day] != null) ? null : (sumOf(values) ?? 0)
}
