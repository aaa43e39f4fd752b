import { criticalValue } from './critical-value.ts'
import { dayVariance, leastDays } from './day-variance.ts'

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
  if (days < leastDays) return { value, low: null, high: null, days, n }
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
  if (days < leastDays) return { value, low: null, high: null, isDistinct: null, days, n }
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
