import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import {
  meanDifference,
  meanInterval,
  poissonInterval,
  showableRatio,
  whyRatioIsHidden,
  wilsonInterval,
} from './interval.ts'
import { toDailySeries } from './daily-series.ts'

describe('interval', () => {
  test('Wilson bounds agree with published values', () => {
    // Newcombe (1998), Statistics in Medicine 17, table I, method 3.
    expect(wilsonInterval(81, 263)?.low).toBeCloseTo(0.2553, 4)
    expect(wilsonInterval(81, 263)?.high).toBeCloseTo(0.3662, 4)
    expect(wilsonInterval(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.1611, 4) })
    expect(wilsonInterval(29, 29)).toEqual({ low: expect.closeTo(0.883, 3), high: 1 })
  })

  test('has no share without observations', () => {
    expect(wilsonInterval(0, 0)).toBeNull()
  })

  test('has no bounds for a mean of one value', () => {
    expect(meanInterval({ n: 1, sum: 0.4, sumSquares: 0.16 })).toEqual({ mean: 0.4, interval: null })
    expect(meanInterval({ n: 0, sum: 0, sumSquares: 0 })).toBeNull()
  })

  test('agrees with a worked example for a difference of means', () => {
    // values 1, 2, 3 against 5, 7: means 2 and 6, variances 1 and 2, so the error is √(1/3 + 2/2)
    const difference = meanDifference({ n: 3, sum: 6, sumSquares: 14 }, { n: 2, sum: 12, sumSquares: 74 })
    expect(difference?.value).toBeCloseTo(-4, 9)
    expect(difference?.high).toBeCloseTo(-4 + 1.959964 * Math.sqrt(4 / 3), 6)
    expect(meanDifference({ n: 1, sum: 1, sumSquares: 1 }, { n: 9, sum: 9, sumSquares: 9 })).toBeNull()
  })

  test('has bounds of no width for equal values', () => {
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

  test('contains the true mean about 95 times in 100 with Poisson bounds', () => {
    const random = createRandom(41)
    const covered = Array.from({ length: 2_000 }, () => poissonInterval(random.poisson(12))).filter(
      ({ low, high }) => low <= 12 && 12 <= high,
    )
    expect(covered.length / 2_000).toBeGreaterThan(0.93)
  })
})

describe('telling ratio', () => {
  test.each([
    ['is told when bounds and documents allow', { value: 1.8, low: 1.3, high: 2.5, n: 84 }, null],
    ['is told up to a factor of ten', { value: 3, low: 1, high: 10, n: 10 }, null],
    ['of one document against none is not', { value: 14, low: 0.004, high: 52_000, n: 1 }, 'too-few'],
    ['of days that burst is not, whatever their number', { value: 14, low: 0.004, high: 52_000, n: 400 }, 'too-wide'],
    ['that may be nothing at all is not', { value: 2, low: 0, high: 4, n: 60 }, 'too-wide'],
  ] as const)('a ratio %s', (_, ratio, reason) => {
    expect(whyRatioIsHidden(ratio)).toBe(reason)
    expect(showableRatio(ratio)).toBe(reason === null ? ratio : null)
  })

  test('accepts another minimum of documents for a kind of sentence', () => {
    expect(showableRatio({ value: 2, low: 1, high: 4, n: 6 }, 5)).not.toBeNull()
    expect(showableRatio(null)).toBeNull()
  })
})

describe('daily series', () => {
  test('counts days without rows as zero when the source was queried, and as unknown otherwise', () => {
    const rows = [
      { day: '2026-02-28', value: 2 },
      { day: '2026-02-28', value: 1 },
    ]
    const range = { rows, from: '2026-02-27', to: '2026-03-01' }
    expect(toDailySeries({ ...range, missing: 0 }).map(({ value }) => value)).toEqual([0, 3, 0])
    expect(toDailySeries({ ...range, missing: null }).map(({ value }) => value)).toEqual([null, 3, null])
  })

  test('keeps an uncovered day unknown', () => {
    const series = toDailySeries({
      rows: [],
      from: '2026-01-01',
      to: '2026-01-02',
      missing: 0,
      uncovered: new Set(['2026-01-02']),
    })
    expect(series).toEqual([
      { day: '2026-01-01', value: 0 },
      { day: '2026-01-02', value: null },
    ])
  })

  test('is empty for a range that ends before it begins', () => {
    expect(toDailySeries({ rows: [], from: '2026-01-02', to: '2026-01-01', missing: 0 })).toEqual([])
  })
})
