import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { dailyMean, meanGap } from './mean-gap.ts'

const flat = (days: number, mean: (day: number) => number | null, weight = 5) => ({
  means: Array.from({ length: days }, (_, day) => mean(day)),
  weights: Array.from({ length: days }, () => weight),
})

describe('the mean of values that come by days', () => {
  test('weighs days by their values', () => {
    const mean = dailyMean({ means: [0.5, null, -0.1], weights: [1, 0, 3] })
    expect(mean).toEqual({ value: expect.closeTo((0.5 - 0.3) / 4, 12), low: null, high: null, days: 2, n: 4 })
    expect(dailyMean({ means: [null], weights: [0] })).toBeNull()
  })

  test('is less sure when the values of a day agree than as many values alone would be', () => {
    const random = createRandom(3)
    const means = Array.from({ length: 60 }, () => random.next() - 0.5)
    const of = (weight: number) => dailyMean({ means, weights: means.map(() => weight) })
    // A hundred identical values a day are no more certain than one.
    expect(of(100)?.low).toBeCloseTo(of(1)?.low ?? 0, 12)
  })
})

describe('the difference of two means', () => {
  test('is first minus second, and bounds hold it', () => {
    const gap = meanGap({
      first: flat(30, (day) => 0.3 + (day % 3) / 100),
      second: flat(30, (day) => 0.1 - (day % 2) / 50),
    })
    expect(gap?.value).toBeCloseTo(0.22, 9)
    expect(gap?.low).toBeLessThan(0.22)
    expect(gap?.low).toBeGreaterThan(0.2)
    expect(gap).toMatchObject({ isDistinct: true, days: 30, n: 300 })
  })

  test('is not widened by news that moves both alike', () => {
    const random = createRandom(11)
    const shock = Array.from({ length: 50 }, () => random.next() - 0.5)
    const gap = meanGap({
      first: flat(50, (day) => 0.2 + (shock[day] ?? 0)),
      second: flat(50, (day) => shock[day] ?? 0),
    })
    expect((gap?.high ?? 1) - (gap?.low ?? 0)).toBeLessThan(1e-9)
  })

  test('is unknown without values on a side, and without bounds on few days', () => {
    expect(meanGap({ first: flat(30, () => 0.1), second: flat(30, () => null) })).toBeNull()
    expect(meanGap({ first: flat(30, () => 0.1), second: flat(30, (day) => (day < 5 ? 0.2 : null)) })).toMatchObject({
      low: null,
      isDistinct: null,
      days: 5,
    })
  })
})
