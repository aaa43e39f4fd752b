import { createRandom } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'
import { type Forecast, forecastSeries, walkBands } from './forecast-series.ts'

const daily = 0.02
const horizon = 60

/** Closing prices whose logarithm takes independent steps of 2 %. */
function walk(days: number, seed: number): number[] {
  const random = createRandom(seed)
  let price = Math.log(80)
  return Array.from({ length: days }, () => {
    price += daily * random.normal()
    return Math.exp(price)
  })
}

function forecast(values: readonly number[], steps = horizon): Forecast {
  const made = forecastSeries({ values, kind: 'positive', horizon: steps, period: 1, candidates: [], isWalk: true })
  if ('refused' in made) throw new Error(made.refused)
  return made
}

describe('the forecast of a walk', () => {
  test('gives tomorrow the band of one day and far days that of the root of their distance', () => {
    const { steps } = forecast(walk(1000, 3))
    for (const [at, { low80, high80 }] of steps.entries()) {
      const right = 2 * 1.2816 * daily * Math.sqrt(at + 1)
      const width = Math.log(high80) - Math.log(low80)
      expect(width / right).toBeGreaterThan(0.9)
      expect(width / right).toBeLessThan(1.15)
    }
  })

  test('has its median inside the inner band, and each band inside the next', () => {
    for (const { point, low50, high50, low80, high80, low95, high95 } of forecast(walk(400, 5)).steps)
      expect([low95, low80, low50, point, high50, high80, high95]).toEqual(
        [low95, low80, low50, point, high50, high80, high95].toSorted((a, b) => a - b),
      )
  })

  test('has bands as wide on a day as if fewer days had been asked for', () => {
    const values = walk(400, 7)
    const relative = (made: Forecast) => made.steps.slice(0, 5).map(({ point, high80 }) => high80 / point)
    for (const [at, width] of relative(forecast(values, 5)).entries())
      expect(width).toBeCloseTo(relative(forecast(values))[at] ?? 0, 9)
  })

  test('holds what its bands promise at each distance', () => {
    const days = [1, 2, 5, 10, 20, 30, 60]
    const inside = new Map(days.map((day) => [day, 0]))
    const series = 500
    for (let seed = 1; seed <= series; seed++) {
      const values = Float64Array.from(walk(260 + horizon, 100 + seed), Math.log)
      const bands = walkBands(values.subarray(0, 260), horizon)
      for (const day of days) {
        const { low, high } = bands(day - 1, 0.8)
        const miss = (values[259 + day] ?? 0) - (values[259] ?? 0)
        if (miss >= low && miss <= high) inside.set(day, (inside.get(day) ?? 0) + 1)
      }
    }
    // 0.8, plus or minus two and a half standard errors of 500 series
    for (const [, held] of inside) expect(Math.abs(held / series - 0.8)).toBeLessThan(0.045)
  })
})
