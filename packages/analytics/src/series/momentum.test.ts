import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { type Momentum, momentum, type MomentumInput, poolSources, splitChance, stage } from './momentum.ts'

describe('momentum', () => {
  const week = (value: number): number[] => Array.from({ length: 7 }, () => value)

  function knownMomentum(input: MomentumInput): Momentum {
    const result = momentum(input)
    if ('unknown' in result) throw new Error(result.unknown)
    return result
  }

  describe('the ratio of two windows', () => {
    test('a week of twice as many documents is a ratio of 2 with bounds around it', () => {
      const result = knownMomentum({ counts: [...week(10), ...week(20)], windowDays: 7 })
      expect(result).toMatchObject({ ratio: expect.closeTo(2, 9), current: 20, previous: 10, basis: 'count' })
      // Poisson: exp(ln 2 ± 1.96 √(1/140 + 1/70)).
      expect(result.low).toBeCloseTo(1.501, 2)
      expect(result.high).toBeCloseTo(2.665, 2)
    })

    test('a source that doubles everything is not a trend', () => {
      const counts = [...week(10), ...week(20)]
      const result = knownMomentum({ counts, exposure: [...week(100), ...week(200)], windowDays: 7 })
      expect(result).toMatchObject({ ratio: expect.closeTo(1, 9), current: 0.1, basis: 'share' })
    })

    test('days that were not covered are left out instead of counted as zero', () => {
      const gap = [20, 20, null, null, 20, 20, 20]
      expect(knownMomentum({ counts: [...week(20), ...gap], windowDays: 7 }).ratio).toBeCloseTo(1, 9)
    })

    test('uneven days widen the bounds', () => {
      const even = knownMomentum({ counts: [...week(10), ...week(10)], windowDays: 7 })
      const uneven = knownMomentum({ counts: [...week(10), 0, 0, 0, 70, 0, 0, 0], windowDays: 7 })
      expect(uneven.high).toBeGreaterThan(even.high * 2)
    })

    test('an empty window gives a finite ratio with wide bounds', () => {
      const result = knownMomentum({ counts: [...week(0), ...week(1)], windowDays: 7 })
      expect(result.ratio).toBeCloseTo(15, 6)
      expect(result.low).toBeLessThan(1)
    })

    test.each([
      [{ counts: week(3), windowDays: 7 }, 'series-too-short'],
      [{ counts: [...week(0), ...week(0)], windowDays: 7 }, 'no-documents'],
      [{ counts: [...week(1), null, null, null, null, null, null, null], windowDays: 7 }, 'no-coverage'],
      [{ counts: [...week(5), ...week(5)], exposure: [...week(9), ...week(4)], windowDays: 7 }, 'exposure-below-count'],
      [{ counts: [], windowDays: 0 }, 'series-too-short'],
    ])('without enough data it says why: %j', (input, reason) => {
      expect(momentum(input)).toEqual({ unknown: reason })
    })

    test.each([
      ['steady Poisson counts', 0],
      ['bursty counts', 0.6],
    ])('bounds contain the true ratio about 95 times in 100: %s', (_, burstiness) => {
      const random = createRandom(42)
      const rounds = 1_000
      let covered = 0
      for (let round = 0; round < rounds; round++) {
        const counts = Array.from({ length: 28 }, (_day, day) => {
          const spread = burstiness === 0 ? 1 : random.next() < 0.5 ? 1 - burstiness : 1 + burstiness
          return random.poisson((day < 14 ? 6 : 9) * spread)
        })
        const result = knownMomentum({ counts, windowDays: 14 })
        if (result.low <= 1.5 && 1.5 <= result.high) covered++
      }
      console.info(`momentum coverage, burstiness ${burstiness}: ${((100 * covered) / rounds).toFixed(1)} %`)
      expect(covered / rounds).toBeGreaterThan(0.92)
      expect(covered / rounds).toBeLessThan(0.99)
    })
  })
})

