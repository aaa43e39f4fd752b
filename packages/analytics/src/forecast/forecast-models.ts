import { median } from 'simple-statistics'

/** A series as models see it: no gaps, on the scale on which changes are additive, oldest first. */
interface ModelInput {
  values: Float64Array
  /** Lengths of the seasons found in the series, in steps, shortest first; empty when there are none. */
  periods: readonly number[]
}

/** A method that continues a series. Pure: the same series gives the same points. */
export interface ForecastModel {
  /** Display name. */
  name: string
  /** Points for the next `horizon` steps; null when the series is too short for this model. */
  forecast(input: ModelInput, horizon: number): Float64Array | null
}

interface Vertex {
  at: readonly number[]
  value: number
}

/**
 * Finds a minimum of a function near `start` without derivatives: Nelder & Mead (1965), A simplex method for function
 * minimization, The Computer Journal 7, with the usual coefficients. Deterministic; `steps` limits its work.
 */
export function minimize(
  cost: (at: readonly number[]) => number,
  { start, stepSize, steps }: { start: readonly number[]; stepSize: number; steps: number },
): readonly number[] {
  const vertex = (at: readonly number[]): Vertex => ({ at, value: cost(at) })
  const simplex = [start, ...start.map((_, moved) => start.map((x, i) => (i === moved ? x + stepSize : x)))].map(vertex)
  for (let step = 0; step < steps; step++) {
    simplex.sort((a, b) => a.value - b.value)
    const [best, worst, second] = [simplex[0], simplex.at(-1), simplex.at(-2)]
    if (best === undefined || worst === undefined || second === undefined) break
    if (worst.value - best.value <= 1e-7 * Math.abs(best.value)) break
    const center = start.map(
      (_, i) => simplex.slice(0, -1).reduce((sum, { at }) => sum + (at[i] ?? 0), 0) / start.length,
    )
    const along = (factor: number) => vertex(center.map((c, i) => c + factor * ((worst.at[i] ?? 0) - c)))
    const reflected = along(-1)
    const next =
      reflected.value < best.value
        ? lower(along(-2), reflected)
        : reflected.value < second.value
          ? reflected
          : lower(along(reflected.value < worst.value ? -0.5 : 0.5), worst)
    if (next !== worst) simplex[simplex.length - 1] = next
    else for (let i = 1; i < simplex.length; i++) simplex[i] = vertex(between(best.at, simplex[i]?.at ?? best.at))
  }
  return simplex.reduce(lower).at
}

function lower(a: Vertex, b: Vertex): Vertex {
  return a.value < b.value ? a : b
}

function between(a: readonly number[], b: readonly number[]): number[] {
  return a.map((x, i) => (x + (b[i] ?? x)) / 2)
}

/** A series without its seasons, and the seasonal part of each coming step. */
export interface DeseasonalizedSeries {
  values: Float64Array
  /** The seasonal part of the step `ahead` (1 is the next one). */
  seasonAt(ahead: number): number
}

/**
 * Removes the seasons by classical additive decomposition, the shortest first: the median distance of each place in the season from a centred moving
 * average over one season, profiles centred on 0. On a log scale that is multiplicative.
 */
export function deseasonalize(values: Float64Array, periods: readonly number[]): DeseasonalizedSeries {
  const rest = Float64Array.from(values)
  const profiles: Float64Array[] = []
  for (const period of periods) {
    const profile = seasonalProfile(rest, period)
    for (let index = 0; index < rest.length; index++) rest[index] = (rest[index] ?? 0) - (profile[index % period] ?? 0)
    profiles.push(profile)
  }
  const n = values.length
  return {
    values: rest,
    seasonAt: (ahead) => profiles.reduce((sum, profile) => sum + (profile[(n + ahead - 1) % profile.length] ?? 0), 0),
  }
}

function seasonalProfile(values: Float64Array, period: number): Float64Array {
  const level = centredAverage(values, period)
  const places: number[][] = Array.from({ length: period }, () => [])
  for (const [index, average] of level.entries())
    if (!Number.isNaN(average)) places[index % period]?.push((values[index] ?? 0) - average)
  const profile = Float64Array.from(places, (distances) => (distances.length === 0 ? 0 : median(distances)))
  const mean = profile.reduce((sum, value) => sum + value, 0) / period
  return profile.map((value) => value - mean)
}

