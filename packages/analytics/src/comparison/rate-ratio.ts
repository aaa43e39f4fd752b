import type { CountedDays } from '../series/window-rate.ts'
import { isCovered } from '../changes/count-series.ts'
import { criticalValue } from './critical-value.ts'
import { dayVariance, leastDays } from './day-variance.ts'

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
  if (days < leastDays) return { ratio, low: null, high: null, isDistinct: null, ...counted }
  const moves = new Float64Array(first.counts.length)
  for (const day of at) moves[day] = moveOf(first, a, day) - moveOf(second, b, day)
  const empty = (a.count === 0 ? 2 : 0) + (b.count === 0 ? 2 : 0)
  const error = Math.sqrt(dayVariance(moves, days) + empty)
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
