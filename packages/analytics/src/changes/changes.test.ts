import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { findInflections, type InflectionSeries } from './find-inflections.ts'
import { findChangePoints } from './find-shifts.ts'
import { logOddsTerms } from './log-odds.ts'

describe('find inflections', () => {
  const week = [1.2, 1.15, 1.1, 1.1, 1, 0.75, 0.7]
  const firstDay = '2026-01-01'

  /** Poisson days with a weekly pattern around a level that may depend on the day. */
  function noisy(seed: number, length: number, level: (day: number) => number): number[] {
    const random = createRandom(seed)
    return Array.from({ length }, (_, day) => random.poisson(level(day) * (week[day % 7] ?? 1)))
  }

  /** All inflections except gaps. */
  function changesOf(series: InflectionSeries) {
    return findInflections(series).filter((found) => found.kind !== 'coverage_gap')
  }

  describe('findInflections', () => {
    test('a week of eight times as many documents is a spike with its end, its level and its chance', () => {
      const counts = noisy(1, 300, (day) => (day >= 150 && day < 153 ? 80 : 10))
      expect(findInflections({ firstDay, counts })).toEqual([
        {
          day: '2026-05-31',
          kind: 'spike',
          endDay: '2026-06-02',
          change: { ratio: expect.closeTo(8, -0.5), low: expect.any(Number), high: expect.any(Number) },
          before: expect.closeTo(10, 0),
          after: expect.closeTo(80, -1.5),
          countBefore: expect.any(Number),
          countAfter: expect.any(Number),
          pValue: expect.closeTo(0, 6),
        },
      ])
    })

    test('a level that doubles for good is a shift, not a spike', () => {
      const [point, ...others] = changesOf({ firstDay, counts: noisy(2, 300, (day) => (day < 200 ? 12 : 24)) })
      expect(others).toEqual([])
      expect(point).toMatchObject({ kind: 'shift', endDay: null, before: expect.closeTo(12, 0) })
      expect(point?.change.low).toBeGreaterThan(1.7)
      expect(point?.change.high).toBeLessThan(2.3)
      expect(Math.abs(Date.parse(point?.day ?? '') - Date.parse('2026-07-20')) / 86_400_000).toBeLessThanOrEqual(3)
    })

    test('days that were not covered are a gap, and neither a fall before nor a rise after', () => {
      const counts = noisy(3, 200, () => 20).map((count, day) => (day >= 90 && day < 100 ? null : count))
      expect(findInflections({ firstDay, counts })).toEqual([
        expect.objectContaining({
          kind: 'coverage_gap',
          day: '2026-04-01',
          endDay: '2026-04-10',
          pValue: null,
        }),
      ])
    })

    test('days of silence in a loud series are a gap with the chance of it', () => {
      const counts = noisy(4, 200, () => 20).map((count, day) => (day >= 90 && day < 93 ? 0 : count))
      const [gap, ...others] = findInflections({ firstDay, counts })
      expect(others).toEqual([])
      expect(gap).toMatchObject({ kind: 'coverage_gap', day: '2026-04-01', endDay: '2026-04-03' })
      expect(gap?.pValue).toBeLessThan(0.001)
    })

    test('a source that doubles is no change of a topic that keeps its share', () => {
      const exposure = Array.from({ length: 300 }, (_, day) => (day < 150 ? 500 : 1_000))
      const counts = noisy(5, 300, (day) => (day < 150 ? 10 : 20))
      expect(findInflections({ firstDay, counts })).toHaveLength(1)
      expect(findInflections({ firstDay, counts, exposure })).toEqual([])
    })

    test('days on which a loud source had nothing at all are a gap', () => {
      const counts = noisy(6, 100, () => 5).map((count, day) => (day >= 50 && day < 52 ? 0 : count))
      const exposure = counts.map((_, day) => (day >= 50 && day < 52 ? 0 : 400))
      expect(findInflections({ firstDay, counts, exposure })).toEqual([
        expect.objectContaining({ kind: 'coverage_gap', day: '2026-02-20', endDay: '2026-02-21', pValue: null }),
      ])
    })

    test('a source that had little then, though it has much now, was quiet and not missing', () => {
      const exposure = Array.from({ length: 300 }, (_, day) => (day < 100 ? Number(day % 3 === 0) : 400))
      const counts = exposure.map((total) => (total > 1 ? 5 : 0))
      expect(findInflections({ firstDay, counts, exposure }).filter(({ kind }) => kind === 'coverage_gap')).toEqual([])
    })

    test('a spike and a gap that reach the last day have no end yet', () => {
      const spike = findInflections({ firstDay, counts: noisy(7, 120, (day) => (day >= 118 ? 90 : 9)) })
      expect(spike).toMatchObject([{ kind: 'spike', day: '2026-04-29', endDay: null }])
      const gap = findInflections({ firstDay, counts: [...noisy(8, 60, () => 9), null, null] })
      expect(gap).toMatchObject([{ kind: 'coverage_gap', day: '2026-03-02', endDay: null }])
    })

    test.each([[[]], [[1, 2, 3]], [Array.from({ length: 100 }, () => 0)], [Array.from({ length: 20 }, () => null)]])(
      'what is too short or empty has no points',
      (counts) => expect(findInflections({ firstDay, counts })).toEqual([]),
    )

    test('of series that never change at most five in a hundred show any point', () => {
      const levels = [0.5, 4, 30]
      const shown = Array.from({ length: 240 }, (_, seed) => {
        const level = levels[seed % levels.length] ?? 1
        return findInflections({ firstDay, counts: noisy(100 + seed, 240, () => level) }).length
      })
      expect(shown.filter((points) => points > 0).length / shown.length).toBeLessThanOrEqual(0.05)
    })
  })
})

