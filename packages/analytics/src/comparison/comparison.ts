import { bisect, errorFunction } from 'simple-statistics'
import type { ComparedValue } from '@auspex/sdk/types'
import { type HiddenRatioReason, whyRatioIsHidden, z95 } from '../series/interval.ts'
import type { CountedDays } from '../series/momentum.ts'
import { isCovered } from '../changes/count-series.ts'

/** Minimum number of days for a variance between days: two weeks, so that each weekday occurs twice. */
export const minComparedDays = 14

/**
 * The number of lags at which days are taken to be correlated: ⌈1.3 √n⌉ (Lazarus, Lewis, Stock & Watson 2018, JBES 36).
 */
function lagsOf(days: number): number {
  return Math.ceil(1.3 * Math.sqrt(days))
}

/**
 * The variance of a sum of daily contributions when the days are neither identically distributed nor independent:
 * n/(n-1) (Σ eₜ² + 2 Σⱼ (1 - j/L) Σ eₜ eₜ₋ⱼ) over the lags below L (Newey & West 1987, Econometrica 55). Measured
 * coverage: docs/decisions/comparisons.md.
 *
 * `contributions` has one value per calendar day, 0 on days that contribute nothing; `days` is the number of days that
 * do.
 */
function dayVariance(contributions: Float64Array, days: number): number {
  const lags = lagsOf(days)
  const sumOfSquares = product(contributions, 0)
  let tied = 0
  for (let lag = 1; lag < lags; lag++) tied += 2 * (1 - lag / lags) * product(contributions, lag)
  return (days / (days - 1)) * (sumOfSquares + tied)
}

function product(values: Float64Array, lag: number): number {
  let sum = 0
  for (let index = lag; index < values.length; index++) sum += (values[index] ?? 0) * (values[index - lag] ?? 0)
  return sum
}

/**
 * How many standard errors two-sided 95 % bounds extend to either side when the variance is `dayVariance` of this many days. With `comparisons` above
 * 1, that many bounds hold simultaneously (Bonferroni).
 *
 * That variance is itself uncertain, the more so the longer the correlation between days reaches: the normal quantile is stretched as for the share b
 * = L/n (Kiefer & Vogelsang 2005, Econometric Theory 21, table 1, Bartlett's kernel, 97.5 %).
 */
function criticalValue(days: number, comparisons = 1): number {
  const b = Math.min(1, lagsOf(days) / days)
  const stretched = z95 + 2.9694 * b + 0.416 * b ** 2 - 0.5324 * b ** 3
  return comparisons === 1 ? stretched : (stretched / z95) * normalPoint(0.05 / comparisons)
}

/** The quantile beyond which, on both sides, a standard normal value lies with the given probability. */
function normalPoint(chance: number): number {
  return bisect((z: number) => 1 - errorFunction(z * Math.SQRT1_2) - chance, 1, 8, 100, 1e-9)
}

/** Why two series have no ratio. */
export type UnknownRatioReason = 'no-common-day' | 'no-documents'

/** The rate of the first as a multiple of the second's, on the days that are known for both. */
export interface RateRatio {
  ratio: number
  /** 95 % bounds; null with fewer than 14 common days. */
  low: number | null
  high: number | null
  /** Whether 1 lies outside the bounds when all comparisons must hold simultaneously; null without bounds. */
  isDistinct: boolean | null
  firstCount: number
  secondCount: number
  /** Days that are known for both. */
  days: number
}

export interface RateRatioInput {
  /** Both begin on the same day; null means unknown. Without `exposure` each day weighs 1. */
  first: CountedDays
  second: CountedDays
  /** How many such comparisons are made together. */
  comparisons?: number
}

/**
 * The ratio of two rates over the same days, with bounds from each day's contribution.
 *
 * The log ratio moves by eₜ = (aₜ - A Eₜ) / Σa - (bₜ - B Fₜ) / Σb on day t (a, b counts; E, F exposures; A, B rates): its linear terms, as of a ratio
 * estimator (Cochran 1977, Sampling Techniques, §6.4). Their variance over the days (`dayVariance`) is valid whatever distribution the counts have.
 * What moves both (a weekday, a busy source, news about both, documents that match both) cancels in eₜ. One empty side counts as half a document with
 * variance 2 (Haldane & Anscombe).
 */
