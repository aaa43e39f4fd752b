import { linearRegression } from 'simple-statistics'
import { deseasonalize } from '../seasonal-profile.ts'
import type { ForecastModel } from '../forecast-model.ts'
import { minimize } from '../minimize.ts'

/**
 * The Theta method: seasons taken out, simple exponential smoothing with half of the linear trend as drift, seasons put
 * back. Assimakopoulos & Nikolopoulos (2000), IJF 16; as smoothing with drift: Hyndman & Billah (2003), IJF 19.
 */
export const theta: ForecastModel = {
  name: 'Theta',
  forecast({ values, periods }, horizon) {
    const n = values.length
    if (n < 4) return null
    const { values: level, seasonAt } = deseasonalize(values, periods)
    const { m: slope } = linearRegression(Array.from(level, (value, index) => [index, value]))
    const alpha = bestAlpha(level)
    const last = smooth(level, alpha).level
    const start = (1 - (1 - alpha) ** n) / alpha
    return Float64Array.from({ length: horizon }, (_, step) => last + (slope / 2) * (step + start) + seasonAt(step + 1))
  },
}

function bestAlpha(values: Float64Array): number {
  const [best = 0] = minimize(([x = 0]) => smooth(values, toAlpha(x)).squaredError, {
    start: [0],
    stepSize: 1,
    steps: 40,
  })
  return toAlpha(best)
}

/** Keeps the smoothing within [0.01, 0.99]. */
function toAlpha(x: number): number {
  return 0.01 + 0.98 / (1 + Math.exp(-x))
}

function smooth(values: Float64Array, alpha: number): { level: number; squaredError: number } {
  let level = values[0] ?? 0
  let squaredError = 0
  for (const value of values) {
    const error = value - level
    squaredError += error * error
    level += alpha * error
  }
  return { level, squaredError }
}
