import {
  sumCounts,
  type CountSeries,
  sumExposure,
  logProbabilityOfNone,
  logUpperTail,
  type Scatter,
} from './count-series.ts'

/** The ratio of the two states: a burst is at least twice the base level. */
const scaling = 2

/** Cost of entering the burst state, in units of ln n, as in the paper. */
const gamma = 1

/** Positions [from, to). */
interface Span {
  from: number
  to: number
}

/** A run of positions that the surrounding level does not explain. */
export interface Run extends Span {
  pValue: number
}

/** Days that may become a run, with the natural logarithm of their probability by chance. */
interface RunCandidate extends Span {
  log: number
}

/** Factor that widens the spread when the tail of a spike is computed; chosen by measurement, so that noise stays at its 5 %. */
const caution = 1.2

/** The inputs of the search for runs. */
export interface RunSearch {
  /** Usual level of each position, per unit of exposure. */
  base: Float64Array
  scatter: Scatter
  /** Maximum length of a run. */
  maxDays: number
  /** Runs with a higher p value are left out. */
  limit: number
}

/**
 * Spikes: bursts above the surrounding level, with the probability of this many documents in any window of any length. Within a burst, the least
 * likely run of days is kept, because the automaton leaves its upper state late.
 */
export function findSpikes(series: CountSeries, { base, scatter, maxDays, limit }: RunSearch): Run[] {
  // the spread is an estimate, and the spike's own days were left out of it
  const cautious = { ...scatter, spread: scatter.spread * caution }
  const expectedBefore = runningExpected(series, base)
  return findBursts(series, { base, spread: scatter.spread })
    .map((burst) => toRun(mostSurprising(burst)))
    .filter(({ from, to, pValue }) => pValue <= limit && to - from <= maxDays)

  function mostSurprising(burst: Span): RunCandidate {
    let best = toCandidate(burst.from, burst.to)
    for (let from = burst.from + 1; from < best.to; from++) best = lessProbable(best, toCandidate(from, best.to))
    for (let to = best.to - 1; to > best.from; to--) best = lessProbable(best, toCandidate(best.from, to))
    return best
  }

  function toCandidate(from: number, to: number): RunCandidate {
    const expected = (expectedBefore[to] ?? 0) - (expectedBefore[from] ?? 0)
    const observed = { count: sumCounts(series, from, to), expected, exposure: sumExposure(series, from, to) }
    return { from, to, log: anywhere(logUpperTail(cautious, observed), series, to - from) }
  }
}

function lessProbable(one: RunCandidate, other: RunCandidate): RunCandidate {
  return other.log < one.log ? other : one
}

function toRun({ from, to, log }: RunCandidate): Run {
  return { from, to, pValue: Math.min(1, Math.exp(log)) }
}

/** Days without any document where the surrounding level predicts many: the sources were not read then, whatever they reported. */
export function findSilences(series: CountSeries, { base, scatter, maxDays, limit }: RunSearch): Run[] {
  const runs: Run[] = []
  for (let from = 1; from < series.length; from++) {
    if (series.counts[from] !== 0) continue
    let to = from + 1
    while (to < series.length && series.counts[to] === 0) to++
    const expected = sumExpected(series, base, { from, to })
    const chance = logProbabilityOfNone(scatter, { expected, exposure: sumExposure(series, from, to) })
    const run = toRun({ from, to, log: anywhere(chance, series, to - from) })
    if (to - from <= maxDays && run.pValue <= limit) runs.push(run)
    from = to
  }
  return runs
}

/** Expected documents before each position, as running sums: a burst of hundreds of days is rated at as many lengths. */
function runningExpected(series: CountSeries, base: Float64Array): Float64Array {
  const before = new Float64Array(series.length + 1)
  for (let index = 0; index < series.length; index++)
    before[index + 1] = (before[index] ?? 0) + (base[index] ?? 0) * (series.exposure[index] ?? 0)
  return before
}

/** Documents that the surrounding level predicts for the days [from, to). */
export function sumExpected(series: CountSeries, base: Float64Array, { from, to }: Span): number {
  let expected = 0
  for (let index = from; index < to; index++) expected += (base[index] ?? 0) * (series.exposure[index] ?? 0)
  return expected
}

/**
 * Log of the probability that a run as unlikely as this is found anywhere: over all starts, and over all lengths k with weights 6/(π²k²), which add
 * up to 1 (Bonferroni).
 */
function anywhere(log: number, series: CountSeries, days: number): number {
  return log + Math.log((series.length * Math.PI ** 2 * days ** 2) / 6)
}

/** A run of days [from, to) in the burst state. */
interface Burst {
  from: number
  to: number
}

/**
 * Runs of days that are likelier at twice the base level or more than at it: the batched two-state automaton of Kleinberg (2003), Bursty and
 * hierarchical structure in streams, Data Mining and Knowledge Discovery 7, with negative binomial emissions. Entering the upper state costs ln n,
 * leaving it nothing. `base` is the usual level of each position, per unit of exposure.
 */
function findBursts(series: CountSeries, { base, spread }: { base: Float64Array; spread: number }): Burst[] {
  const { length } = series
  const enter = gamma * Math.log(Math.max(2, length))
  const cameFromBurst = new Uint8Array(length * 2)
  let [calm, burst] = [0, enter]
  for (let index = 0; index < length; index++) {
    const count = series.counts[index] ?? 0
    const [exposure, level] = [series.exposure[index] ?? 0, Math.max(Number.EPSILON, base[index] ?? 0)]
    // a day far above twice the level counts in full as evidence for a burst, as the higher states of the paper allow
    const high = Math.max(level * scaling, count / exposure)
    const more = emission(count, exposure, high) - emission(count, exposure, level)
    cameFromBurst[2 * index] = burst < calm ? 1 : 0
    cameFromBurst[2 * index + 1] = burst <= calm + enter ? 1 : 0
    const nextCalm = Math.min(calm, burst)
    burst = Math.min(burst, calm + enter) + more
    calm = nextCalm
  }
  const bursts: Burst[] = []
  let state = burst < calm ? 1 : 0
  for (let index = length - 1; index >= 0; index--) {
    const open = bursts.at(-1)
    if (state === 1 && open?.from === index + 1) open.from = index
    else if (state === 1) bursts.push({ from: index, to: index + 1 })
    state = cameFromBurst[2 * index + state] ?? 0
  }
  return bursts.toReversed()

  /** Negative log-likelihood of a count up to a term that does not depend on the level. */
  function emission(count: number, exposure: number, level: number): number {
    return spread * level < 1e-6
      ? level * exposure - count * Math.log(level)
      : (count + exposure / spread) * Math.log1p(spread * level) - count * Math.log(level)
  }
}
