import type { ExpectedCounts } from './expected-counts.ts'

/** Days over which the level is taken as constant. */
const windowDays = 14
/** Spread at which a day of many documents and one of few are weighed right. */
const typicalSpread = 0.3
/** Weight of what is taken for granted, that days scatter as Poisson, in days of many documents: few documents say little. */
const priorDays = 3
/** A day counts at most as one three deviations above the mean, at the spread below, plus two documents: more is an event. */
const mostSpread = 0.5
const mostDeviations = 3
const addedDocuments = 2
/** What is so left out is given back: measured on noise. */
const caution = 1.6

/**
 * How far the days of a source scatter around the level of their two weeks: s in variance = m + s m² of a day with mean m. Method of moments over windows
 * without a masked day, each day weighed by what it tells, 1 / (1/m + s₀)² (Williams 1982, Applied Statistics 31), with bounded
 * influence (Huber 1981, Robust Statistics): a topic with bursts would else seem wild on all days, and hide its bursts behind
 * each other. 0 is Poisson.
 */
export function usualSpread({ counts, expected }: ExpectedCounts, masked: Uint8Array): number {
  let [excess, weights] = [0, priorDays / typicalSpread ** 2]
  for (let from = 0; from + windowDays <= counts.length; from += windowDays) {
    const to = from + windowDays
    const ratio = sum(counts, from, to) / sum(expected, from, to)
    if (!(ratio > 0) || masked.subarray(from, to).includes(1)) continue
    const freedom = 1 - 1 / windowDays
    for (let at = from; at < to; at++) {
      if ((expected[at] ?? 0) === 0) continue
      const mean = ratio * (expected[at] ?? 0)
      const most = mostDeviations * Math.sqrt(mean + mostSpread * mean ** 2) + addedDocuments
      const residual = Math.min(most, (counts[at] ?? 0) - mean)
      const weight = freedom / (1 / mean + typicalSpread) ** 2
      excess += (weight * (residual ** 2 / freedom - mean)) / mean ** 2
      weights += weight
    }
  }
  return Math.max(0, excess / weights) * caution
}

function sum(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let at = from; at < to; at++) total += values[at] ?? 0
  return total
}