describe('split chance', () => {
  test('is the two-sided binomial probability', () => {
    expect(splitChance(10, 0, 0.5)).toBeCloseTo(2 * 0.5 ** 10, 10)
    // 9 or 10 heads of 10 are 11 of 1,024
    expect(splitChance(9, 1, 0.5)).toBeCloseTo(22 / 1024, 10)
    expect(splitChance(1, 9, 0.5)).toBeCloseTo(22 / 1024, 10)
    expect(splitChance(5, 5, 0.5)).toBe(1)
  })

  test('takes into account how much each window could contain', () => {
    // 2 or more of 3 at a third each: 7 of 27
    expect(splitChance(2, 1, 1 / 3)).toBeCloseTo(14 / 27, 10)
    expect(splitChance(100, 200, 1 / 3)).toBe(1)
  })

  test('stays above 0 when it underflows', () => {
    expect(splitChance(5_000, 0, 0.5)).toBeGreaterThan(0)
    expect(splitChance(0, 100_000, 0.5)).toBeLessThan(1e-100)
  })
})

describe('stage', () => {
  /** Weeks of constant days, oldest first. */
  const weeks = (...levels: number[]): number[] => levels.flatMap((level) => Array.from({ length: 7 }, () => level))

  test.each([
    ['a topic without earlier mentions', weeks(0, 0, 0, 1, 12), 'emerging'],
    ['a topic at a level that grows for certain', weeks(8, 9, 10, 10, 20), 'rising'],
    ['a topic at the top of its history that grows no more', weeks(4, 5, 6, 19, 20), 'peaking'],
    ['a topic that always had this level', weeks(10, 11, 10, 10, 10), 'steady'],
    ['a topic that falls for certain', weeks(10, 20, 30, 30, 15), 'declining'],
    ['a topic that fell long ago and stays', weeks(40, 40, 10, 10, 10), 'steady'],
    ['a topic with two documents in a week', [...weeks(5, 5, 2), 1, 0, 0, 1, 0, 0, 0], 'dormant'],
    ['a topic without a document', weeks(0, 0, 0), 'dormant'],
    ['two windows cannot show a peak', weeks(10, 11), 'steady'],
  ])('%s', (_, counts, expected) => {
    expect(stage({ counts, windowDays: 7 })).toBe(expected)
  })

  test('a series that is too short has no stage', () => {
    expect(stage({ counts: [1, 2, 3], windowDays: 7 })).toBeNull()
  })

  test('does not rise with the growth of a source', () => {
    expect(stage({ counts: weeks(10, 10, 20), exposure: weeks(100, 100, 200), windowDays: 7 })).toBe('steady')
  })
})

describe('source exposure', () => {
  const days = (before: number, after: number) => [...Array<number>(28).fill(before), ...Array<number>(28).fill(after)]
  const pooledMomentum = (sources: Parameters<typeof poolSources>[0]) => {
    const measured = momentum({ ...poolSources(sources), windowDays: 28 })
    return 'unknown' in measured ? null : measured
  }

  test('uses the total of the source for a single source', () => {
    const source = { counts: days(2, 4), totals: days(100, 100) }
    expect(poolSources([source])).toEqual({ counts: source.counts, exposure: source.totals })
  })

  test('sees no growth in a new source with a high share', () => {
    const quiet = { counts: days(1, 1), totals: days(100, 100) }
    const late = { counts: days(0, 50), totals: days(0, 100) }
    expect(pooledMomentum([quiet, late])?.ratio).toBeCloseTo(1, 1)
  })

  test('sees growth inside each source as growth of the whole', () => {
    const sources = [
      { counts: days(1, 3), totals: days(100, 100) },
      { counts: days(10, 30), totals: days(200, 200) },
    ]
    expect(pooledMomentum(sources)?.ratio).toBeCloseTo(3)
  })

  test('ignores a source without a match, and is empty for empty input', () => {
    const source = { counts: days(2, 4), totals: days(100, 100) }
    expect(pooledMomentum([source, { counts: days(0, 0), totals: days(1, 900) }])?.ratio).toBeCloseTo(2)
    expect(pooledMomentum([])).toBeNull()
  })

  test('has no day with more documents than exposure', () => {
    const tiny = { counts: [1, 0], totals: [1, 500] }
    const large = { counts: [0, 90], totals: [0, 100] }
    const { counts, exposure } = poolSources([tiny, large])
    counts.forEach((count, day) => expect(exposure[day]).toBeGreaterThanOrEqual(count))
  })
})