export function rateRatio({
  first,
  second,
  comparisons = 1,
}: RateRatioInput): RateRatio | { unknown: UnknownRatioReason } {
  const at = commonDays(first, second)
  const days = at.length
  if (days === 0) return { unknown: 'no-common-day' }
  const [a, b] = [sumUp(first, at), sumUp(second, at)]
  if (a.count + b.count === 0) return { unknown: 'no-documents' }
  const counted = { firstCount: a.count, secondCount: b.count, days }
  const logRatio = Math.log(atLeastHalf(a.count) / a.exposure) - Math.log(atLeastHalf(b.count) / b.exposure)
  const ratio = Math.exp(logRatio)
  if (days < minComparedDays) return { ratio, low: null, high: null, isDistinct: null, ...counted }
  const moves = new Float64Array(first.counts.length)
  for (const day of at) moves[day] = moveOf(first, a, day) - moveOf(second, b, day)
  const emptyCorrection = (a.count === 0 ? 2 : 0) + (b.count === 0 ? 2 : 0)
  const error = Math.sqrt(dayVariance(moves, days) + emptyCorrection)
  const half = criticalValue(days) * error
  return {
    ratio,
    low: Math.exp(logRatio - half),
    high: Math.exp(logRatio + half),
    isDistinct: Math.abs(logRatio) > criticalValue(days, comparisons) * error,
    ...counted,
  }
}

interface Total {
  count: number
  exposure: number
}

function commonDays(first: CountedDays, second: CountedDays): number[] {
  const days: number[] = []
  for (let day = 0; day < Math.min(first.counts.length, second.counts.length); day++)
    if (isCovered(first.counts, first.exposure, day) && isCovered(second.counts, second.exposure, day)) days.push(day)
  return days
}

function sumUp({ counts, exposure }: CountedDays, days: readonly number[]): Total {
  const total = { count: 0, exposure: 0 }
  for (const day of days) {
    total.count += counts[day] ?? 0
    total.exposure += exposure?.[day] ?? 1
  }
  return total
}

/** The contribution of a day to the log of a rate. */
function moveOf({ counts, exposure }: CountedDays, total: Total, day: number): number {
  if (total.count === 0) return 0
  return (counts[day] ?? 0) / total.count - (exposure?.[day] ?? 1) / total.exposure
}

function atLeastHalf(count: number): number {
  return count === 0 ? 0.5 : count
}

/** The mean of each day, null where there is none, and its number of values. Both arrays have the same length. */
export interface DailyMeans {
  means: readonly (number | null)[]
  weights: readonly number[]
}

/** A mean, or the difference of two. */
export interface MeanEstimate {
  value: number
  /** 95 % bounds; null when a side has values on fewer than 14 days. */
  low: number | null
  high: number | null
  /** Days that have values; for two sides, the smaller number. */
  days: number
  /** Number of values. */
  n: number
}

/** A difference, and whether 0 lies outside its bounds when all comparisons must hold simultaneously; null without bounds. */
export interface MeanGap extends MeanEstimate {
  isDistinct: boolean | null
}

/**
 * The mean of all values, with bounds from the contribution of each day: values of one day concern the same events, so the days are the sample, not
 * the values (cluster sampling, Cochran 1977, Sampling Techniques, §9A.1). Null without a value.
 */
export function dailyMean(series: DailyMeans): MeanEstimate | null {
  const mean = meanOf(series)
  if (mean === null) return null
  const { value, n, days } = mean
  if (days < minComparedDays) return { value, low: null, high: null, days, n }
  const half = criticalValue(days) * Math.sqrt(dayVariance(movesOf(series, mean), days))
  return { value, low: value - half, high: value + half, days, n }
}

/**
 * The mean of the first minus that of the second over the same days, with bounds from each day's contribution to the difference, so that news that
 * moves both, and documents that are in both, cancel. Null when a side has no value.
 */