/** Moving average over one season, with half weight at both ends of an even one; NaN where the season does not fit. */
function centredAverage(values: Float64Array, period: number): Float64Array {
  const half = Math.floor(period / 2)
  const isEven = period % 2 === 0
  const sums = new Float64Array(values.length + 1)
  for (let index = 0; index < values.length; index++) sums[index + 1] = (sums[index] ?? 0) + (values[index] ?? 0)
  const average = new Float64Array(values.length).fill(Number.NaN)
  for (let index = half; index + half < values.length; index++) {
    const sum = (sums[index + half + 1] ?? 0) - (sums[index - half] ?? 0)
    const ends = isEven ? ((values[index - half] ?? 0) + (values[index + half] ?? 0)) / 2 : 0
    average[index] = (sum - ends) / period
  }
  return average
}

interface Smoothing {
  alpha: number
  beta: number
  gamma: number
  phi: number
}

/** Maximum history to smooth: older values no longer affect the result. */
const maxHistory = 1500

/**
 * Additive Holt-Winters smoothing with a damped trend, usually on a log or root scale: Gardner & McKenzie (1985), Forecasting trends in time series,
 * Management Science 31. The longest season is smoothed, shorter ones are removed first. The four parameters minimise the absolute one-step errors
 * after the first season.
 */
export const dampedHoltWinters: ForecastModel = {
  name: 'damped Holt-Winters',
  forecast({ values, periods }, horizon) {
    const period = periods.at(-1) ?? 1
    if (values.length < Math.max(6, 2 * period)) return null
    const { values: all, seasonAt } = deseasonalize(values, periods.slice(0, -1))
    const recent = all.subarray(Math.max(0, all.length - Math.max(maxHistory, 3 * period)))
    const start = initialSeason(recent, period)
    const at = minimize((x) => run(recent, { period, start, smoothing: toSmoothing(x) }).error, {
      start: [-1, -3, period > 1 ? -2 : 0, 2],
      stepSize: 1,
      steps: 90,
    })
    const smoothing = toSmoothing(at)
    const { level, trend, season } = run(recent, { period, start, smoothing })
    let grown = 0
    return Float64Array.from({ length: horizon }, (_, step) => {
      grown = smoothing.phi * (grown + 1)
      return level + grown * trend + (season[(recent.length + step) % period] ?? 0) + seasonAt(step + 1)
    })
  },
}

/** Alpha in (0, 1), beta below alpha, gamma below 1 - alpha, phi in [0.8, 0.98], as in Hyndman & Athanasopoulos (2021), §8.3. */
function toSmoothing([a = 0, b = 0, c = 0, d = 0]: readonly number[]): Smoothing {
  const alpha = 0.001 + 0.998 * logistic(a)
  return { alpha, beta: alpha * logistic(b), gamma: (1 - alpha) * logistic(c), phi: 0.8 + 0.18 * logistic(d) }
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function initialSeason(values: Float64Array, period: number): Float64Array {
  const { values: rest } = deseasonalize(values, period > 1 ? [period] : [])
  return Float64Array.from({ length: period }, (_, index) => (values[index] ?? 0) - (rest[index] ?? 0))
}

function run(
  values: Float64Array,
  { period, start, smoothing }: { period: number; start: Float64Array; smoothing: Smoothing },
): { level: number; trend: number; season: Float64Array; error: number } {
  const { alpha, beta, gamma, phi } = smoothing
  const season = Float64Array.from(start)
  let level = 0
  for (let index = 0; index < period; index++) level += ((values[index] ?? 0) - (season[index] ?? 0)) / period
  let trend = 0
  let error = 0
  for (let index = 0; index < values.length; index++) {
    const seasonIndex = index % period
    const expected = level + phi * trend + (season[seasonIndex] ?? 0)
    const miss = (values[index] ?? 0) - expected
    if (index >= period) error += Math.abs(miss)
    level += phi * trend + alpha * miss
    trend = phi * trend + beta * miss
    if (period > 1) season[seasonIndex] = (season[seasonIndex] ?? 0) + gamma * miss
  }
  return { level, trend, season, error }
}

/**
 * Solves ordinary least squares with a small ridge: the coefficients b that minimise |y - Xb|² + ridge · |b|², where the ridge excludes the first
 * column, through the Cholesky factor of the normal equations. `rows` are the rows of X.
 */
function leastSquares({
  rows,
  target,
  ridge,
}: {
  rows: readonly Float64Array[]
  target: Float64Array
  ridge: number
}): Float64Array {
  const width = rows[0]?.length ?? 0
  const normal = Array.from({ length: width }, () => new Float64Array(width))
  const right = new Float64Array(width)
  for (const [index, row] of rows.entries()) {
    const y = target[index] ?? 0
    for (let i = 0; i < width; i++) {
      const x = row[i] ?? 0
      const line = normal[i]
      if (line === undefined || x === 0) continue
      right[i] = (right[i] ?? 0) + x * y
      for (let j = 0; j <= i; j++) line[j] = (line[j] ?? 0) + x * (row[j] ?? 0)
    }
  }
  for (let i = 1; i < width; i++) {
    const line = normal[i]
    if (line !== undefined) line[i] = (line[i] ?? 0) + ridge
  }
  return solve(factorize(normal), right)
}

/** Lower Cholesky factor of a symmetric positive matrix whose lower half is given. */
function factorize(matrix: readonly Float64Array[]): Float64Array[] {
  const factor = matrix.map((row) => new Float64Array(row.length))
  for (const [i, row] of factor.entries()) {
    for (let j = 0; j <= i; j++) {
      const other = factor[j] ?? row
      let sum = matrix[i]?.[j] ?? 0
      for (let k = 0; k < j; k++) sum -= (row[k] ?? 0) * (other[k] ?? 0)
      // A column that the others explain leaves no remainder; a tiny pivot gives it no weight.
      row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (other[j] ?? 1)
    }
  }
  return factor
}

function solve(factor: readonly Float64Array[], right: Float64Array): Float64Array {
  const half = Float64Array.from(right)
  for (const [i, row] of factor.entries()) {
    for (let k = 0; k < i; k++) half[i] = (half[i] ?? 0) - (row[k] ?? 0) * (half[k] ?? 0)
    half[i] = (half[i] ?? 0) / (row[i] ?? 1)
  }
  for (let i = factor.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < factor.length; k++) half[i] = (half[i] ?? 0) - (factor[k]?.[i] ?? 0) * (half[k] ?? 0)
    half[i] = (half[i] ?? 0) / (factor[i]?.[i] ?? 1)
  }
  return half
}

