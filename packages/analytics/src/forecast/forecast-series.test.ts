import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { type Forecast, type ForecastInput, forecastSeries } from './forecast-series.ts'

const weekday = [1, 1.1, 1, 0.9, 1, 0.4, 0.3]

function counts(days: number, { seed = 1, level = 40 }: { seed?: number; level?: number } = {}): number[] {
  const random = createRandom(seed)
  return Array.from({ length: days }, (_, day) => random.poisson(level * (weekday[day % 7] ?? 1)))
}

const daily = { kind: 'count', horizon: 14, period: 7, candidates: [7] } as const

function makeForecast(input: ForecastInput): Forecast {
  const forecast = forecastSeries(input)
  if ('refused' in forecast) throw new Error(forecast.refused)
  return forecast
}

describe('a forecast', () => {
  test('carries the weekdays on and beats repeating the last week', () => {
    const values = counts(300)
    const { steps, models, model } = makeForecast({ ...daily, values })
    const naive = models.find(({ name }) => name === 'seasonal naive')
    expect(steps).toHaveLength(14)
    expect(steps[0]?.point).toBeLessThan(20) // the quietest day of the week
    expect(models[0]).toMatchObject({ name: model, chosen: true })
    expect(models.filter(({ chosen }) => chosen)).toHaveLength(1)
    expect(models[0]?.mase).toBeLessThan(0.85 * (naive?.mase ?? 0))
  })

  test('tells at least three models and the naive one', () => {
    expect(makeForecast({ ...daily, values: counts(200) }).models.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'seasonal naive',
        'Theta',
        'damped Holt-Winters',
        'seasonal regression',
        'weighted ensemble',
      ]),
    )
  })

  test('has bands inside each other that hold the share of days they promise', () => {
    const held = { 50: 0, 80: 0, 95: 0 }
    let days = 0
    for (let seed = 1; seed <= 60; seed++) {
      const values = counts(214, { seed, level: 10 + seed })
      const { steps } = makeForecast({ ...daily, values: values.slice(0, 200) })
      for (const [step, { point, low50, high50, low80, high80, low95, high95 }] of steps.entries()) {
        const value = values[200 + step] ?? -1
        days += 1
        if (value >= low50 && value <= high50) held[50] += 1
        if (value >= low80 && value <= high80) held[80] += 1
        if (value >= low95 && value <= high95) held[95] += 1
        expect([low95, low80, low50, point, high50, high80, high95]).toEqual(
          [low95, low80, low50, point, high50, high80, high95].toSorted((a, b) => a - b),
        )
        expect(low95).toBeGreaterThanOrEqual(0)
      }
    }
    expect(held[80] / days).toBeGreaterThan(0.75)
    expect(held[80] / days).toBeLessThan(0.87)
    expect(held[50] / days).toBeLessThan(held[80] / days)
    expect(held[95] / days).toBeGreaterThan(0.92)
  })

  test('follows the growth of prices and never falls below 0', () => {
    const values = Array.from({ length: 300 }, (_, day) => Math.exp(day / 100 + 0.01 * Math.sin(day * 7)))
    const { steps } = makeForecast({ values, kind: 'positive', horizon: 20, period: 1, candidates: [] })
    expect(steps[19]?.point).toBeGreaterThan(values[299] ?? 0)
    expect(steps.every(({ low95 }) => low95 > 0)).toBe(true)
  })

  test('is the same each time', () => {
    const values = counts(150)
    expect(forecastSeries({ ...daily, values })).toEqual(forecastSeries({ ...daily, values }))
  })

  test('looks at unknown days as unknown, not as days without documents', () => {
    const values = counts(200)
    const gaps = values.map((value, day) => (day % 11 === 3 ? null : value))
    const zeros = values.map((value, day) => (day % 11 === 3 ? 0 : value))
    const [withGaps, withZeros] = [makeForecast({ ...daily, values: gaps }), makeForecast({ ...daily, values: zeros })]
    expect(withGaps.steps[0]?.low95).toBeGreaterThan(withZeros.steps[0]?.low95 ?? Infinity)
  })
})

describe('a forecast is refused', () => {
  test.each<[string, (number | null)[], string]>([
    ['when the history is too short', counts(60), 'too-short'],
    ['when too many days are unknown', counts(200).map((value, day) => (day % 3 === 0 ? null : value)), 'patchy'],
    ['when the last days are unknown', counts(200).map((value, day) => (day > 180 ? null : value)), 'patchy'],
    ['when hardly anything is said any more', [...counts(150), ...Array.from({ length: 60 }, () => 0)], 'dead'],
    ['when nothing was ever said', Array.from({ length: 200 }, () => 0), 'dead'],
  ])('%s', (_, values, refused) => {
    expect(forecastSeries({ ...daily, values })).toEqual({ refused })
  })
})
