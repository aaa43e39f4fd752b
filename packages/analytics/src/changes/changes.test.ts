import { describe, expect, test } from 'vitest'
import { addDays, listDays } from '@auspex/contract/days'
import { createRandom } from '@auspex/contract/random'
import { joinCoveredGroups } from '../series/covered-series.ts'
import { findInflections, type InflectionSeries } from './find-inflections.ts'
import { findChangePoints } from './find-shifts.ts'
import { buildInflections, type ComparableSeries } from './inflections-section.ts'
import { logOddsTerms } from './log-odds.ts'
import { buildWeekdays } from './weekday-season.ts'

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
    test('reports a week of eight times as many documents as a spike with its end, level and chance', () => {
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

    test('reports a permanently doubled level as a shift, not a spike', () => {
      const [point, ...others] = changesOf({ firstDay, counts: noisy(2, 300, (day) => (day < 200 ? 12 : 24)) })
      expect(others).toEqual([])
      expect(point).toMatchObject({ kind: 'shift', endDay: null, before: expect.closeTo(12, 0) })
      expect(point?.change.low).toBeGreaterThan(1.7)
      expect(point?.change.high).toBeLessThan(2.3)
      expect(Math.abs(Date.parse(point?.day ?? '') - Date.parse('2026-07-20')) / 86_400_000).toBeLessThanOrEqual(3)
    })

    test('reports uncovered days as a gap, and no fall before or rise after them', () => {
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

    test('reports silent days in a busy series as a gap with its chance', () => {
      const counts = noisy(4, 200, () => 20).map((count, day) => (day >= 90 && day < 93 ? 0 : count))
      const [gap, ...others] = findInflections({ firstDay, counts })
      expect(others).toEqual([])
      expect(gap).toMatchObject({ kind: 'coverage_gap', day: '2026-04-01', endDay: '2026-04-03' })
      expect(gap?.pValue).toBeLessThan(0.001)
    })

    test('reports no change of a topic that keeps its share of a source that doubles', () => {
      const exposure = Array.from({ length: 300 }, (_, day) => (day < 150 ? 500 : 1_000))
      const counts = noisy(5, 300, (day) => (day < 150 ? 10 : 20))
      expect(findInflections({ firstDay, counts })).toHaveLength(1)
      expect(findInflections({ firstDay, counts, exposure })).toEqual([])
    })

    test('reports a gap on days when a busy source has no documents at all', () => {
      const counts = noisy(6, 100, () => 5).map((count, day) => (day >= 50 && day < 52 ? 0 : count))
      const exposure = counts.map((_, day) => (day >= 50 && day < 52 ? 0 : 400))
      expect(findInflections({ firstDay, counts, exposure })).toEqual([
        expect.objectContaining({ kind: 'coverage_gap', day: '2026-02-20', endDay: '2026-02-21', pValue: null }),
      ])
    })

    test('reports a source that had few documents then as quiet rather than missing', () => {
      const exposure = Array.from({ length: 300 }, (_, day) => (day < 100 ? Number(day % 3 === 0) : 400))
      const counts = exposure.map((total) => (total > 1 ? 5 : 0))
      expect(findInflections({ firstDay, counts, exposure }).filter(({ kind }) => kind === 'coverage_gap')).toEqual([])
    })

    test('reports a spike or gap that reaches the last day as open-ended', () => {
      const spike = findInflections({ firstDay, counts: noisy(7, 120, (day) => (day >= 118 ? 90 : 9)) })
      expect(spike).toMatchObject([{ kind: 'spike', day: '2026-04-29', endDay: null }])
      const gap = findInflections({ firstDay, counts: [...noisy(8, 60, () => 9), null, null] })
      expect(gap).toMatchObject([{ kind: 'coverage_gap', day: '2026-03-02', endDay: null }])
    })

    test.each([[[]], [[1, 2, 3]], [Array.from({ length: 100 }, () => 0)], [Array.from({ length: 20 }, () => null)]])(
      'what is too short or empty has no points',
      (counts) => expect(findInflections({ firstDay, counts })).toEqual([]),
    )

    test('finds a point in at most five in a hundred series without a change', () => {
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
  const noisy = (seed: number, length: number, level: (index: number) => number) => {
    const random = createRandom(seed)
    return Array.from({ length }, (_, index) => level(index) + random.next() - 0.5)
  }

  test('finds a jump of the level on its day', () => {
    expect(findChangePoints(noisy(1, 200, (at) => (at < 120 ? 0 : 3)))).toEqual([120])
  })

  test('finds the end of a slope near its day', () => {
    const [bend, ...others] = findChangePoints(noisy(2, 200, (at) => Math.min(at, 100) / 5))
    expect(others).toEqual([])
    expect(Math.abs((bend ?? 0) - 100)).toBeLessThanOrEqual(5)
  })

  test('finds none in a straight line, noise, or a series that is short or constant', () => {
    expect(findChangePoints(noisy(3, 300, (at) => at / 10))).toEqual([])
    expect(findChangePoints(noisy(4, 300, () => 0))).toEqual([])
    expect(findChangePoints([1, 2, 3])).toEqual([])
    expect(findChangePoints(Array.from({ length: 50 }, () => 7))).toEqual([])
  })
})

describe('log odds', () => {
  const totals = { after: 1_000, before: 1_000 }

  test('ranks a new word before one that was always common and before a rare one', () => {
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

  test('agrees with the formula of the paper', () => {
    const [one] = logOddsTerms([{ term: 'strike', after: 40, before: 2 }], totals)
    // the prior is 200 in total, 4.2 of it for the word
    const logOdds = Math.log(44.2 / (1_200 - 44.2)) - Math.log(6.2 / (1_200 - 6.2))
    expect(one?.logOdds).toBeCloseTo(logOdds, 10)
    expect(one?.z).toBeCloseTo(logOdds / Math.sqrt(1 / 44.2 + 1 / 6.2), 10)
  })

  test('leaves out words that became rarer, and returns nothing without earlier days', () => {
    expect(logOddsTerms([{ term: 'old', after: 1, before: 30 }], totals)).toEqual([])
    expect(logOddsTerms([{ term: 'new', after: 9, before: 0 }], { after: 900, before: 0 })).toEqual([])
  })
})

describe('the inflections of a report', () => {
  const lastDay = '2026-11-20'
  /** The last days until `lastDay`, from a source whose totals are unknown. */
  function seriesOf(counts: number[]): ComparableSeries {
    return {
      series: joinCoveredGroups([{ counts, totals: null, runs: [{ from: 0, to: counts.length }] }]),
      days: listDays(addDays(lastDay, 1 - counts.length), lastDay),
    }
  }

  /** Counts that lie by turns on a level, one above and one below it. */
  function plant(length: number, level: (day: number) => number): number[] {
    return Array.from({ length }, (_, day) => level(day) + ([0, 1, -1][day % 3] ?? 0))
  }
  const input = { firstDay: addDays(lastDay, -199), factor: 1 }

  test('are markers with level, ratio and probability, within its days', () => {
    const topic = seriesOf(plant(200, (day) => (day < 100 ? 10 : 30)))
    const section = buildInflections({ ...input, topic })
    expect(section).toMatchObject({ basis: 'count', found: 1, reason: null })
    expect(section.points).toMatchObject([{ kind: 'shift', day: addDays(lastDay, -99), before: expect.closeTo(10, 0) }])
    expect(buildInflections({ ...input, topic, firstDay: addDays(lastDay, -50) }).points).toEqual([])
  })

  test('of a sample have the variance of the sampled documents and the level of all', () => {
    const sampled = plant(200, (day) => (day === 100 ? 15 : 1))
    const topic = seriesOf(sampled.map((count) => count * 8))
    const [point, ...others] = buildInflections({ ...input, topic, factor: 8 }).points
    expect(others).toEqual([])
    expect(point).toMatchObject({ kind: 'spike', before: expect.closeTo(8, 0) })
    expect((point?.after ?? 0) / 8).toBeCloseTo(15, -1)
  })

  test('show a change from almost nothing with levels and without a ratio', () => {
    const counts = Array.from({ length: 200 }, (_, day) => (day < 100 ? 0 : 30 + (day % 3)))
    counts[50] = 1
    const { points } = buildInflections({ ...input, topic: seriesOf(counts) })
    expect(points.map(({ change, after }) => [change, Math.round(after)])).toEqual([[null, 31]])
  })

  test('exclude gaps: an improbable silence is missing coverage', () => {
    const topic = seriesOf(plant(100, (day) => (day >= 50 && day < 55 ? 0 : 30)))
    expect(buildInflections({ ...input, topic })).toMatchObject({ points: [], found: 0 })
  })

  test('require two weeks', () => {
    expect(buildInflections({ ...input, topic: seriesOf(plant(13, () => 5)) })).toMatchObject({
      points: [],
      reason: 'The series has 13 days; changes need 14.',
    })
  })
})

describe('the weekdays of a report', () => {
  const volume = (length: number, of: (day: number) => number) =>
    Array.from({ length }, (_, day) => ({
      day: addDays('2026-01-05', day), // a Monday
      documents: of(day),
      storyClusters: null,
      firstTellings: of(day),
      outlets: null,
      total: null,
      share: null,
      isCovered: true,
      groups: [],
    }))

  test('state the level of each weekday, Monday first, and that the pattern repeats weekly', () => {
    const profile = buildWeekdays(volume(140, (day) => (day % 7 < 5 ? 12 : 5) + ((day * 3) % 4)))
    expect(profile).toMatchObject({ repeats: true, weeks: 20, reason: null })
    expect(profile.weekdays.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(profile.weekdays[0]?.level).toBeGreaterThan(1.1)
    expect(profile.weekdays[6]?.high).toBeLessThan(0.9)
  })

  test('are unknown for less than four weeks', () => {
    expect(buildWeekdays(volume(20, () => 3))).toMatchObject({
      repeats: null,
      weekdays: [],
      reason: 'There are fewer than four weeks to compare.',
    })
  })
})
