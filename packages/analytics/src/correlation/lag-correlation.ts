import { bisect, errorFunction, median } from 'simple-statistics'
import type { DayValue } from '../series/daily-series.ts'
import { autocorrelations } from '../forecast/seasonal-periods.ts'
import { z95 } from '../series/interval.ts'

/** How a daily series is compared: changes of its logarithm, of its logarithm plus one (counts), or of the value itself (tone). */
export type ChangeScale = 'log' | 'log-count' | 'value'

/** Changes of two series over the same days, without the weekday effect. */
interface PairedChanges {
  first: Float64Array
  second: Float64Array
}

/** The longest step in days over which a change is taken: a long weekend of an exchange. */
const maxStepDays = 5

/**
 * Pairs the changes of two daily series, the first one `lag` days earlier than the second. A change runs from the previous day on which the second is
 * known (the last trading day) to this one, for both over the same number of days. The median of each weekday is subtracted and values beyond four
 * robust standard deviations are clipped, so that one loud day decides nothing. Both series begin on the same day and have no missing day.
 */
function pairChanges(
  first: readonly (number | null)[],
  second: readonly (number | null)[],
  lag: number,
  season = 7,
): PairedChanges {
  const [xs, ys, weekdays]: [number[], number[], number[]] = [[], [], []]
  const maxStep = season === 1 ? 1 : maxStepDays
  let before: number | null = null
  for (const [index, value] of second.entries()) {
    if (value === null) continue
    const from = before
    before = index
    if (from === null || index - from > maxStep) continue
    const [start, end, base] = [first[from - lag], first[index - lag], second[from]]
    if (start == null || end == null || base == null) continue
    xs.push(end - start)
    ys.push(value - base)
    weekdays.push(index % season)
  }
  return { first: treat(xs, weekdays), second: treat(ys, weekdays) }
}

/** The values on the scale on which their changes are compared; a price of 0 or below is treated as unknown. */
function onChangeScale(days: readonly DayValue[], change: ChangeScale): (number | null)[] {
  return days.map(({ value }) => {
    if (value === null) return null
    if (change === 'log') return value > 0 ? Math.log(value) : null
    return change === 'log-count' ? Math.log1p(value) : value
  })
}

function treat(values: readonly number[], weekdays: readonly number[]): Float64Array {
  const byWeekday: number[][] = Array.from({ length: 7 }, () => [])
  for (const [index, weekday] of weekdays.entries()) byWeekday[weekday]?.push(values[index] ?? 0)
  const usual = byWeekday.map((changes) => (changes.length === 0 ? 0 : median(changes)))
  const rest = Float64Array.from(values, (value, index) => value - (usual[weekdays[index] ?? 0] ?? 0))
  const limit = 4 * robustDeviation(rest)
  return limit === 0 ? rest : rest.map((value) => Math.max(-limit, Math.min(limit, value)))
}

/** 1.4826 times the median absolute value, which is the standard deviation of a normal distribution; 0 when most values are 0. */
function robustDeviation(values: Float64Array): number {
  const sizes = values.map(Math.abs).toSorted()
  return 1.4826 * (sizes[Math.floor(sizes.length / 2)] ?? 0)
}

export interface LagScanInput {
  /** The series that may lead. Both series begin on the same day and have no missing day. */
  first: readonly DayValue[]
  firstChange: ChangeScale
  second: readonly DayValue[]
  secondChange: ChangeScale
  /** Lags to try, in days to either side. */
  maxLagDays: number
  /** The number of steps after which the series repeats: 7 for days; 1 for series of longer intervals, whose lags are in intervals. */
  season?: number
}

/** The correlation at one lag with its own 95 % bounds and p-value, not corrected for the other lags. */
export interface LagCorrelation {
  /** Positive when the first series moves first. */
  lagDays: number
  coefficient: number
  low: number
  high: number
  pValue: number
  /** Pairs of changes. */
  n: number
  /** The equivalent number of independent pairs, at most n. */
  effectiveN: number
}

export interface LagScan {
  isLinked: boolean
  /** The lag with the smallest p-value; its bounds and p-value are corrected for the number of lags. */
  strongest: LagCorrelation
  lags: LagCorrelation[]
}

/** Minimum number of pairs at a lag: below it, no relevant correlation could be distinguished from none. */
export const minPairs = 40
const significance = 0.05

