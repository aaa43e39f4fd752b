import { bisect, errorFunction } from 'simple-statistics'
import { z95 } from '../series/interval.ts'
import { lagsOf } from './day-variance.ts'

/**
 * How many standard errors two-sided 95 % bounds extend to either side when the variance is `dayVariance` of this many days. With `comparisons` above
 * 1, that many bounds hold simultaneously (Bonferroni).
 *
 * That variance is itself uncertain, the more so the longer the correlation between days reaches: the normal quantile is stretched as for the share b
 * = L/n (Kiefer & Vogelsang 2005, Econometric Theory 21, table 1, Bartlett's kernel, 97.5 %).
 */
export function criticalValue(days: number, comparisons = 1): number {
  const b = Math.min(1, lagsOf(days) / days)
  const stretched = z95 + 2.9694 * b + 0.416 * b ** 2 - 0.5324 * b ** 3
  return comparisons === 1 ? stretched : (stretched / z95) * normalPoint(0.05 / comparisons)
}

/** The quantile beyond which, on both sides, a standard normal value lies with the given probability. */
function normalPoint(chance: number): number {
  return bisect((z: number) => 1 - errorFunction(z * Math.SQRT1_2) - chance, 1, 8, 100, 1e-9)
}
