import type {
  ComparedSignal,
  ComparedValue,
  ComparisonBasis,
  SignalComparison,
  SignalDifference,
} from '@auspex/sdk/types'
import { addDays } from '@auspex/contract/days'
import type { DailyReport } from '../report/daily-report.ts'
import { daysBetween } from '../series/daily-series.ts'
import type { CountedDays } from '../series/momentum.ts'
import { alignReports, type AlignedSignal, type Calendar } from './align-reports.ts'
import { compareMeans, compareRates, type DailyMeans, meanOfDays, unknownValue } from './comparison.ts'
import { claimNumber, plainNumber } from '../claims/render-number.ts'
import { capitalize, formatMonth, joinWithAnd } from '../claims/sentence-words.ts'

const sampleReason = 'No day is counted for both: a sample of documents cannot show pieces and outlets.'

const noCommonDay: Record<ComparisonBasis, string> = {
  documents: 'No day is known of both.',
  stories: sampleReason,
  outlets: sampleReason,
  share: 'No day has a known total of complete sources for both.',
}

const method =
  'Ratio of rates and difference of means over the days known of both, linearised day by day, variance of days that hang together (Newey & West 1987), bounds for an uncertain variance (Kiefer & Vogelsang 2005)'
const limits =
  'The ratios apply to these days and to the documents of the sources, not to other days; one event can dominate a ratio. Words mean more than one thing: a wider term finds more. Tone is read from words, so topics differ in tone also by their vocabulary.'

export interface ComparisonOptions extends ComparedDays {
  basis: ComparisonBasis
  /** The id of the report that the others are compared with. */
  referenceId: string
  /** The words for a query, with the names of its sources. */
  describeQuery: (query: DailyReport['query']) => string
}

/** Puts reports on one scale, day by day, and compares each with the reference over the chosen days. */
export function compareReports(
  reports: readonly DailyReport[],
  { basis, referenceId, from, to, describeQuery }: ComparisonOptions,
): SignalComparison {
  const { calendar, signals: aligned } = alignReports(reports)
  const span = toSpan(calendar, { from, to })
  const base = aligned.find(({ report }) => report.signalId === referenceId)
  const others = aligned.filter((one) => one !== base)
  const differences =
    base === undefined
      ? []
      : others.map((signal) => compareWithReference({ signal, reference: base, comparisons: others.length }, span))
  const days = Array.from({ length: span.end - span.start }, (_, at) => addDays(calendar.firstDay, span.start + at))
  return {
    basis,
    ...calendar,
    from: addDays(calendar.firstDay, span.start),
    to: addDays(calendar.firstDay, Math.max(span.start, span.end - 1)),
    referenceId,
    provenance: reports.every(({ provenance }) => provenance === 'demo') ? 'demo' : 'real',
    stale: reports.some(({ stale }) => stale),
    signals: aligned.map((one) => present(one, { basis, calendar, span })),
    differences,
    finding:
      base === undefined
        ? null
        : writeFinding({
            reference: base,
            others,
            differences,
            basis,
            days,
            start: span.start,
            nameOf: ({ report }) => describeQuery(report.query),
          }),
    method,
    limits,
  }
}

interface ComparedDays {
  from?: string | undefined
  to?: string | undefined
}

/** Where the selected days lie on the calendar, clipped to its ends. */
function toSpan({ firstDay, lastDay }: Calendar, { from, to }: ComparedDays): Span {
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
  const matched = sumKnown(shares.counts)
  const all = sumKnown(shares.exposure.filter((_, day) => shares.counts[day] != null))
  const documents = cutSpan(series.documents, span).counts
  return {
    signalId: report.signalId,
    query: report.query,
    values: [...series[basis].counts],
    exposures: series[basis].exposure.map((exposure) => exposure ?? 0),
    knownDays: documents.filter((count) => count !== null).length,
    documents: sumDocuments(signal, calendar, span),
    storyDays: sumWhole(cutSpan(series.stories, span).counts, documents),
    outletDays: sumWhole(cutSpan(series.outlets, span).counts, documents),
    share: matched === null || all === null || all === 0 ? null : matched / all,
    tone: isWhole(signal.report, calendar, span)
      ? meanToneOfReport(signal, span)
      : meanOfDays(cutMeans(signal.tone, span)),
  }
}

/** Whether all days of the report are selected. */
function isWhole(report: AlignedSignal['report'], { firstDay }: Calendar, { start, end }: Span): boolean {
  return addDays(firstDay, start) <= report.firstDay && addDays(firstDay, end) > report.lastDay
}

/** All documents of the days, including uncovered days: the same number as in the report and in the list that it opens. */
function sumDocuments({ report }: AlignedSignal, { firstDay }: Calendar, { start, end }: Span): number {
  const [from, to] = [addDays(firstDay, start), addDays(firstDay, end)]
  return report.volume.days.reduce((sum, { day, documents }) => sum + (day >= from && day < to ? documents : 0), 0)
}

/** Null when no value is known. */
function sumKnown(values: readonly (number | null)[]): number | null {
  const knownValues = values.filter((value) => value !== null)
  return knownValues.length === 0 ? null : knownValues.reduce((sum, value) => sum + value, 0)
}

/** Null when this value is unknown on a day that has documents. */
function sumWhole(values: readonly (number | null)[], documents: readonly (number | null)[]): number | null {
  return values.some((value, day) => value === null && documents[day] != null) ? null : (sumKnown(values) ?? 0)
}

/** The days [start, end) of the calendar that the figures cover. */
interface Span {
  start: number
  end: number
}

