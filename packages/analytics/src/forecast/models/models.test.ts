import { describe, expect, test } from 'vitest'
import { seasonalPeriods } from '../seasonal-periods.ts'
import { dampedHoltWinters } from './damped-holt-winters.ts'
import { harmonicRegression } from './harmonic-regression.ts'
import { createSeasonalNaive, theta } from '../forecast-series.ts'

const wave = (at: number) => 10 + 3 * Math.sin((2 * Math.PI * at) / 12)
const seasonal = Float64Array.from({ length: 120 }, (_, at) => wave(at))
const line = Float64Array.from({ length: 50 }, (_, at) => 5 + 2 * at)

describe('every model', () => {
  test.each([theta, dampedHoltWinters, harmonicRegression, createSeasonalNaive(12)])(
    'carries a clean season on: $name',
    (model) => {
      const points = model.forecast({ values: seasonal, periods: [12] }, 12)
      for (const [step, point] of (points ?? []).entries()) expect(Math.abs(point - wave(120 + step))).toBeLessThan(0.2)
      expect(points).toHaveLength(12)
    },
  )

  test.each([theta, dampedHoltWinters, harmonicRegression])('carries a line on, with caution: $name', (model) => {
    const [first = 0, , third = 0] = model.forecast({ values: line, periods: [] }, 3) ?? []
    expect(first).toBeGreaterThan(103)
    expect(third).toBeGreaterThan(first)
    expect(third).toBeLessThanOrEqual(109.1)
  })

  test.each([theta, dampedHoltWinters, harmonicRegression])(
    'says when it has too little to learn from: $name',
    (model) => {
      expect(model.forecast({ values: line.subarray(0, 3), periods: [12] }, 3)).toBeNull()
    },
  )
})

describe('seasons', () => {
  test('are found where they are, and not in a line', () => {
    expect(seasonalPeriods(seasonal, [7, 12])).toEqual([12])
    expect(seasonalPeriods(line, [7, 12])).toEqual([])
  })

  test('need three of them to be seen', () => {
    expect(seasonalPeriods(seasonal.subarray(0, 30), [12])).toEqual([])
  })
})
