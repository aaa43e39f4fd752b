import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { describeLead } from './compare-reports.ts'
import { dailyMean, meanGap, rateRatio } from './comparison.ts'

describe('rate ratio', () => {
  const repeat = (days: number, of: (day: number) => number | null) => Array.from({ length: days }, (_, day) => of(day))
  const ratioOf = (first: readonly (number | null)[], second: readonly (number | null)[], comparisons = 1) => {
    const found = rateRatio({ first: { counts: first }, second: { counts: second }, comparisons })
    if ('unknown' in found) throw new Error(found.unknown)
    return found
  }

  describe('the ratio of two rates', () => {
    test('is the ratio of the counts over the days known on both sides', () => {
      const first = repeat(30, (day) => (day < 10 ? null : 6))
      const second = repeat(30, (day) => (day >= 25 ? null : day < 10 ? 50 : 2 + (day % 3)))
      const { ratio, days, firstCount, secondCount } = ratioOf(first, second)
      expect({ days, firstCount, secondCount }).toEqual({ days: 15, firstCount: 90, secondCount: 45 })
      expect(ratio).toBeCloseTo(2, 12)
    })

    test('uses shares when totals are given, and leaves out days of an empty source', () => {
      const totals = repeat(20, (day) => (day === 3 ? 0 : day < 10 ? 100 : 400)).map(Number)
      const first = { counts: totals.map((total) => total / 10), exposure: totals }
      const second = { counts: totals.map((total) => total / 20), exposure: totals }
      const found = rateRatio({ first, second })
      expect(found).toMatchObject({ days: 19, isDistinct: true })
      expect('ratio' in found && found.ratio).toBeCloseTo(2, 12)
    })

    test('has the inverse ratio and bounds with its sides swapped', () => {
      const [a, b] = [repeat(40, (day) => 5 + (day % 4)), repeat(40, (day) => 9 - (day % 5))]
      const [there, back] = [ratioOf(a, b), ratioOf(b, a)]
      expect(back.ratio).toBeCloseTo(1 / there.ratio, 12)
      expect(back.low).toBeCloseTo(1 / (there.high ?? 0), 12)
      expect(back.high).toBeCloseTo(1 / (there.low ?? 0), 12)
    })

    test('of a signal with itself is exactly 1, and common movements do not widen it', () => {
      const shaken = repeat(60, (day) => 4 + ((day * 37) % 23))
      expect(ratioOf(shaken, shaken)).toMatchObject({ ratio: 1, low: 1, high: 1, isDistinct: false })
      const double = shaken.map((count) => 2 * (count ?? 0))
      expect(ratioOf(double, shaken).high).toBeCloseTo(2, 9)
    })

    test('has bounds for a change from nothing to something, and is unknown from nothing to nothing', () => {
      const none = repeat(30, () => 0)
      const some = repeat(30, (day) => day % 3)
      const { ratio, low, high } = ratioOf(none, some)
      expect(ratio).toBeCloseTo(0.5 / 30, 12)
      expect(low).toBeLessThan(0.01)
      expect(high).toBeLessThan(1)
      expect(rateRatio({ first: { counts: none }, second: { counts: none } })).toEqual({ unknown: 'no-documents' })
      expect(rateRatio({ first: { counts: [null, 1] }, second: { counts: [1, null] } })).toEqual({
        unknown: 'no-common-day',
      })
    })

    test('has no bounds with fewer than 14 days', () => {
      const days = (length: number) =>
        ratioOf(
          repeat(length, (day) => 3 + (day % 2)),
          repeat(length, (day) => 2 + (day % 3)),
        )
      expect(days(13)).toMatchObject({ low: null, high: null, isDistinct: null })
      expect(days(14).low).not.toBeNull()
    })

    test('keeps its 95 % on overdispersed or correlated days, unlike bounds for independent documents', () => {
      const random = createRandom(185)
      const draw = (mean: number) => {
        // Geometric: a negative binomial with the variance of bursts, mean + mean².
        return Math.floor(Math.log(1 - random.next()) / Math.log(mean / (1 + mean)))
      }
      const [rounds, days] = [400, 60]
      let [covered, naive] = [0, 0]
      for (let round = 0; round < rounds; round++) {
        const [first, second] = [repeat(days, () => draw(8)), repeat(days, () => draw(4))]
        const { ratio, low, high, firstCount, secondCount } = ratioOf(first, second)
        if (low !== null && high !== null && low <= 2 && high >= 2) covered++
        if (Math.abs(Math.log(ratio / 2)) <= 1.96 * Math.sqrt(1 / firstCount + 1 / secondCount)) naive++
      }
      expect(covered / rounds).toBeGreaterThan(0.92)
      expect(covered / rounds).toBeLessThan(0.99)
      expect(naive / rounds).toBeLessThan(0.75)
    })

    test('needs more evidence when it is one of several comparisons', () => {
      const random = createRandom(7)
      const noise = () => repeat(40, () => Math.floor(random.next() * 12))
      const count = (comparisons: number) =>
        Array.from({ length: 150 }, () => ratioOf(noise(), noise(), comparisons)).filter(({ isDistinct }) => isDistinct)
          .length
      expect(count(4)).toBeLessThan(count(1))
    })
  })
})