/**
 * Finds the lag at which changes of one daily series correlate with changes of another.
 *
 * Taking changes removes trends; weekday medians are removed (`pairChanges`). Significance uses the effective number of pairs of two autocorrelated
 * series (Bartlett 1935; Pyper & Peterman 1998, CJFAS 55), Fisher's z, and Bonferroni over the lags tried, which also widens the bounds of the
 * strongest. Null with fewer than 40 pairs at every lag. It cannot distinguish cause from coincidence, nor a common cause from either.
 */
export function scanLags({
  first,
  firstChange,
  second,
  secondChange,
  maxLagDays,
  season = 7,
}: LagScanInput): LagScan | null {
  const [xs, ys] = [onChangeScale(first, firstChange), onChangeScale(second, secondChange)]
  const lags: LagCorrelation[] = []
  for (let lag = -maxLagDays; lag <= maxLagDays; lag++) {
    const pairs = pairChanges(xs, ys, lag, season)
    if (pairs.first.length >= minPairs) lags.push(correlate(pairs, lag, season))
  }
  const best = lags.reduce<LagCorrelation | null>(
    (least, one) => (least === null || rank(one) > rank(least) ? one : least),
    null,
  )
  if (best === null) return null
  const pValue = Math.min(1, best.pValue * lags.length)
  const wide = bisect((z: number) => twoSided(z) - significance / lags.length, 1.5, 8, 100, 1e-9)
  return {
    isLinked: pValue < significance,
    strongest: { ...best, ...bounds(best, wide), pValue },
    lags,
  }
}

/** Distance from no correlation in standard errors; the p-values of strong lags all underflow to 0. */
function rank({ coefficient, effectiveN }: LagCorrelation): number {
  return Math.abs(fisher(coefficient)) * Math.sqrt(Math.max(0, effectiveN - 3))
}

function correlate({ first: x, second: y }: PairedChanges, lagDays: number, season: number): LagCorrelation {
  const coefficient = Math.max(-1, Math.min(1, pearson(x, y)))
  const n = x.length
  const effectiveN = effectivePairs(x, y, season)
  const z = Math.abs(fisher(coefficient)) * Math.sqrt(Math.max(0, effectiveN - 3))
  const uncorrectedBounds = bounds({ coefficient, effectiveN }, z95)
  return { lagDays, coefficient, ...uncorrectedBounds, pValue: twoSided(z), n, effectiveN }
}

/** Probability of a standard normal value at least this far from 0. The library's table of the distribution ends at 3.09. */
function twoSided(z: number): number {
  return Math.min(1, Math.max(0, 1 - errorFunction(z * Math.SQRT1_2)))
}

/** Fisher's (1921) z bounds of a correlation coefficient. */
function bounds({ coefficient, effectiveN }: { coefficient: number; effectiveN: number }, z: number) {
  if (effectiveN <= 4) return { low: -1, high: 1 }
  const half = z / Math.sqrt(effectiveN - 3)
  return { low: Math.tanh(fisher(coefficient) - half), high: Math.tanh(fisher(coefficient) + half) }
}

/** Keeps a perfect correlation finite. */
function fisher(coefficient: number): number {
  return Math.atanh(Math.max(-0.999999, Math.min(0.999999, coefficient)))
}

/** Both have a mean of about 0 already; limiting outliers moves it a little. 0 when a series never moves. */
function pearson(x: Float64Array, y: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(x), mean(y)]
  let [products, squaresX, squaresY] = [0, 0, 0]
  for (let index = 0; index < x.length; index++) {
    const [a, b] = [(x[index] ?? 0) - meanX, (y[index] ?? 0) - meanY]
    products += a * b
    squaresX += a * a
    squaresY += b * b
  }
  return squaresX === 0 || squaresY === 0 ? 0 : products / Math.sqrt(squaresX * squaresY)
}

/** n / (1 + 2 Σ (1 - j/n) ρx(j) ρy(j)) over the lags up to a fifth of n, at most 30; never above n. The seasonal medians cost degrees of freedom. */
function effectivePairs(x: Float64Array, y: Float64Array, season: number): number {
  const n = x.length
  const far = Math.min(30, Math.floor(n / 5))
  const [ofX, ofY] = [autocorrelations(x, far), autocorrelations(y, far)]
  const shared = ofX.reduce((sum, r, index) => sum + (1 - (index + 1) / n) * r * (ofY[index] ?? 0), 0)
  return Math.min(n, n / Math.max(1 + 2 * shared, 1e-9)) - (season - 1)
}