/** How a signal differs from the reference over the selected days, counting only days known for both. */
export function compareWithReference(
  { signal, reference, comparisons }: { signal: AlignedSignal; reference: AlignedSignal; comparisons: number },
  span: Span,
): SignalDifference {
  const ratio = (basis: ComparisonBasis) =>
    compareRates(
      { first: cutSpan(signal.series[basis], span), second: cutSpan(reference.series[basis], span), comparisons },
      noCommonDay[basis],
    )
  return {
    signalId: signal.report.signalId,
    referenceId: reference.report.signalId,
    documents: ratio('documents'),
    stories: ratio('stories'),
    outlets: ratio('outlets'),
    share: ratio('share'),
    tone: compareMeans({ first: cutMeans(signal.tone, span), second: cutMeans(reference.tone, span), comparisons }),
  }
}

/** For all days, the mean tone in the report, with its interval. */
function meanToneOfReport({ report, tone }: AlignedSignal, span: Span): ComparedValue {
  const { mean } = report.tone
  const { weights } = cutMeans(tone, span)
  if (mean === null) return unknownValue('Too few pieces have a clear tone.')
  const { value, low, high } = mean
  return { value, low, high, days: weights.filter((weight) => weight > 0).length, distinct: null, reason: null }
}

/** The part of a series that the figures cover. */
function cutSpan({ counts, exposure }: Required<CountedDays>, { start, end }: Span): Required<CountedDays> {
  return { counts: counts.slice(start, end), exposure: exposure.slice(start, end) }
}

function cutMeans({ means, weights }: DailyMeans, { start, end }: Span): DailyMeans {
  return { means: means.slice(start, end), weights: weights.slice(start, end) }
}

/** A month in which both have fewer documents tells nothing of who is ahead. */
const minMonthDocuments = 10
/** More months are counted, not named. */
const maxMonthsNamed = 2

interface FindingInput {
  reference: AlignedSignal
  others: readonly AlignedSignal[]
  differences: readonly SignalDifference[]
  basis: ComparisonBasis
  /** The days that are compared, oldest first, and the position of the first on the calendar. */
  days: readonly string[]
  start: number
  /** What a signal is about, in words. */
  nameOf: (signal: AlignedSignal) => string
}

/**
 * What a comparison shows, as the title of its chart: who drew more attention and how many times, and for two signals the months in which it was the
 * other way round. Null where the days do not tell.
 */
function writeFinding({ reference, others, differences, basis, days, start, nameOf }: FindingInput): string | null {
  const [other] = others
  const [difference] = differences
  if (other === undefined || difference === undefined) return null
  if (others.length > 1) {
    const leads = differences.every(
      ({ [basis]: { value, distinct } }) => distinct === true && value !== null && value < 1,
    )
    return leads
      ? `${capitalize(nameOf(reference))} drew clearly more attention than ${joinWithAnd(others.map(nameOf))}`
      : null
  }
  const { value, low, high, distinct } = difference[basis]
  if (value === null || value === 0 || distinct === null) return null
  const isAhead = value > 1
  const [first, second] = isAhead ? [other, reference] : [reference, other]
  const [winner, loser] = [nameOf(first), nameOf(second)]
  const bounds =
    low === null || high === null
      ? { low: null, high: null }
      : isAhead
        ? { low, high }
        : { low: 1 / high, high: low > 0 ? 1 / low : null }
  const lead = describeLead({ winner, loser, value: isAhead ? value : 1 / value, ...bounds, distinct })
  if (!distinct) return lead
  const reversed = monthsAhead(second, first, { basis, days, start })
  const named = reversed.slice(0, maxMonthsNamed).map((month) => formatMonth(month))
  const months = reversed.length <= maxMonthsNamed ? joinWithAnd(named) : `${reversed.length} months`
  const exception = reversed.length === 0 ? '' : `, but less in ${months}`
  return `${lead}${exception}`
}

/** A ratio below it is about the same, where chance may explain it. */
const nearlyEqual = 1.1

/** How many times as much attention the winner drew; where chance may explain it, between what that may lie. */
export function describeLead({
  winner,
  loser,
  distinct,
  ...ratio
}: {
  winner: string
  loser: string
  value: number
  low: number | null
  high: number | null
  distinct: boolean
}): string {
  if (!distinct && ratio.value < nearlyEqual) return `${capitalize(winner)} and ${loser} drew about the same attention`
  const number = { ...ratio, unit: 'ratio', n: null } as const
  return distinct
    ? `${capitalize(winner)} drew ${plainNumber(number).text} as much attention as ${loser}`
    : `${capitalize(winner)} drew ${claimNumber(number).text} as much attention as ${loser}, a difference that chance may explain`
}

/** The months in which one signal has the higher rate, over the days known of both. */
function monthsAhead(
  one: AlignedSignal,
  other: AlignedSignal,
  { basis, days, start }: Pick<FindingInput, 'basis' | 'days' | 'start'>,
): string[] {
  const months = new Map<string, { one: number; other: number; oneOf: number; otherOf: number }>()
  days.forEach((day, at) => {
    const place = start + at
    const [a, b] = [one.series[basis].counts[place] ?? null, other.series[basis].counts[place] ?? null]
    if (a === null || b === null) return
    const month = `${day.slice(0, 7)}-01`
    const sum = months.get(month) ?? { one: 0, other: 0, oneOf: 0, otherOf: 0 }
    months.set(month, sum)
    sum.one += a
    sum.other += b
    sum.oneOf += one.series[basis].exposure[place] ?? 0
    sum.otherOf += other.series[basis].exposure[place] ?? 0
  })
  return [...months].flatMap(([month, sum]) =>
    sum.one + sum.other >= minMonthDocuments && sum.one * sum.otherOf > sum.other * sum.oneOf ? [month] : [],
  )
}
