import { gammaln } from 'simple-statistics'

/** A count that is negative binomial (or Poisson when `width` is 0) with variance `mean (1 + width)`. */
export interface CountDistribution {
  /** Above 0. */
  mean: number
  /** Variance over mean, minus 1; 0 or more. */
  width: number
}

/** Below this width the formulas of the negative binomial lose precision. */
const minWidth = 1e-6

/** Natural log of the probability of exactly `count` documents. */
export function logChance({ mean, width }: CountDistribution, count: number): number {
  if (width < minWidth) return count * Math.log(mean) - mean - gammaln(count + 1)
  const size = mean / width
  return (
    gammaln(count + size) -
    gammaln(size) -
    gammaln(count + 1) +
    count * Math.log(width / (1 + width)) -
    size * Math.log1p(width)
  )
}

/** Natural log of the probability of `count` or more: 0 up to the mean, above it bounded by a geometric series. */
export function logUpperTail(distribution: CountDistribution, count: number): number {
  const { mean, width } = distribution
  if (count <= mean) return 0
  const size = width < minWidth ? Infinity : mean / width
  // ratio of the probability of count + 1 to that of count; it decreases from here to its limit, so the series bounds
  // the tail
  const ratio = width < minWidth ? mean / (count + 1) : ((count + size) / (count + 1)) * (width / (1 + width))
  return Math.min(0, logChance(distribution, count) - Math.log1p(-Math.min(ratio, 1 - 1e-9)))
}

/** The smallest count whose cumulative probability reaches `part`, in (0, 1). */
export function quantile(distribution: CountDistribution, part: number): number {
  const { mean, width } = distribution
  const spread = Math.sqrt(mean * (1 + width))
  // for large means a normal approximation is exact to the document
  if (mean > 5_000) return Math.max(0, Math.round(mean + spread * (part < 0.5 ? -1.96 : 1.96)))
  let sum = 0
  for (let count = 0; count < mean + 50 * spread + 50; count++) {
    sum += Math.exp(logChance(distribution, count))
    if (sum >= part) return count
  }
  return Math.ceil(mean + 50 * spread)
}
