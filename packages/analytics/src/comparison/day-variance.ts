/** Minimum number of days for a variance between days: two weeks, so that each weekday occurs twice. */
export const leastDays = 14

/**
 * The number of lags at which days are taken to be correlated: ⌈1.3 √n⌉ (Lazarus, Lewis, Stock & Watson 2018, JBES 36).
 */
export function lagsOf(days: number): number {
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
export function dayVariance(contributions: Float64Array, days: number): number {
  const lags = lagsOf(days)
  const alone = product(contributions, 0)
  let tied = 0
  for (let lag = 1; lag < lags; lag++) tied += 2 * (1 - lag / lags) * product(contributions, lag)
  return (days / (days - 1)) * (alone + tied)
}

function product(values: Float64Array, lag: number): number {
  let sum = 0
  for (let at = lag; at < values.length; at++) sum += (values[at] ?? 0) * (values[at - lag] ?? 0)
  return sum
}
