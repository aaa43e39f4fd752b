import { deseasonalize } from '../seasonal-profile.ts'
import type { ForecastModel } from '../forecast-model.ts'
import { minimize } from '../minimize.ts'

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
    const start = startOf(recent, period)
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

function startOf(values: Float64Array, period: number): Float64Array {
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
    const place = index % period
    const expected = level + phi * trend + (season[place] ?? 0)
    const miss = (values[index] ?? 0) - expected
    if (index >= period) error += Math.abs(miss)
    level += phi * trend + alpha * miss
    trend = phi * trend + beta * miss
    if (period > 1) season[place] = (season[place] ?? 0) + gamma * miss
  }
  return { level, trend, season, error }
}
