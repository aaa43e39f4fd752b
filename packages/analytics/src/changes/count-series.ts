import { gammaln } from 'simple-statistics'

/** Columns of equal length. */
interface CountColumns {
  counts: Float64Array
  /** What a day could have contained: the source's total (or 1) times the factor of its weekday. */
  exposure: Float64Array
  dayIndexes: Int32Array
}

/**
 * Comparable days with running sums, so that summing any run of them is cheap. Positions count covered days; `at` maps a position to its day of the
 * series.
 */
export interface CountSeries extends CountColumns {
  length: number
  /** Sums of the first n days, n from 0 to `length`. */
  countSums: Float64Array
  exposureSums: Float64Array
}

export function toCountSeries({ counts, exposure, dayIndexes }: CountColumns): CountSeries {
  return {
    length: counts.length,
    counts,
    exposure,
    dayIndexes,
    countSums: runningSums(counts),
    exposureSums: runningSums(exposure),
  }
}

/**
 * The days with a count and an exposure above 0, each weighted by the factor of its weekday (7 factors, starting with the weekday of the first day).
 */
export function coveredDays(
  counts: readonly (number | null)[],
  exposure: readonly (number | null)[] | undefined,
  factors: readonly number[],
): CountSeries {
  const marked = new Uint8Array(counts.length)
  for (let day = 0; day < counts.length; day++) if (!isCovered(counts, exposure, day)) marked[day] = 1
  const dayIndexes = unmarkedPositions(marked)
  const covered = {
    counts: new Float64Array(dayIndexes.length),
    exposure: new Float64Array(dayIndexes.length),
    dayIndexes,
  }
  for (let position = 0; position < dayIndexes.length; position++) {
    const day = dayIndexes[position] ?? 0
    covered.counts[position] = counts[day] ?? 0
    covered.exposure[position] = (exposure === undefined ? 1 : (exposure[day] ?? 1)) * (factors[day % 7] ?? 1)
  }
  return toCountSeries(covered)
}

export function withoutMarkedDays(series: CountSeries, marked: Uint8Array): CountSeries {
  const positions = unmarkedPositions(marked)
  const part = {
    counts: new Float64Array(positions.length),
    exposure: new Float64Array(positions.length),
    dayIndexes: positions.slice(),
  }
  for (let position = 0; position < positions.length; position++) {
    const from = positions[position] ?? 0
    part.counts[position] = series.counts[from] ?? 0
    part.exposure[position] = series.exposure[from] ?? 0
    part.dayIndexes[position] = series.dayIndexes[from] ?? 0
  }
  return toCountSeries(part)
}

function unmarkedPositions(marked: Uint8Array): Int32Array {
  const positions = new Int32Array(marked.length)
  let length = 0
  for (let position = 0; position < marked.length; position++)
    if (marked[position] === 0) positions[length++] = position
  return positions.slice(0, length)
}

/** Documents of the days [from, to). */
export function sumCounts({ countSums }: CountSeries, from: number, to: number): number {
  return (countSums[to] ?? 0) - (countSums[from] ?? 0)
}

/** Exposure of the days [from, to). */
export function sumExposure({ exposureSums }: CountSeries, from: number, to: number): number {
  return (exposureSums[to] ?? 0) - (exposureSums[from] ?? 0)
}

/** Whether a day has a count that can be compared. A total of 0 means that the source was silent, not the topic. */
export function isCovered(
  counts: readonly (number | null)[],
  exposure: readonly (number | null)[] | undefined,
  day: number,
): boolean {
  return (counts[day] ?? null) !== null && (exposure === undefined || (exposure[day] ?? 0) > 0)
}

function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  let sum = 0
  for (let index = 0; index < values.length; index++) {
    sum += values[index] ?? 0
    sums[index + 1] = sum
  }
  return sums
}

/** How counts scatter around their level. */
export interface Scatter {
  /**
   * Negative binomial days whose size grows with their exposure E: variance = mean (1 + spread * mean / E), so that sums of
   * days are negative binomial too. 0 is Poisson.
   */
  spread: number
  /** The factor by which correlation between days widens the variance of a sum; 1 when they are independent. */
  tie: number
}

/** The count of a run of days. */
export interface ObservedCount {
  count: number
  /** The count expected from the level of other days. */
  expected: number
  exposure: number
}

/** Below this product of spread and level, days are treated as Poisson: the other formulas lose precision. */
const minSpread = 1e-6

/**
 * Twice the negative log-likelihood of the days [from, to) at their own level, up to a constant that does not depend on the segmentation: negative
 * binomial with known spread, Poisson for 0.
 */
export function segmentCost(series: CountSeries, spread: number, from: number, to: number): number {
  const count = sumCounts(series, from, to)
  if (count === 0) return 0
  const exposure = sumExposure(series, from, to)
  const level = count / exposure
  const wide = spread * level
  const scattered = wide < minSpread ? count : (count + exposure / spread) * Math.log1p(wide)
  return 2 * (scattered - count * Math.log(level))
}

/** Twice the log-likelihood ratio of a change at `middle`. */
export function splitGain(series: CountSeries, spread: number, [from, middle, to]: [number, number, number]): number {
  return (
    segmentCost(series, spread, from, to) -
    segmentCost(series, spread, from, middle) -
    segmentCost(series, spread, middle, to)
  )
}

