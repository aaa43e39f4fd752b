import { sumCounts, type CountSeries, sumExposure, type Scatter, segmentCost, splitGain } from './count-series.ts'

/**
 * Marks the p values that are discoveries when at most `rate` of the discoveries may be false: Benjamini & Hochberg (1995), JRSS B 57. Results are in
 * the order of the input. `tests` is the number of tests made, when only the smallest p values are passed; at least the number of p values.
 */
export function isDiscovery(pValues: readonly number[], rate: number, tests = pValues.length): boolean[] {
  const ranked = pValues.toSorted((a, b) => a - b)
  const last = ranked.findLastIndex((p, index) => p <= (rate * (index + 1)) / Math.max(tests, ranked.length))
  const limit = last === -1 ? -1 : (ranked[last] ?? -1)
  return pValues.map((p) => p <= limit)
}

/**
 * Probability that the best cut of `length` noise values reaches this gain (twice a log-likelihood ratio of one parameter), excluding cuts within
 * `margin` of the ends. Csörgő & Horváth (1997), Limit Theorems in Change-Point Analysis, eq. 1.3.26.
 */
function scanPValue(gain: number, { length, margin }: { length: number; margin: number }): number {
  const x = Math.sqrt(Math.max(0, gain))
  if (x < 1.5) return 1
  const edge = Math.min(0.49, margin / length)
  const spread = 2 * Math.log((1 - edge) / edge)
  const density = (x * Math.exp(-gain / 2)) / Math.sqrt(2 * Math.PI)
  return Math.min(1, density * ((1 - 1 / gain) * spread + 4 / gain))
}

/** Where a series may be cut, and the cost of a segment. */
export interface PartitionInput {
  length: number
  /** Positions where a segment may begin, ascending, excluding 0 and `length`. */
  candidates: readonly number[]
  /** Cost of the positions [from, to), in deviance: twice a negative log-likelihood. */
  cost: (from: number, to: number) => number
  /** The minimum saving of each further segment. */
  penalty: number
  minLength: number
}

/**
 * The segmentation with the lowest penalised cost over the candidates: bounds of its segments, including 0 and `length`. PELT: Killick, Fearnhead &
 * Eckley (2012), Optimal detection of changepoints with a linear computational cost, JASA 107.
 */
function optimalPartition({ length, candidates, cost, penalty, minLength }: PartitionInput): number[] {
  const positions = [0, ...candidates, length]
  const best = new Float64Array(positions.length)
  const previous = new Int32Array(positions.length)
  best[0] = -penalty
  let open = [0]
  for (let end = 1; end < positions.length; end++) {
    const to = positions[end] ?? 0
    let minTotal = Infinity
    const totals: number[] = []
    for (const start of open) {
      const from = positions[start] ?? 0
      const isLong = to - from >= minLength
      const total = isLong ? (best[start] ?? 0) + cost(from, to) : -Infinity
      totals.push(total)
      if (isLong && total + penalty < minTotal) {
        minTotal = total + penalty
        previous[end] = start
      }
    }
    best[end] = minTotal
    // a start that costs more than the best one so far can never begin the last segment of a better segmentation
    open = open.filter((_, index) => (totals[index] ?? 0) <= minTotal)
    if (minTotal < Infinity) open.push(end)
  }
  const bounds: number[] = []
  for (let end = positions.length - 1; end > 0; end = previous[end] ?? 0) bounds.push(positions[end] ?? 0)
  return [0, ...bounds.toReversed()]
}

/** Lengths of the windows compared on both sides of a position to see whether it may be a change. */
const sides = [1, 3, 7, 21, 63, 126] as const

/**
 * Positions worth testing: where the days before and after differ, for some window, more than anywhere nearby. This keeps the segmentation fast
 * (quadratic in the candidates, not in the days) and loses no change that a window can detect.
 */
function screenCandidates({
  length,
  cost,
  least,
}: {
  length: number
  cost: PartitionInput['cost']
  /** Positions with smaller savings are not tested. */
  least: number
}): number[] {
  const isShift = new Uint8Array(length + 1)
  const gains = new Float64Array(length + 1)
  // the window before a position is the window after an earlier position, so each is computed once
  const after = new Float64Array(length + 1)
  for (const side of sides) {
    if (side * 2 > length && side > 1) break
    for (let index = 0; index < length; index++) after[index] = cost(index, Math.min(length, index + side))
    for (let index = 1; index < length; index++) {
      const from = Math.max(0, index - side)
      const before = index < side ? cost(from, index) : (after[from] ?? 0)
      gains[index] = cost(from, Math.min(length, index + side)) - before - (after[index] ?? 0)
    }
    const near = Math.max(1, side >> 1)
    for (let index = 1; index < length; index++) {
      if ((gains[index] ?? 0) >= least && isTop(gains, index, near)) isShift[index] = 1
    }
  }
  const candidates: number[] = []
  for (let index = 1; index < length; index++) if (isShift[index] === 1) candidates.push(index)
  return candidates
}

