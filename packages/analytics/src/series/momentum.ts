import { z95 } from './interval.ts'
import { type ComparedDay, comparedDays, type CountedDays, totalOf } from './window-rate.ts'
import { gammaln } from 'simple-statistics'

/** Why there is no momentum. */
export type UnknownMomentumReason = 'series-too-short' | 'no-coverage' | 'no-documents' | 'exposure-below-count'

/**
 * Growth of the last window relative to the one before. `ratio` 1 is no change, 2 is double; `low` and `high` are its 95 % bounds. `current` and
 * `previous` are per covered day (basis count) or in [0, 1] (basis share).
 */
export interface Momentum {
  ratio: number
  low: number
  high: number
  /** The probability of a ratio this far from 1, in either direction, if nothing had changed: in (0, 1]. */
  pValue: number
  current: number
  previous: number
  currentCount: number
  previousCount: number
  windowDays: number
  basis: 'share' | 'count'
}

/** Daily counts, oldest first, with the length of a window in days. */
export interface MomentumInput extends CountedDays {
  windowDays: number
}

/**
 * Compares the last `windowDays` days with the `windowDays` before.
 *
 * The log of the rate ratio is taken as normal with the variance φ(1/a + 1/b), a and b the two counts: quasi-Poisson (McCullagh & Nelder 1989, §6.2),
 * φ the Pearson χ² of the daily counts around their window's rate, over its degrees of freedom, never below 1. When a window is empty, 0.5 is added
 * to both counts (Haldane-Anscombe). The p value is exact (`splitChance`) for counts divided by φ, because a normal log ratio has none where a window
 * is empty. With `exposure` (documents of the source per day) the rate is a share, so that a growing or shrinking source is not a trend.
 */
export function momentum(input: MomentumInput): Momentum | { unknown: UnknownMomentumReason } {
  const { counts, exposure, windowDays } = input
  const middle = counts.length - windowDays
  if (windowDays < 1 || middle < windowDays) return { unknown: 'series-too-short' }
  const currentDays = comparedDays(input, middle, counts.length)
  const previousDays = comparedDays(input, middle - windowDays, middle)
  if (currentDays.length === 0 || previousDays.length === 0) return { unknown: 'no-coverage' }
  const current = totalOf(currentDays)
  const previous = totalOf(previousDays)
  if (current.count + previous.count === 0) return { unknown: 'no-documents' }
  if (exposure !== undefined && [...currentDays, ...previousDays].some((day) => day.count > day.exposure)) {
    return { unknown: 'exposure-below-count' }
  }
  const added = current.count === 0 || previous.count === 0 ? 0.5 : 0
  const a = current.count + added
  const b = previous.count + added
  const logRatio = Math.log(a / current.exposure) - Math.log(b / previous.exposure)
  const scatter = overdispersion([currentDays, previousDays])
  const half = z95 * Math.sqrt(scatter * (1 / a + 1 / b))
  return {
    ratio: Math.exp(logRatio),
    low: Math.exp(logRatio - half),
    high: Math.exp(logRatio + half),
    pValue: splitChance(
      current.count / scatter,
      previous.count / scatter,
      current.exposure / (current.exposure + previous.exposure),
    ),
    current: current.count / current.exposure,
    previous: previous.count / previous.exposure,
    currentCount: current.count,
    previousCount: previous.count,
    windowDays,
    basis: exposure === undefined ? 'count' : 'share',
  }
}

function overdispersion(windows: readonly (readonly ComparedDay[])[]): number {
  let chiSquared = 0
  let freedom = 0
  for (const days of windows) {
    const total = totalOf(days)
    if (total.count === 0) continue
    freedom += days.length - 1
    for (const day of days) {
      const expected = (total.count / total.exposure) * day.exposure
      chiSquared += (day.count - expected) ** 2 / expected
    }
  }
  return freedom <= 0 ? 1 : Math.max(1, chiSquared / freedom)
}

/**
 * The probability, in (0, 1], that documents fall into two windows at least as unevenly as they did if only the sizes of the windows matter: twice
 * the smaller binomial tail, given their sum (Przyborowski & Wilenski 1940, Biometrika 31). `part`, in (0, 1), is the size of the first window over
 * that of both. Counts need not be whole: those of bursty days are divided by their dispersion.
 */
export function splitChance(a: number, b: number, part: number): number {
  const isMore = a >= (a + b) * part
  return Math.min(1, 2 * (isMore ? upperTail(a, b, part) : upperTail(b, a, 1 - part)))
}

/** The probability of `a` or more of `a + b` at a probability of `part` each. */
function upperTail(a: number, b: number, part: number): number {
  const n = a + b
  let term = Math.exp(gammaln(n + 1) - gammaln(a + 1) - gammaln(b + 1) + a * Math.log(part) + b * Math.log1p(-part))
  let sum = 0
  const odds = part / (1 - part)
  for (let count = a; count <= n && term > sum * 1e-12; count++) {
    sum += term
    term *= (Math.max(0, n - count) / (count + 1)) * odds
  }
  // far out in the tail the sum underflows, and a probability is never 0
  return Math.max(sum, Number.MIN_VALUE)
}
