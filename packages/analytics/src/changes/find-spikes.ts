import { findBursts } from './burst-states.ts'
import { logSilence, logUpperTail, type Scatter } from './count-model.ts'
import { type CountSeries, countOf, exposureOf } from './count-series.ts'

/** A run of positions [from, to) that the level around does not explain. */
export interface Run {
  from: number
  to: number
  pValue: number
}

/** Days that may become a run, with the natural logarithm of their probability by chance. */
interface RunCandidate extends Pick<Run, 'from' | 'to'> {
  log: number
}

/** By so much the spread is widened where the tail of a spike is reckoned: measured, so that noise keeps to its 5 %. */
const caution = 1.2

/** What the search for runs knows. */
export interface RunSearch {
  /** Usual level of each position, per exposure. */
  base: Float64Array
  scatter: Scatter
  /** Longest run. */
  maxDays: number
  /** Runs that chance explains better than this are left out. */
  limit: number
}

/**
 * Spikes: bursts above the level around them, with the chance of so many documents in any window of any length. Of a burst
 * the days are kept that are the least likely together: the automaton leaves its upper state late.
 */
export function findSpikes(series: CountSeries, { base, scatter, maxDays, limit }: RunSearch): Run[] {
  // the spread is an estimate, and its own days were left out of it
  const cautious = { ...scatter, spread: scatter.spread * caution }
  const expectedBefore = runningExpected(series, base)
  return findBursts(series, { base, spread: scatter.spread })
    .map((burst) => toRun(leastLikely(burst)))
    .filter(({ from, to, pValue }) => pValue <= limit && to - from <= maxDays)

  function leastLikely(burst: Pick<Run, 'from' | 'to'>): RunCandidate {
    let best = rateDays(burst.from, burst.to)
    for (let from = burst.from + 1; from < best.to; from++) best = lower(best, rateDays(from, best.to))
    for (let to = best.to - 1; to > best.from; to--) best = lower(best, rateDays(best.from, to))
    return best
  }

  function rateDays(from: number, to: number): RunCandidate {
    const expected = (expectedBefore[to] ?? 0) - (expectedBefore[from] ?? 0)
    const observed = { count: countOf(series, from, to), expected, exposure: exposureOf(series, from, to) }
    return { from, to, log: anywhere(logUpperTail(cautious, observed), series, to - from) }
  }
}

function lower(one: RunCandidate, other: RunCandidate): RunCandidate {
  return other.log < one.log ? other : one
}

function toRun({ from, to, log }: RunCandidate): Run {
  return { from, to, pValue: Math.min(1, Math.exp(log)) }
}

/** Days without any document where the level around expects many: nobody read the sources then, however they answered. */
export function findSilences(series: CountSeries, { base, scatter, maxDays, limit }: RunSearch): Run[] {
  const runs: Run[] = []
  for (let from = 1; from < series.length; from++) {
    if (series.counts[from] !== 0) continue
    let to = from + 1
    while (to < series.length && series.counts[to] === 0) to++
    const expected = expectedOf(series, base, { from, to })
    const chance = logSilence(scatter, { expected, exposure: exposureOf(series, from, to) })
    const run = toRun({ from, to, log: anywhere(chance, series, to - from) })
    if (to - from <= maxDays && run.pValue <= limit) runs.push(run)
    from = to
  }
  return runs
}

/** Documents that the level around expects on all days before each position: a burst of hundreds of days is rated at as many lengths. */
function runningExpected(series: CountSeries, base: Float64Array): Float64Array {
  const before = new Float64Array(series.length + 1)
  for (let at = 0; at < series.length; at++)
    before[at + 1] = (before[at] ?? 0) + (base[at] ?? 0) * (series.exposure[at] ?? 0)
  return before
}

/** Documents that the level around expects on the days [from, to). */
export function expectedOf(series: CountSeries, base: Float64Array, { from, to }: Pick<Run, 'from' | 'to'>): number {
  let expected = 0
  for (let at = from; at < to; at++) expected += (base[at] ?? 0) * (series.exposure[at] ?? 0)
  return expected
}

/**
 * Log of the chance that a run as unlikely as this is found anywhere: over all starts, and over all lengths k with weights
 * 6/(π²k²), which add up to 1 (Bonferroni).
 */
function anywhere(log: number, series: CountSeries, days: number): number {
  return log + Math.log((series.length * Math.PI ** 2 * days ** 2) / 6)
}