describe('mean gap', () => {
  const flat = (days: number, mean: (day: number) => number | null, weight = 5) => ({
    means: Array.from({ length: days }, (_, day) => mean(day)),
    weights: Array.from({ length: days }, () => weight),
  })

  describe('the mean of values grouped by day', () => {
    test('weighs days by their values', () => {
      const mean = dailyMean({ means: [0.5, null, -0.1], weights: [1, 0, 3] })
      expect(mean).toEqual({ value: expect.closeTo((0.5 - 0.3) / 4, 12), low: null, high: null, days: 2, n: 4 })
      expect(dailyMean({ means: [null], weights: [0] })).toBeNull()
    })

    test('has wider bounds when the values of a day agree than as many independent values', () => {
      const random = createRandom(3)
      const means = Array.from({ length: 60 }, () => random.next() - 0.5)
      const of = (weight: number) => dailyMean({ means, weights: means.map(() => weight) })
      // A hundred identical values a day are no more certain than one.
      expect(of(100)?.low).toBeCloseTo(of(1)?.low ?? 0, 12)
    })
  })

  describe('the difference of two means', () => {
    test('is first minus second, with bounds that contain it', () => {
      const gap = meanGap({
        first: flat(30, (day) => 0.3 + (day % 3) / 100),
        second: flat(30, (day) => 0.1 - (day % 2) / 50),
      })
      expect(gap?.value).toBeCloseTo(0.22, 9)
      expect(gap?.low).toBeLessThan(0.22)
      expect(gap?.low).toBeGreaterThan(0.2)
      expect(gap).toMatchObject({ isDistinct: true, days: 30, n: 300 })
    })

    test('is not widened by news that moves both sides alike', () => {
      const random = createRandom(11)
      const shock = Array.from({ length: 50 }, () => random.next() - 0.5)
      const gap = meanGap({
        first: flat(50, (day) => 0.2 + (shock[day] ?? 0)),
        second: flat(50, (day) => shock[day] ?? 0),
      })
      expect((gap?.high ?? 1) - (gap?.low ?? 0)).toBeLessThan(1e-9)
    })

    test('is unknown without values on a side, and has no bounds on few days', () => {
      expect(meanGap({ first: flat(30, () => 0.1), second: flat(30, () => null) })).toBeNull()
      expect(meanGap({ first: flat(30, () => 0.1), second: flat(30, (day) => (day < 5 ? 0.2 : null)) })).toMatchObject({
        low: null,
        isDistinct: null,
        days: 5,
      })
    })
  })
})

describe('the finding of two signals', () => {
  const lead = (value: number, low: number | null, high: number | null, distinct = false) =>
    describeLead({ winner: 'soy milk', loser: 'oat milk', value, low, high, distinct })

  test('says how many times as much attention one of them drew', () => {
    expect(lead(2, 1.8, 2.2, true)).toBe('Soy milk drew about twice as much attention as oat milk')
  })

  test('says of a difference that chance may explain how large it is, and between what it may lie', () => {
    expect(lead(1.323, 0.92, 1.9)).toBe(
      'Soy milk drew 1.3 times (0.92 to 1.9) as much attention as oat milk, a difference that chance may explain',
    )
    expect(lead(1.4, null, null)).toBe(
      'Soy milk drew 1.4 times as much attention as oat milk, a difference that chance may explain',
    )
  })

  test('calls only what is nearly equal about the same', () => {
    expect(lead(1.04, 0.9, 1.2)).toBe('Soy milk and oat milk drew about the same attention')
  })
})
