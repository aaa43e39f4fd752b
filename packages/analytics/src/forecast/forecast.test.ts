import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import {
  createSeasonalNaive,
  type Forecast,
  type ForecastInput,
  forecastSeries,
  theta,
  walkBands,
} from './forecast-series.ts'
import { seasonalPeriods } from './seasonal-periods.ts'
import { dampedHoltWinters, harmonicRegression } from './forecast-models.ts'

describe('forecast series', () => {
  const weekday = [1, 1.1, 1, 0.9, 1, 0.4, 0.3]

  function counts(days: number, { seed = 1, level = 40 }: { seed?: number; level?: number } = {}): number[] {
    const random = createRandom(seed)
    return Array.from({ length: days }, (_, day) => random.poisson(level * (weekday[day % 7] ?? 1)))
  }

  const daily = { kind: 'count', horizon: 14, period: 7, candidates: [7] } as const

  function makeForecast(input: ForecastInput): Forecast {
    const forecast = forecastSeries(input)
    if ('refusal' in forecast) throw new Error(forecast.refusal)
    return forecast
  }

  describe('a forecast', () => {
    test('continues the weekly pattern and beats repeating the last week', () => {
      const values = counts(300)
      const { steps, models, model } = makeForecast({ ...daily, values })
      const naive = models.find(({ name }) => name === 'seasonal naive')
      expect(steps).toHaveLength(14)
      expect(steps[0]?.point).toBeLessThan(20) // the quietest day of the week
      expect(models[0]).toMatchObject({ name: model, chosen: true })
      expect(models.filter(({ chosen }) => chosen)).toHaveLength(1)
      expect(models[0]?.mase).toBeLessThan(0.85 * (naive?.mase ?? 0))
    })

    test('reports at least three models and the naive one', () => {
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

    test('has nested bands that contain the promised share of days', () => {
      const covered = { 50: 0, 80: 0, 95: 0 }
      let days = 0
      for (let seed = 1; seed <= 60; seed++) {
        const values = counts(214, { seed, level: 10 + seed })
        const { steps } = makeForecast({ ...daily, values: values.slice(0, 200) })
        for (const [step, { point, low50, high50, low80, high80, low95, high95 }] of steps.entries()) {
          const value = values[200 + step] ?? -1
          days += 1
          if (value >= low50 && value <= high50) covered[50] += 1
          if (value >= low80 && value <= high80) covered[80] += 1
          if (value >= low95 && value <= high95) covered[95] += 1
          expect([low95, low80, low50, point, high50, high80, high95]).toEqual(
            [low95, low80, low50, point, high50, high80, high95].toSorted((a, b) => a - b),
          )
          expect(low95).toBeGreaterThanOrEqual(0)
        }
      }
      expect(covered[80] / days).toBeGreaterThan(0.75)
      expect(covered[80] / days).toBeLessThan(0.87)
      expect(covered[50] / days).toBeLessThan(covered[80] / days)
      expect(covered[95] / days).toBeGreaterThan(0.92)
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

    test('treats unknown days as unknown, not as days without documents', () => {
      const values = counts(200)
      const gaps = values.map((value, day) => (day % 11 === 3 ? null : value))
      const zeros = values.map((value, day) => (day % 11 === 3 ? 0 : value))
      const [withGaps, withZeros] = [
        makeForecast({ ...daily, values: gaps }),
        makeForecast({ ...daily, values: zeros }),
      ]
      expect(withGaps.steps[0]?.low95).toBeGreaterThan(withZeros.steps[0]?.low95 ?? Infinity)
    })
  })

  /** Constant or repeating series, and the expected values of the next days. */
  const quietSeries: [
    name: string,
    input: { values: ForecastInput['values'] } & Partial<ForecastInput>,
    expected: number[],
  ][] = [
    ['5 a day', { values: repeat([5], 330) }, repeat([5], 14)],
    ['1 a day', { values: repeat([1], 330) }, repeat([1], 14)],
    ['a million a day', { values: repeat([1_000_000], 330) }, repeat([1_000_000], 14)],
    ['a busy Monday', { values: repeat([10, 3, 3, 3, 3, 3, 3], 329) }, repeat([10, 3, 3, 3, 3, 3, 3], 14)],
    ['only Mondays', { values: repeat([10, 0, 0, 0, 0, 0, 0], 329) }, repeat([10, 0, 0, 0, 0, 0, 0], 14)],
    ['workdays', { values: repeat([4, 4, 4, 4, 4, 0, 0], 329) }, repeat([4, 4, 4, 4, 4, 0, 0], 14)],
    ['a month of two', { values: repeat([2], 84) }, repeat([2], 14)],
    ['gaps in a constant', { values: repeat([5, 5, 5, 5, 5, 5, 5, 5, null], 330) }, repeat([5], 14)],
    [
      'a price that stands still',
      { values: repeat([12.5], 300), kind: 'positive', horizon: 20, period: 1, candidates: [] },
      repeat([12.5], 20),
    ],
    [
      'a price of a millionth',
      { values: repeat([1.2e-7], 300), kind: 'positive', horizon: 20, period: 1, candidates: [] },
      repeat([1.2e-7], 20),
    ],
    ['a level below zero', { values: repeat([-3], 300), kind: 'any', period: 1, candidates: [] }, repeat([-3], 14)],
  ]

  function repeat<Value>(pattern: readonly Value[], length: number): Value[] {
    return Array.from({ length }, (_, index) => pattern[index % pattern.length] as Value)
  }

  describe('a constant or repeating series', () => {
    test.each(quietSeries)('continues unchanged: %s', (_, input, expected) => {
      const { steps, model, models, naive, scale } = makeForecast({ ...daily, ...input })
      expect(steps.map(({ point }) => point)).toEqual(expected)
      expect(naive).toEqual(expected)
      expect(model).toBe(input.period === 1 ? 'naive' : 'seasonal naive')
      expect(models[0]).toMatchObject({ chosen: true, mase: expect.closeTo(0, 6) })
      expect(scale).toBeGreaterThan(0)
      for (const { point, ...bounds } of steps)
        for (const bound of Object.values(bounds)) expect(bound).toBeCloseTo(point, 5)
    })

    test.each<[string, number[]]>([
      ['one day less', repeat([5], 330).with(150, 4)],
      ['one spike long ago', repeat([5], 330).with(120, 400)],
      ['one spike last month', repeat([5], 330).with(310, 400)],
      ['one silent day', repeat([5], 330).with(290, 0)],
      ['every 50th day one more', repeat([5], 330).map((value, day) => value + (day % 50 === 0 ? 1 : 0))],
    ])('that is nearly constant stays near its level: %s', (_, values) => {
      for (const horizon of [14, 28])
        for (const { point, low80, high80 } of makeForecast({ ...daily, values, horizon }).steps) {
          expect(Math.abs(point - 5)).toBeLessThan(0.5)
          expect(low80).toBeLessThanOrEqual(5.001)
          expect(high80).toBeGreaterThanOrEqual(4.999)
        }
    })
  })

  describe('a forecast is refused', () => {
    test.each<[string, (number | null)[], string]>([
      ['when the history is too short', counts(60), 'too-short'],
      ['when too many days are unknown', counts(200).map((value, day) => (day % 3 === 0 ? null : value)), 'patchy'],
      ['when the last days are unknown', counts(200).map((value, day) => (day > 180 ? null : value)), 'patchy'],
      ['when hardly anything is said any more', [...counts(150), ...Array.from({ length: 60 }, () => 0)], 'dead'],
      ['when nothing was ever said', Array.from({ length: 200 }, () => 0), 'dead'],
    ])('%s', (_, values, refusal) => {
      expect(forecastSeries({ ...daily, values })).toEqual({ refusal })
    })
  })

  test('tries the period of a series that has no season lengths of its own', () => {
    const forecast = forecastSeries({
      values: Array.from({ length: 330 }, () => 5),
      kind: 'count',
      horizon: 14,
      period: 7,
    })
    expect('steps' in forecast && forecast.steps.map(({ point, low95, high95 }) => [point, low95, high95])).toEqual(
      Array.from({ length: 14 }, () => [5, 5, 5]),
    )
  })
})

describe('walk', () => {
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
    if ('refusal' in made) throw new Error(made.refusal)
    return made
  }

  describe('the forecast of a walk', () => {
    test('has the band of one day for tomorrow, and widens with the square root of the distance', () => {
      const { steps } = forecast(walk(1000, 3))
      for (const [index, { low80, high80 }] of steps.entries()) {
        const right = 2 * 1.2816 * daily * Math.sqrt(index + 1)
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

    test('has the same bands for a day when fewer days are requested', () => {
      const values = walk(400, 7)
      const relative = (made: Forecast) => made.steps.slice(0, 5).map(({ point, high80 }) => high80 / point)
      for (const [index, width] of relative(forecast(values, 5)).entries())
        expect(width).toBeCloseTo(relative(forecast(values))[index] ?? 0, 9)
    })

    test('keeps the promised coverage at each distance', () => {
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
      for (const [, covered] of inside) expect(Math.abs(covered / series - 0.8)).toBeLessThan(0.045)
    })
  })
})

describe('models', () => {
  const wave = (index: number) => 10 + 3 * Math.sin((2 * Math.PI * index) / 12)
  const seasonal = Float64Array.from({ length: 120 }, (_, index) => wave(index))
  const line = Float64Array.from({ length: 50 }, (_, index) => 5 + 2 * index)

  describe('every model', () => {
    test.each([theta, dampedHoltWinters, harmonicRegression, createSeasonalNaive(12)])(
      'continues a clean season: $name',
      (model) => {
        const points = model.forecast({ values: seasonal, periods: [12] }, 12)
        for (const [step, point] of (points ?? []).entries())
          expect(Math.abs(point - wave(120 + step))).toBeLessThan(0.2)
        expect(points).toHaveLength(12)
      },
    )

    test.each([theta, dampedHoltWinters, harmonicRegression])('continues a line cautiously: $name', (model) => {
      const [first = 0, , third = 0] = model.forecast({ values: line, periods: [] }, 3) ?? []
      expect(first).toBeGreaterThan(103)
      expect(third).toBeGreaterThan(first)
      expect(third).toBeLessThanOrEqual(109.1)
    })

    test.each([theta, dampedHoltWinters, harmonicRegression])(
      'says when there is too little to learn from: $name',
      (model) => {
        expect(model.forecast({ values: line.subarray(0, 3), periods: [12] }, 3)).toBeNull()
      },
    )
  })

  describe('seasons', () => {
    test('are found where they exist, and not in a line', () => {
      expect(seasonalPeriods(seasonal, [7, 12])).toEqual([12])
      expect(seasonalPeriods(line, [7, 12])).toEqual([])
    })

    test('need three repetitions to be detected', () => {
      expect(seasonalPeriods(seasonal.subarray(0, 30), [12])).toEqual([])
    })
  })
})
