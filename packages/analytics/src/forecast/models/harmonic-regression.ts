import type { ForecastModel, ModelInput } from '../forecast-model.ts'
import { leastSquares } from '../least-squares.ts'

/** Maximum number of waves per season: enough for a profile with a few corners, few enough to be estimated. */
const maxWaves = 8
const maxHistory = 1500
const ridge = 0.1

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
    const coefficients = leastSquares({ rows, target: recent, ridge })
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

function createRow({ periods, n }: { periods: ModelInput['periods']; n: number }): (at: number) => Float64Array {
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
