import type { CoveredRun } from '../series/covered-runs.ts'
import type { SourceCounts } from './event.types.ts'

/** Preceding covered days that define how often a source names the topic, and the minimum that does so without later days. */
const baseDays = 112
const minBaseDays = 28
/** The most recent days are left out: an event must not be measured by its own first days. */
const lagDays = 14
/** The source's overall rate counts as this many days of its present pace: a topic without a past is still possible. */
const priorDays = 14
/** Jeffreys' prior of a Poisson rate. */
const jeffreys = 0.5

/** The counts of a source and what would be usual. One value per day of the series. */
export interface ExpectedCounts {
  /** Documents; 0 on days that the source does not cover. */
  counts: Float64Array
  /** Documents expected; above 0 on every covered day, 0 on all others. */
  expected: Float64Array
  /** Variance of `expected` itself: expected² / shape of its gamma distribution. */
  doubt: Float64Array
}

/** A source with its covered runs and the usual factor of each weekday (7, starting with the weekday of the series' first day). */
export interface CoveredSource {
  source: SourceCounts
  runs: readonly CoveredRun[]
}

/**
 * The expected count of each day if the source named the topic as often as in the covered days before: the gamma-Poisson rate of 112 covered days
 * (without days in `masked`, and without the last 14, in which an event may have begun), times the total of the day. At the beginning of a run, where
 * fewer than 28 days precede, later days are used as well. No base extends across the end of a run, so a source that ends, pauses or joins changes
 * nothing. Gelman et al. (2013), Bayesian Data Analysis, §2.6.
 */
export function expectedCounts(
  { source, runs }: CoveredSource,
  { masked, factors }: { masked: Uint8Array; factors: readonly number[] },
): ExpectedCounts {
  const length = source.counts.length
  const all = {
    counts: new Float64Array(length),
    expected: new Float64Array(length),
    doubt: new Float64Array(length),
  }
  const weights = weighDays(source, factors)
  const known = { source, masked, weights }
  const usual = usualRate(runs, known)
  for (const run of runs) addRun(run, { ...known, usual, all })
  return all
}

/** A source day by day; `weights` is what a day would contain of something published everywhere at the same rate. */
interface KnownDays {
  source: SourceCounts
  masked: Uint8Array
  weights: Float64Array
}

function weighDays({ counts, totals }: SourceCounts, factors: readonly number[]): Float64Array {
  const weights = new Float64Array(counts.length)
  for (let day = 0; day < weights.length; day++)
    weights[day] = (totals === undefined ? 1 : (totals[day] ?? 0)) * (factors[day % 7] ?? 1)
  return weights
}

function usualRate(runs: readonly CoveredRun[], { source, masked, weights }: KnownDays): number {
  let [count, weight] = [jeffreys, 0]
  for (const { from, to } of runs)
    for (let day = from; day < to; day++) {
      if (masked[day] === 1) continue
      count += source.counts[day] ?? 0
      weight += weights[day] ?? 0
    }
  return weight === 0 ? 0 : count / weight
}

/** Adds the expected counts of a source on the days of a run. */
function addRun(
  { from, to }: CoveredRun,
  { source, masked, weights, usual, all }: KnownDays & { usual: number; all: ExpectedCounts },
): void {
  // running sums over the days that define the usual level, and how many of them precede each day
  const [counts, sums, before] = [
    new Float64Array(to - from + 1),
    new Float64Array(to - from + 1),
    new Int32Array(to - from),
  ]
  let last = 0
  for (let day = from; day < to; day++) {
    before[day - from] = last
    if (masked[day] === 1) continue
    counts[last + 1] = (counts[last] ?? 0) + (source.counts[day] ?? 0)
    sums[last + 1] = (sums[last] ?? 0) + (weights[day] ?? 0)
    last++
  }
  for (let day = from; day < to; day++) {
    const dayWeight = weights[day] ?? 0
    const settled = Math.max(0, (before[day - from] ?? 0) - lagDays)
    const start = Math.max(0, settled - baseDays)
    const end = settled - start >= minBaseDays ? settled : Math.min(last, start + baseDays)
    const weight = (sums[end] ?? 0) - (sums[start] ?? 0)
    const prior = (end > start ? weight / (end - start) : dayWeight) * priorDays
    const shape = (counts[end] ?? 0) - (counts[start] ?? 0) + jeffreys + usual * prior
    const rate = shape / (weight + prior)
    if (!(dayWeight > 0) || !Number.isFinite(rate)) continue
    const expected = rate * dayWeight
    all.counts[day] = source.counts[day] ?? 0
    all.expected[day] = expected
    all.doubt[day] = expected ** 2 / shape
  }
}