/** Maximum number of waves per season: enough for a profile with a few corners, few enough to be estimated. */
const maxWaves = 8
const harmonicRidge = 0.1

/**
 * Seasonal regression: level, linear trend and sine waves of every season, with errors that decay as a first-order autoregression. Dynamic harmonic
 * regression, Hyndman & Athanasopoulos (2021), Forecasting: Principles and Practice, §10.5. The trend continues at half its slope, as in Theta: a
 * line fitted to years overstates the coming weeks.
 */
export const harmonicRegression: ForecastModel = {
  name: 'seasonal regression',
  forecast({ values, periods }, horizon) {
    const n = values.length
    const toRow = createRow({ periods, n })
    const first = Math.max(0, n - maxHistory)
    const recent = values.subarray(first)
    const rows = Array.from(recent, (_, index) => toRow(first + index))
    const width = rows[0]?.length ?? 0
    if (recent.length < 2 * width) return null
    const coefficients = leastSquares({ rows, target: recent, ridge: harmonicRidge })
    const rest = recent.map((value, index) => value - product(rows[index], coefficients))
    const fade = firstAutocorrelation(rest)
    const lastRest = rest.at(-1) ?? 0
    const slope = coefficients[1] ?? 0
    return Float64Array.from({ length: horizon }, (_, step) => {
      const overshoot = (slope / 2) * ((step + 1) / n)
      return product(toRow(n + step), coefficients) - overshoot + lastRest * fade ** (step + 1)
    })
  },
}

function createRow({ periods, n }: { periods: ModelInput['periods']; n: number }): (position: number) => Float64Array {
  const waves = periods.flatMap((period) =>
    Array.from(
      { length: Math.min(maxWaves, Math.floor((period - 1) / 2)) },
      (_, wave) => (2 * Math.PI * (wave + 1)) / period,
    ),
  )
  return (at) => {
    const row = new Float64Array(2 + 2 * waves.length)
    row[0] = 1
    row[1] = at / n
    for (const [index, frequency] of waves.entries()) {
      row[2 + 2 * index] = Math.sin(frequency * at)
      row[3 + 2 * index] = Math.cos(frequency * at)
    }
    return row
  }
}

function product(row: Float64Array | undefined, coefficients: Float64Array): number {
  let sum = 0
  for (let index = 0; index < coefficients.length; index++) sum += (row?.[index] ?? 0) * (coefficients[index] ?? 0)
  return sum
}

function firstAutocorrelation(values: Float64Array): number {
  let [products, squares] = [0, 0]
  for (let index = 1; index < values.length; index++) {
    products += (values[index] ?? 0) * (values[index - 1] ?? 0)
    squares += (values[index - 1] ?? 0) ** 2
  }
  return squares === 0 ? 0 : Math.min(0.995, Math.max(-0.9, products / squares))
}
