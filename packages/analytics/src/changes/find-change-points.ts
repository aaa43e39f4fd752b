import { optimalPartition } from './optimal-partition.ts'

/** A segment has a level, a slope and a position: three parameters, each with a cost of ln n (Schwarz 1978). */
const parameters = 3
/** The shortest segment that has a slope and residuals. */
const minLength = 3

/**
 * Positions at which the level or slope of a series of real numbers changed, ascending: each is the first of a new segment.
 *
 * The general detector, without settings: straight lines by PELT on the standardised series (mean 0, variance 1) with the Bayesian information
 * criterion as penalty. For daily counts use `findInflections`, which models how counts scatter.
 */
export function findChangePoints(values: readonly number[]): number[] {
  const length = values.length
  const standard = standardise(values)
  if (length < 2 * minLength || standard === null) return []
  const bounds = optimalPartition({
    length,
    candidates: Array.from({ length: length - 1 }, (_, index) => index + 1),
    cost: lineCost(standard),
    penalty: parameters * Math.log(length),
    minLength,
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
  for (const [at, value] of values.entries()) {
    sums[at + 1] = (sums[at] ?? 0) + value
    squares[at + 1] = (squares[at] ?? 0) + value * value
    moments[at + 1] = (moments[at] ?? 0) + at * value
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