export function meanGap({
  first,
  second,
  comparisons = 1,
}: {
  first: DailyMeans
  second: DailyMeans
  comparisons?: number
}): MeanGap | null {
  const [a, b] = [meanOf(first), meanOf(second)]
  if (a === null || b === null) return null
  const value = a.value - b.value
  const [days, n] = [Math.min(a.days, b.days), a.n + b.n]
  if (days < minComparedDays) return { value, low: null, high: null, isDistinct: null, days, n }
  const [moves, others] = [movesOf(first, a), movesOf(second, b)]
  for (let day = 0; day < moves.length; day++) moves[day] = (moves[day] ?? 0) - (others[day] ?? 0)
  const error = Math.sqrt(dayVariance(moves, days))
  const half = criticalValue(days) * error
  const isDistinct = Math.abs(value) > criticalValue(days, comparisons) * error
  return { value, low: value - half, high: value + half, isDistinct, days, n }
}

interface Mean {
  value: number
  n: number
  days: number
}

function meanOf({ means, weights }: DailyMeans): Mean | null {
  let [sum, n, days] = [0, 0, 0]
  means.forEach((mean, day) => {
    const weight = weights[day] ?? 0
    if (mean === null || weight === 0) return
    sum += mean * weight
    n += weight
    days++
  })
  return n === 0 ? null : { value: sum / n, n, days }
}

function movesOf({ means, weights }: DailyMeans, { value, n }: Mean): Float64Array {
  return Float64Array.from(means, (mean, day) => (mean === null ? 0 : ((weights[day] ?? 0) * (mean - value)) / n))
}

const maxValue = 1_000_000_000
const tooFewDays = `Fewer than ${minComparedDays} days are known of both: too few for an interval.`
const hiddenReasons: Readonly<Record<HiddenRatioReason, string>> = {
  'too-few': 'The two have too few documents on these days to state a ratio.',
  'too-wide': 'The days are too few or too uneven to state a ratio.',
}

/** The ratio of two rates as a comparison reports it. `noCommonDay` is the reason if no day is known of both. */
export function compareRates(input: Parameters<typeof rateRatio>[0], noCommonDay: string): ComparedValue {
  const rate = rateRatio(input)
  if ('unknown' in rate)
    return unknownValue(rate.unknown === 'no-documents' ? 'Neither has a document on these days.' : noCommonDay)
  const { ratio: value, low, high, days, isDistinct: distinct } = rate
  const n = rate.firstCount + rate.secondCount
  const hidden = whyRatioIsHidden({ value, low: low ?? value, high: high ?? value, n })
  if (hidden !== null) return { ...unknownValue(hiddenReasons[hidden]), days }
  return { ...roundEstimate({ value, low, high }), days, distinct, reason: low === null ? tooFewDays : null }
}

/** The difference of two means as a comparison reports it. */
export function compareMeans(input: Parameters<typeof meanGap>[0]): ComparedValue {
  const gap = meanGap(input)
  if (gap === null) return unknownValue('One of the two has no document of known tone on these days.')
  const { value, low, high, days, isDistinct: distinct } = gap
  const reason = low === null ? `One of the two has a tone on only ${days} days: too few for an interval.` : null
  return { ...roundEstimate({ value, low, high }), days, distinct, reason }
}

/** The mean tone of some days as a comparison reports it. */
export function meanOfDays(means: DailyMeans): ComparedValue {
  const mean = dailyMean(means)
  if (mean === null) return unknownValue('No document of these days has a known tone.')
  const { value, low, high, days } = mean
  const reason = low === null ? `Only ${days} days have a tone: too few for an interval.` : null
  return { ...roundEstimate({ value, low, high }), days, distinct: null, reason }
}

export function unknownValue(reason: string): ComparedValue {
  return { value: null, low: null, high: null, days: 0, distinct: null, reason }
}

/** Six significant digits, within the bounds of the contract. */
function roundEstimate(estimate: { value: number; low: number | null; high: number | null }) {
  const round = (value: number) => Math.max(-maxValue, Math.min(maxValue, Number(value.toPrecision(6))))
  return {
    value: round(estimate.value),
    low: estimate.low === null ? null : round(estimate.low),
    high: estimate.high === null ? null : round(estimate.high),
  }
}
