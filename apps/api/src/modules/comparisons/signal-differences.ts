import {
  type CountedDays,
  type DailyMeans,
  dailyMean,
  leastComparedDays,
  meanGap,
  rateRatio,
  untoldReason,
  type UntoldRatioReason,
} from '@auspex/analytics'
import type { ComparedValue, ComparisonBasis, SignalDifference } from '@auspex/sdk/types'
import type { AlignedSignal } from './common-days.ts'

/** The days [start, end) of the calendar that the figures are of. */
export interface Span {
  start: number
  end: number
}

const limit = 1_000_000_000
const tooFewDays = `Fewer than ${leastComparedDays} days are known of both: too few for an interval.`

const untoldReasons: Record<UntoldRatioReason, string> = {
  'too-few': 'The two have too few documents on these days to tell how many times as many.',
  'too-wide': 'The days are too few or too uneven to tell how many times as many.',
}
const sampleReason = 'No day is counted for both: a sample of documents cannot tell stories and outlets.'
const noCommonDay: Record<ComparisonBasis, string> = {
  documents: 'No day is known of both.',
  stories: sampleReason,
  outlets: sampleReason,
  share: 'No day has a known total of complete sources for both.',
}

/** How a signal differs from the reference over the chosen days, on those that both are known on. */
export function differenceOf(
  { one, reference, comparisons }: { one: AlignedSignal; reference: AlignedSignal; comparisons: number },
  span: Span,
): SignalDifference {
  const ratio = (basis: ComparisonBasis) =>
    ratioOf(
      { first: cutSpan(one.series[basis], span), second: cutSpan(reference.series[basis], span), comparisons },
      basis,
    )
  return {
    signalId: one.report.signalId,
    referenceId: reference.report.signalId,
    documents: ratio('documents'),
    stories: ratio('stories'),
    outlets: ratio('outlets'),
    share: ratio('share'),
    tone: gapOf({ first: cutMeans(one.tone, span), second: cutMeans(reference.tone, span), comparisons }),
  }
}

/** The mean tone of a signal over the chosen days. */
export function toneOf({ tone }: AlignedSignal, span: Span): ComparedValue {
  const mean = dailyMean(cutMeans(tone, span))
  if (mean === null) return unknown('No document of these days has a known tone.')
  const { value, low, high, days } = mean
  const reason = low === null ? `Only ${days} days have a tone: too few for an interval.` : null
  return { ...roundEstimate({ value, low, high }), days, distinct: null, reason }
}

/** The mean tone of all days is the one that the report says, with its interval. */
export function wholeToneOf({ report, tone }: AlignedSignal, span: Span): ComparedValue {
  const { mean } = report.tone
  const { weights } = cutMeans(tone, span)
  if (mean === null) return unknown('Too few stories have a clear tone.')
  const { value, low, high } = mean
  return { value, low, high, days: weights.filter((weight) => weight > 0).length, distinct: null, reason: null }
}

/** The part of a series that the figures are of. */
export function cutSpan({ counts, exposure }: Required<CountedDays>, { start, end }: Span): Required<CountedDays> {
  return { counts: counts.slice(start, end), exposure: exposure.slice(start, end) }
}

function ratioOf(input: Parameters<typeof rateRatio>[0], basis: ComparisonBasis): ComparedValue {
  const rate = rateRatio(input)
  if ('unknown' in rate)
    return unknown(rate.unknown === 'no-documents' ? 'Neither has a document on these days.' : noCommonDay[basis])
  const { ratio: value, low, high, days, isDistinct: distinct } = rate
  const n = rate.firstCount + rate.secondCount
  const untold = untoldReason({ value, low: low ?? value, high: high ?? value, n })
  if (untold !== null) return { ...unknown(untoldReasons[untold]), days }
  return { ...roundEstimate({ value, low, high }), days, distinct, reason: low === null ? tooFewDays : null }
}

function gapOf(input: Parameters<typeof meanGap>[0]): ComparedValue {
  const gap = meanGap(input)
  if (gap === null) return unknown('One of the two has no document of known tone on these days.')
  const { value, low, high, days, isDistinct: distinct } = gap
  const reason = low === null ? `One of the two has a tone on only ${days} days: too few for an interval.` : null
  return { ...roundEstimate({ value, low, high }), days, distinct, reason }
}

function cutMeans({ means, weights }: DailyMeans, { start, end }: Span): DailyMeans {
  return { means: means.slice(start, end), weights: weights.slice(start, end) }
}

function unknown(reason: string): ComparedValue {
  return { value: null, low: null, high: null, days: 0, distinct: null, reason }
}

/** Six significant digits, within what the contract holds. */
function roundEstimate(estimate: { value: number; low: number | null; high: number | null }) {
  const round = (value: number) => Math.max(-limit, Math.min(limit, Number(value.toPrecision(6))))
  return {
    value: round(estimate.value),
    low: estimate.low === null ? null : round(estimate.low),
    high: estimate.high === null ? null : round(estimate.high),
  }
}
