/** One-sided 90 % point of the standard normal: the limit in the M4 competition's own test for seasonality. */
const z90 = 1.645

/**
 * The candidate season lengths that a series has, shortest first.
 *
 * A length counts when the autocorrelation of the detrended series at that lag is above 1.645 √((1 + 2 Σ r²) / n), the
 * sum over the shorter lags (Bartlett 1946; the rule of Makridakis, Spiliotis & Assimakopoulos 2020, IJF 36), and at
 * least three seasons are known. Differences are tested, so that a trend does not look like a season.
 */
export function seasonalPeriods(values: Float64Array, candidates: readonly number[]): number[] {
  const changes = toChanges(values)
  return candidates
    .filter((period) => period > 1 && values.length >= 3 * period && isSeasonal(changes, period))
    .toSorted((a, b) => a - b)
}

function toChanges(values: Float64Array): Float64Array {
  const changes = new Float64Array(Math.max(0, values.length - 1))
  for (let index = 0; index < changes.length; index++) changes[index] = (values[index + 1] ?? 0) - (values[index] ?? 0)
  return changes
}

function isSeasonal(changes: Float64Array, period: number): boolean {
  const correlations = autocorrelations(changes, period)
  const shorter = correlations.slice(0, -1).reduce((sum, r) => sum + r * r, 0)
  const limit = z90 * Math.sqrt((1 + 2 * shorter) / changes.length)
  return (correlations.at(-1) ?? 0) > limit
}

/** Autocorrelations at lags 1 to `maxLag`; all 0 for a constant series. */
export function autocorrelations(values: ArrayLike<number>, maxLag: number): number[] {
  const n = values.length
  let mean = 0
  for (let index = 0; index < n; index++) mean += (values[index] ?? 0) / n
  let variance = 0
  for (let index = 0; index < n; index++) variance += ((values[index] ?? 0) - mean) ** 2
  // the rounding errors of a constant series are not variance
  const isFlat = variance <= 1e-20 * n * (1 + mean * mean)
  return Array.from({ length: maxLag }, (_, position) => {
    const lag = position + 1
    let sum = 0
    for (let index = lag; index < n; index++) sum += ((values[index] ?? 0) - mean) * ((values[index - lag] ?? 0) - mean)
    return isFlat ? 0 : sum / variance
  })
}
