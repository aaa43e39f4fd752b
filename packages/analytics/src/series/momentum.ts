import { z95 } from './interval.ts'
import { splitChance } from './split-chance.ts'
import { type ComparedDay, comparedDays, type CountedDays, totalOf } from './window-rate.ts'

/** Why no momentum can be given. */
export type UnknownMomentumReason = 'series-too-short' | 'no-coverage' | 'no-documents' | 'exposure-below-count'

/**
 * Growth of the last window against the one before. `ratio` 1 is no change, 2 is double; `low` and `high` bound it
 * with 95 % confidence. `current` and `previous` are per covered day (basis count) or in [0, 1] (basis share).
 */
export interface Momentum {
  ratio: number
  low: number
  high: number
  /** The chance of a ratio so far from 1, either way, had nothing changed: in (0, 1]. */
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
 * The log of the rate ratio is taken as normal with the variance φ(1/a + 1/b), a and b the two counts: quasi-Poisson
 * (McCullagh & Nelder 1989, §6.2), φ the Pearson χ² of the daily counts around their window's rate, over its degrees
 * of freedom, never below 1. When a window is empty, 0.5 is added to both counts (Haldane-Anscombe).
 * The p value is exact (`splitChance`) for counts divided by φ, because a normal log ratio has none to give where a window is empty.
 * With `exposure` (documents of the source per day) the rate is a share, so that a source that grows or fades is no trend.
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