/**
 * Log of the probability of at least this count: 0 up to the mean; above it the tail is bounded by a geometric series, which is within a few percent
 * where it is small.
 */
export function logUpperTail({ spread, tie }: Scatter, { count, expected, exposure }: ObservedCount): number {
  if (count <= expected || expected <= 0) return 0
  const wide = (spread * tie * expected) / exposure
  if (wide < minSpread) {
    const term = count * Math.log(expected) - expected - gammaln(count + 1)
    return Math.min(0, term - Math.log1p(-expected / (count + 1)))
  }
  const size = expected / wide
  const chance = wide / (1 + wide)
  const term =
    gammaln(count + size) - gammaln(size) - gammaln(count + 1) + count * Math.log(chance) - size * Math.log1p(wide)
  return Math.min(0, term - Math.log1p(-((count + size) / (count + 1)) * chance))
}

/** Log of the probability of no document at all where some were expected. */
export function logProbabilityOfNone(
  { spread, tie }: Scatter,
  { expected, exposure }: Omit<ObservedCount, 'count'>,
): number {
  const wide = (spread * tie * expected) / exposure
  return wide < minSpread ? -expected : (-expected / wide) * Math.log1p(wide)
}

/** Variance of the log of a level that was estimated from `count` documents. */
export function logVariance({ spread, tie }: Scatter, { count, exposure }: Omit<ObservedCount, 'expected'>): number {
  return tie * (1 / Math.max(count, 0.5) + spread / exposure)
}

/** Days over which a level is taken as constant when the scatter and the correlation of days are measured. */
const scatterDays = 14
const tieDays = 28
/** Maximum lag at which days are taken to be correlated; beyond a week it is the level that changes. */
const lags = 6
const maxTie = 8

/**
 * Measures how counts scatter, within short windows that end at the `bounds` of segments, so that changes of the level are not taken for noise.
 * Method of moments for the spread; `tie` is 1 + 2 Σ (1 - j/7) ρⱼ of Pearson residuals (Bartlett's long-run variance), never below 1.
 */
export function measureScatter(series: CountSeries, bounds: readonly number[]): Scatter {
  const spread = overdispersion(series, bounds)
  return { spread, tie: measureTie(series, bounds, spread) }
}

function overdispersion(series: CountSeries, bounds: readonly number[]): number {
  let excess = 0
  let squares = 0
  eachWindow(bounds, scatterDays, (from, to) => {
    const rate = sumCounts(series, from, to) / sumExposure(series, from, to)
    for (let index = from; index < to; index++) {
      const expected = rate * (series.exposure[index] ?? 0)
      const residual = (series.counts[index] ?? 0) - expected
      const freedom = 1 - 1 / (to - from)
      excess += residual * residual - expected * freedom
      squares += rate * expected * freedom
    }
  })
  return squares === 0 ? 0 : Math.max(0, excess / squares)
}

function measureTie(series: CountSeries, bounds: readonly number[], spread: number): number {
  const products = new Float64Array(lags + 1)
  const pairs = new Float64Array(lags + 1)
  const residuals = new Float64Array(tieDays * 2)
  let windows = 0
  let days = 0
  eachWindow(bounds, tieDays, (from, to) => {
    const rate = sumCounts(series, from, to) / sumExposure(series, from, to)
    if (rate === 0) return
    windows++
    days += to - from
    for (let index = from; index < to; index++) {
      const expected = rate * (series.exposure[index] ?? 0)
      residuals[index - from] = ((series.counts[index] ?? 0) - expected) / Math.sqrt(expected * (1 + spread * rate))
    }
    for (let lag = 0; lag <= lags; lag++)
      for (let index = lag; index < to - from; index++) {
        products[lag] = (products[lag] ?? 0) + (residuals[index] ?? 0) * (residuals[index - lag] ?? 0)
        pairs[lag] = (pairs[lag] ?? 0) + 1
      }
  })
  const variance = (products[0] ?? 0) / Math.max(1, pairs[0] ?? 0)
  if (variance === 0) return 1
  let tie = 1
  for (let lag = 1; lag <= lags; lag++) {
    const correlation = (products[lag] ?? 0) / Math.max(1, pairs[lag] ?? 0) / variance
    // residuals around their own mean have a correlation of -1/n each
    tie += 2 * (1 - lag / (lags + 1)) * (correlation + windows / days)
  }
  return Math.min(maxTie, Math.max(1, tie))
}

/** Cuts segments into windows of about `length` days; remainders that are too short to be informative are left out. */
function eachWindow(bounds: readonly number[], length: number, visit: (from: number, to: number) => void): void {
  for (let index = 1; index < bounds.length; index++) {
    const [start, end] = [bounds[index - 1] ?? 0, bounds[index] ?? 0]
    const windows = Math.max(1, Math.floor((end - start) / length))
    for (let window = 0; window < windows; window++) {
      const from = start + Math.floor(((end - start) * window) / windows)
      const to = start + Math.floor(((end - start) * (window + 1)) / windows)
      if (to - from >= 4) visit(from, to)
    }
  }
}
