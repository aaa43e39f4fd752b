/**
 * Marks the p values that are discoveries when at most `rate` of the discoveries may be false: Benjamini & Hochberg (1995), JRSS B 57. Results are in
 * the order of the input. `tests` is the number of tests made, when only the smallest p values are passed; at least the number of p values.
 */
export function isDiscovery(pValues: readonly number[], rate: number, tests = pValues.length): boolean[] {
  const ranked = pValues.toSorted((a, b) => a - b)
  const last = ranked.findLastIndex((p, index) => p <= (rate * (index + 1)) / Math.max(tests, ranked.length))
  const limit = last === -1 ? -1 : (ranked[last] ?? -1)
  return pValues.map((p) => p <= limit)
}

/**
 * Probability that the best cut of `length` noise values reaches this gain (twice a log-likelihood ratio of one parameter), excluding cuts within
 * `margin` of the ends. Csörgő & Horváth (1997), Limit Theorems in Change-Point Analysis, eq. 1.3.26.
 */
export function scanPValue(gain: number, { length, margin }: { length: number; margin: number }): number {
  const x = Math.sqrt(Math.max(0, gain))
  if (x < 1.5) return 1
  const edge = Math.min(0.49, margin / length)
  const spread = 2 * Math.log((1 - edge) / edge)
  const density = (x * Math.exp(-gain / 2)) / Math.sqrt(2 * Math.PI)
  return Math.min(1, density * ((1 - 1 / gain) * spread + 4 / gain))
}