function isTop(values: Float64Array, index: number, near: number): boolean {
  const value = values[index] ?? 0
  for (let other = Math.max(1, index - near); other <= Math.min(values.length - 2, index + near); other++)
    if ((values[other] ?? 0) > value) return false
  return true
}

/** A segment has a level, a slope and a position: three parameters, each with a cost of ln n (Schwarz 1978). */
const parameters = 3
/** The shortest segment that has a slope and residuals. */
const minLevelDays = 3

/**
 * Positions at which the level or slope of a series of real numbers changed, ascending: each is the first of a new segment.
 *
 * The general detector, without settings: straight lines by PELT on the standardised series (mean 0, variance 1) with the Bayesian information
 * criterion as penalty. For daily counts use `findInflections`, which models how counts scatter.
 */
export function findChangePoints(values: readonly number[]): number[] {
  const length = values.length
  const standard = standardise(values)
  if (length < 2 * minLevelDays || standard === null) return []
  const bounds = optimalPartition({
    length,
    candidates: Array.from({ length: length - 1 }, (_, index) => index + 1),
    cost: lineCost(standard),
    penalty: parameters * Math.log(length),
    minLength: minLevelDays,
  })
  return bounds.slice(1, -1)
}

function standardise(values: readonly number[]): number[] | null {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return variance > 0 ? values.map((value) => (value - mean) / Math.sqrt(variance)) : null
}

/** Squared residuals of the values [from, to) around their own straight line. */
function lineCost(values: readonly number[]): (from: number, to: number) => number {
  const sums = new Float64Array(values.length + 1)
  const squares = new Float64Array(values.length + 1)
  const moments = new Float64Array(values.length + 1)
  for (const [index, value] of values.entries()) {
    sums[index + 1] = (sums[index] ?? 0) + value
    squares[index + 1] = (squares[index] ?? 0) + value * value
    moments[index + 1] = (moments[index] ?? 0) + index * value
  }
  const between = (running: Float64Array, from: number, to: number) => (running[to] ?? 0) - (running[from] ?? 0)
  return (from, to) => {
    const days = to - from
    const sum = between(sums, from, to)
    const along = between(moments, from, to) - ((from + to - 1) / 2) * sum
    const spread = (days * (days * days - 1)) / 12
    return Math.max(0, between(squares, from, to) - (sum * sum) / days - (along * along) / spread)
  }
}

/** Positions with a smaller saving are not considered; chance alone reaches it somewhere in every series. */
const minGain = 4

/** Bounds of segments of constant level, including 0 and the length. */
export function segmentLevels(series: CountSeries, { spread, tie }: Scatter, minLength: number): number[] {
  const { length } = series
  if (length < 2 * minLength) return [0, length]
  const cost = (from: number, to: number) => segmentCost(series, spread, from, to)
  const candidates = screenCandidates({ length, cost, least: minGain * tie })
  return optimalPartition({ length, candidates, cost, penalty: 2 * tie * Math.log(length), minLength })
}

/** A cut between two levels. */
export interface Cut {
  /** Position of the first day of the new level. */
  at: number
  pValue: number
}

/**
 * P values of the inner bounds of a segmentation: the probability that noise of the whole series' length contains a cut with the same gain between
 * windows of these lengths (the scan of the two segments, times the number of windows of that length).
 */
export function cutPValues(series: CountSeries, { spread, tie }: Scatter, bounds: readonly number[]): Cut[] {
  return bounds.slice(1, -1).map((at, index) => {
    const [from, to] = [bounds[index] ?? 0, bounds[index + 2] ?? series.length]
    const gain = splitGain(series, spread, [from, at, to]) / tie
    const scan = scanPValue(gain, { length: to - from, margin: Math.min(7, (to - from) / 4) })
    return { at, pValue: Math.min(1, (scan * 2 * series.length) / (to - from)) }
  })
}

/** Removes the weakest cut until every remaining one is at most `limit` likely by chance and changes the level enough. */
export function pruneCuts(
  series: CountSeries,
  scatter: Scatter,
  { bounds, limit, minChange }: { bounds: readonly number[]; limit: number; minChange: number },
): number[] {
  const remaining = [...bounds]
  while (remaining.length > 2) {
    const cuts = cutPValues(series, scatter, remaining).map((cut, index) => {
      const change = Math.abs(
        Math.log(segmentLevel(series, remaining, index + 1) / segmentLevel(series, remaining, index)),
      )
      return { ...cut, isSmall: change < Math.log(minChange) }
    })
    const weakest = cuts.toSorted((a, b) => Number(b.isSmall) - Number(a.isSmall) || b.pValue - a.pValue)[0]
    if (weakest === undefined || (!weakest.isSmall && weakest.pValue <= limit)) break
    remaining.splice(remaining.indexOf(weakest.at), 1)
  }
  return remaining
}

/** Level of a segment: documents per unit of exposure, with half a document added where there is none. */
export function segmentLevel(series: CountSeries, bounds: readonly number[], segment: number): number {
  const [from, to] = [bounds[segment] ?? 0, bounds[segment + 1] ?? series.length]
  return Math.max(0.5, sumCounts(series, from, to)) / sumExposure(series, from, to)
}
