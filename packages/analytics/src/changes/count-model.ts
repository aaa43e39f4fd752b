import { gammaln } from 'simple-statistics'
import { type CountSeries, countOf, exposureOf } from './count-series.ts'

/** How counts scatter around their level. */
export interface Scatter {
  /**
   * Negative binomial days whose size grows with their exposure E: variance = mean (1 + spread * mean / E), so that sums of
   * days are negative binomial too. 0 is Poisson.
   */
  spread: number
  /** The factor by which correlation between days widens the variance of a sum; 1 when they are independent. */
  tie: number
}

/** The count of a run of days. */
export interface ObservedCount {
  count: number
  /** The count expected from the level of other days. */
  expected: number
  exposure: number
}

/** Below this product of spread and level, days are treated as Poisson: the other formulas lose precision. */
const minSpread = 1e-6

/**
 * Twice the negative log-likelihood of the days [from, to) at their own level, up to a constant that does not depend on the segmentation: negative
 * binomial with known spread, Poisson for 0.
 */
export function segmentCost(series: CountSeries, spread: number, from: number, to: number): number {
  const count = countOf(series, from, to)
  if (count === 0) return 0
  const exposure = exposureOf(series, from, to)
  const level = count / exposure
  const wide = spread * level
  const scattered = wide < minSpread ? count : (count + exposure / spread) * Math.log1p(wide)
  return 2 * (scattered - count * Math.log(level))
}

/** Twice the log-likelihood ratio of a change at `middle`. */
export function splitGain(series: CountSeries, spread: number, [from, middle, to]: [number, number, number]): number {
  return (
    segmentCost(series, spread, from, to) -
    segmentCost(series, spread, from, middle) -
    segmentCost(series, spread, middle, to)
  )
}

/**
 * Log of the probability of at least this count: 0 up to the mean; above it the tail is bounded by a geometric series, which is within a few percent
 * where it is small.
 */
export function logUpperTail({ spread, tie }: Scatter, { count, expected, exposure }: ObservedCount): number {
  if (count <= expected || expected <= 0) return 0
  const wide = (spread * tie * expected) / exposure
  if (wide < minSpread) {
    const term = count * Math.log(expected) - expected - gammaln(count + 1)
    return Math.min(0, term - Math.log1p(-expected / (count + 1)))
  }
  const size = expected / wide
  const chance = wide / (1 + wide)
  const term =
    gammaln(count + size) - gammaln(size) - gammaln(count + 1) + count * Math.log(chance) - size * Math.log1p(wide)
  return Math.min(0, term - Math.log1p(-((count + size) / (count + 1)) * chance))
}

/** Log of the probability of no document at all where some were expected. */
export function logSilence({ spread, tie }: Scatter, { expected, exposure }: Omit<ObservedCount, 'count'>): number {
  const wide = (spread * tie * expected) / exposure
  return wide < minSpread ? -expected : (-expected / wide) * Math.log1p(wide)
}

/** Variance of the log of a level that was estimated from `count` documents. */
export function logVariance({ spread, tie }: Scatter, { count, exposure }: Omit<ObservedCount, 'expected'>): number {
  return tie * (1 / Math.max(count, 0.5) + spread / exposure)
}
