import { expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { meanDifference, meanInterval, poissonInterval, wilsonInterval } from './interval.ts'

test('Wilson bounds agree with published values', () => {
  // Newcombe (1998), Statistics in Medicine 17, table I, method 3.
  expect(wilsonInterval(81, 263)?.low).toBeCloseTo(0.2553, 4)
  expect(wilsonInterval(81, 263)?.high).toBeCloseTo(0.3662, 4)
  expect(wilsonInterval(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.1611, 4) })
  expect(wilsonInterval(29, 29)).toEqual({ low: expect.closeTo(0.883, 3), high: 1 })
})

test('nothing observed has no share', () => {
  expect(wilsonInterval(0, 0)).toBeNull()
})

test('a mean of one value has no bounds', () => {
  expect(meanInterval({ n: 1, sum: 0.4, sumSquares: 0.16 })).toEqual({ mean: 0.4, interval: null })
  expect(meanInterval({ n: 0, sum: 0, sumSquares: 0 })).toBeNull()
})

test('a difference of means agrees with a worked example', () => {
  // values 1, 2, 3 against 5, 7: means 2 and 6, variances 1 and 2, so the error is √(1/3 + 2/2)
  const difference = meanDifference({ n: 3, sum: 6, sumSquares: 14 }, { n: 2, sum: 12, sumSquares: 74 })
  expect(difference?.value).toBeCloseTo(-4, 9)
  expect(difference?.high).toBeCloseTo(-4 + 1.959964 * Math.sqrt(4 / 3), 6)
  expect(meanDifference({ n: 1, sum: 1, sumSquares: 1 }, { n: 9, sum: 9, sumSquares: 9 })).toBeNull()
})

test('equal values have bounds of no width', () => {
  const { interval } = meanInterval({ n: 30, sum: 3, sumSquares: 0.3 }) ?? {}
  expect((interval?.high ?? 1) - (interval?.low ?? 0)).toBeCloseTo(0, 6)
})

test.each([
  [1, 0.0253, 5.572],
  [10, 4.795, 18.39],
  [100, 81.36, 121.63],
])('Poisson bounds of %i are near the exact ones', (count, low, high) => {
  const interval = poissonInterval(count)
  expect(Math.abs(interval.low - low)).toBeLessThan(0.03 + 0.01 * low)
  expect(interval.high / high).toBeCloseTo(1, 1)
})

test('Poisson bounds hold the true mean about 95 times in 100', () => {
  const random = createRandom(41)
  const held = Array.from({ length: 2_000 }, () => poissonInterval(random.poisson(12))).filter(
    ({ low, high }) => low <= 12 && 12 <= high,
  )
  expect(held.length / 2_000).toBeGreaterThan(0.93)
})