describe('find change points', () => {
  const noisy = (seed: number, length: number, level: (at: number) => number) => {
    const random = createRandom(seed)
    return Array.from({ length }, (_, at) => level(at) + random.next() - 0.5)
  }

  test('a jump of the level is found where it is', () => {
    expect(findChangePoints(noisy(1, 200, (at) => (at < 120 ? 0 : 3)))).toEqual([120])
  })

  test('a slope that ends is found near where it ends', () => {
    const [bend, ...others] = findChangePoints(noisy(2, 200, (at) => Math.min(at, 100) / 5))
    expect(others).toEqual([])
    expect(Math.abs((bend ?? 0) - 100)).toBeLessThanOrEqual(5)
  })

  test('a straight line and noise have none, nor has what is too short or never moves', () => {
    expect(findChangePoints(noisy(3, 300, (at) => at / 10))).toEqual([])
    expect(findChangePoints(noisy(4, 300, () => 0))).toEqual([])
    expect(findChangePoints([1, 2, 3])).toEqual([])
    expect(findChangePoints(Array.from({ length: 50 }, () => 7))).toEqual([])
  })
})

describe('log odds', () => {
  const totals = { after: 1_000, before: 1_000 }

  test('a word that comes up stands before one that was always common, and before one that is rare', () => {
    const scored = logOddsTerms(
      [
        { term: 'oat', after: 100, before: 98 },
        { term: 'strike', after: 40, before: 2 },
        { term: 'hapax', after: 1, before: 0 },
      ],
      totals,
    )
    expect(scored.map(({ term }) => term)).toEqual(['strike', 'hapax', 'oat'])
    expect(scored[0]?.z).toBeGreaterThan(1.96)
    expect(scored[1]?.z).toBeLessThan(1.96)
  })

  test('agrees with the formula of the paper, written out', () => {
    const [one] = logOddsTerms([{ term: 'strike', after: 40, before: 2 }], totals)
    // the prior is 200 in total, 4.2 of it for the word
    const logOdds = Math.log(44.2 / (1_200 - 44.2)) - Math.log(6.2 / (1_200 - 6.2))
    expect(one?.logOdds).toBeCloseTo(logOdds, 10)
    expect(one?.z).toBeCloseTo(logOdds / Math.sqrt(1 / 44.2 + 1 / 6.2), 10)
  })

  test('words that became rarer are left out, and nothing is said without days before', () => {
    expect(logOddsTerms([{ term: 'old', after: 1, before: 30 }], totals)).toEqual([])
    expect(logOddsTerms([{ term: 'new', after: 9, before: 0 }], { after: 900, before: 0 })).toEqual([])
  })
})
