/** Bounds of a 95 % confidence interval, in the unit of the bounded value. */
export interface Interval {
  low: number
  high: number
}

/**
 * The 97.5 % point of the standard normal distribution, for two-sided 95 % bounds. A constant because `simple-statistics` returns 1.9572, 0.1 % too
 * low (its inverse error function is an approximation).
 */
export const z95 = 1.959964

/**
 * Bounds of a share: `successes` of `n`, both whole numbers ≥ 0. Null when n is 0. Wilson (1927), Probable inference, JASA 22: stays within [0, 1]
 * and is valid for few observations.
 */
export function wilsonInterval(successes: number, n: number): Interval | null {
  if (n <= 0) return null
  const share = successes / n
  const z2 = z95 ** 2
  const center = (share + z2 / (2 * n)) / (1 + z2 / n)
  const half = (z95 / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))
  // At the ends the formula is exact, but its floating point is not.
  return {
    low: successes === 0 ? 0 : Math.max(0, center - half),
    high: successes === n ? 1 : Math.min(1, center + half),
  }
}

/** Sums that determine a mean and its spread. */
export interface Sums {
  n: number
  sum: number
  sumSquares: number
}

/**
 * A mean with normal bounds (mean ± 1.96 s/√n, s with n - 1). Null when n is 0; bounds are null for one value. For values that are skewed, or fewer
 * than about 30, the bounds are only a rough guide.
 */
export function meanInterval({ n, sum, sumSquares }: Sums): { mean: number; interval: Interval | null } | null {
  if (n <= 0) return null
  const mean = sum / n
  if (n < 2) return { mean, interval: null }
  const half = z95 * Math.sqrt(varianceOf({ n, sum, sumSquares }) / n)
  return { mean, interval: { low: mean - half, high: mean + half } }
}

/** The difference of two means with normal bounds, for unequal variances (Welch 1947, Biometrika 34). Null when a side has fewer than two values. */
export function meanDifference(some: Sums, others: Sums): ({ value: number } & Interval) | null {
  if (some.n < 2 || others.n < 2) return null
  const value = some.sum / some.n - others.sum / others.n
  const half = z95 * Math.sqrt(varianceOf(some) / some.n + varianceOf(others) / others.n)
  return { value, low: value - half, high: value + half }
}

function varianceOf({ n, sum, sumSquares }: Sums): number {
  // Rounding can leave a sum of squares just below its minimum.
  return Math.max(0, (sumSquares - (sum * sum) / n) / (n - 1))
}

/**
 * Bounds of the expected count behind an observed count of independent events. Byar's approximation (Breslow & Day 1987, Statistical Methods in
 * Cancer Research II, p. 69): within 1 % of exact.
 */
export function poissonInterval(count: number): Interval {
  const low = count === 0 ? 0 : count * (1 - 1 / (9 * count) - z95 / (3 * Math.sqrt(count))) ** 3
  const above = count + 1
  const high = above * (1 - 1 / (9 * above) + z95 / (3 * Math.sqrt(above))) ** 3
  return { low: Math.max(0, low), high }
}

/** The smallest degrees of freedom have tabulated values: the expansion is too low for them. */
const exact = [12.7062, 4.3027, 3.1824, 2.7764] as const

/**
 * The 97.5 % point of Student's t: how many standard errors two-sided 95 % bounds extend when the error is estimated from `freedom` + 1 values.
 * Expansion around the normal quantile (Abramowitz & Stegun 1964, 26.7.5), within 0.1 % from five degrees of freedom.
 */
export function studentPoint(freedom: number): number {
  const tabled = exact[freedom - 1]
  if (tabled !== undefined) return tabled
  const z = z95
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3
}

/** A ratio with its 95 % bounds and its number of documents. */
export interface CountedRatio {
  value: number
  low: number
  high: number
  n: number
}

/** Bounds further apart than this factor are of no use to a reader. */
const maxSpread = 10
/** Minimum number of documents on both sides together: with fewer, the ratio is chance whatever the formula says. */
const minRatioDocuments = 10

/** Why a ratio is not shown: it is based on too few documents, or its bounds are too far apart. */
export type HiddenRatioReason = 'too-few' | 'too-wide'

/**
 * Whether a ratio may be shown: null when it may, else the reason. It may not when it is based on fewer than 10 documents (or `least`) or when its
 * bounds are more than a factor of 10 apart ("0.004 to 52,000"). The rule is ours: docs/measures.md, "Support".
 */
export function whyRatioIsHidden(
  { low, high, n }: CountedRatio,
  minDocuments = minRatioDocuments,
): HiddenRatioReason | null {
  if (n < minDocuments) return 'too-few'
  return low > 0 && high <= maxSpread * low ? null : 'too-wide'
}

/** The ratio where it may be shown, else null. */
export function showableRatio<Ratio extends CountedRatio>(ratio: Ratio | null, least?: number): Ratio | null {
  return ratio === null || whyRatioIsHidden(ratio, least) !== null ? null : ratio
}
