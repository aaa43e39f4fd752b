import type { CountSeries } from './count-series.ts'

/** A burst doubles the level at least: the ratio of the two states. */
const scaling = 2
/** Cost of entering the burst state, in units of ln n, as in the paper. */
const gamma = 1

/** A run of days [from, to) in the burst state. */
export interface Burst {
  from: number
  to: number
}

/**
 * Runs of days that are likelier at twice the base level or more than at it: the batched two-state automaton of Kleinberg
 * (2003), Bursty and hierarchical structure in streams, Data Mining and Knowledge Discovery 7, with negative binomial
 * emissions. Entering the upper state costs ln n, leaving it nothing. `base` is the usual level of each position, per exposure.
 */
export function findBursts(series: CountSeries, { base, spread }: { base: Float64Array; spread: number }): Burst[] {
  const { length } = series
  const enter = gamma * Math.log(Math.max(2, length))
  const cameFromBurst = new Uint8Array(length * 2)
  let [calm, burst] = [0, enter]
  for (let at = 0; at < length; at++) {
    const count = series.counts[at] ?? 0
    const [exposure, level] = [series.exposure[at] ?? 0, Math.max(Number.EPSILON, base[at] ?? 0)]
    // a day far above twice the level speaks for a burst in full, as the higher states of the paper let it
    const high = Math.max(level * scaling, count / exposure)
    const more = emission(count, exposure, high) - emission(count, exposure, level)
    cameFromBurst[2 * at] = burst < calm ? 1 : 0
    cameFromBurst[2 * at + 1] = burst <= calm + enter ? 1 : 0
    const nextCalm = Math.min(calm, burst)
    burst = Math.min(burst, calm + enter) + more
    calm = nextCalm
  }
  const bursts: Burst[] = []
  let state = burst < calm ? 1 : 0
  for (let at = length - 1; at >= 0; at--) {
    const open = bursts.at(-1)
    if (state === 1 && open?.from === at + 1) open.from = at
    else if (state === 1) bursts.push({ from: at, to: at + 1 })
    state = cameFromBurst[2 * at + state] ?? 0
  }
  return bursts.toReversed()

  /** Negative log-likelihood of a count up to a term that does not depend on the level. */
  function emission(count: number, exposure: number, level: number): number {
    return spread * level < 1e-6
      ? level * exposure - count * Math.log(level)
      : (count + exposure / spread) * Math.log1p(spread * level) - count * Math.log(level)
  }
}
