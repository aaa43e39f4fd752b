import { bisect, errorFunction } from 'simple-statistics'
import { z95 } from '../series/interval.ts'
import { lagsOf } from './day-variance.ts'

/**
 * How many standard errors two-sided 95 % bounds reach to either side when the variance is `dayVariance` of so many days. With
 * `comparisons` above 1 all of so many bounds hold together (Bonferroni).
 *
 * That variance is itself uncertain, the more the further days may hang together: the normal point is stretched as for the
 * share b = L/n (Kiefer & Vogelsang 2005, Econometric Theory 21, table 1, Bartlett's kernel, 97.5 %).
 */
export function criticalValue(days: number, comparisons = 1): number {
  const b = Math.min(1, lagsOf(days) / days)
  const stretched = z95 + 2.9694 * b + 0.416 * b ** 2 - 0.5324 * b ** 3
  return comparisons === 1 ? stretched : (stretched / z95) * normalPoint(0.05 / comparisons)
}

/** The point beyond which, to both sides, a standard normal value lies with the given chance. */
function normalPoint(chance: number): number {
  return bisect((z: number) => 1 - errorFunction(z * Math.SQRT1_2) - chance, 1, 8, 100, 1e-9)
}
