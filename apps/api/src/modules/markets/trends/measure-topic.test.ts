import type { TopicStories } from '../../library/index.ts'
import type { Comparison } from './library-comparison.ts'
import { addDays, createTermCounter, headlineTerms } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'
import type { Trend } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { stub } from '../../../testing/stub.ts'
import { measureTrends, toTopic } from './measure-terms.ts'
import { type GroupCount, measureTopic } from './measure-topic.ts'
import { rankGrowth } from './rank-trends.ts'
import { chooseWindows, sumSteps, windowDaysOf } from './trend-windows.ts'

const noYearBefore = { fromDay: '2025-01-01', toDay: '2025-01-28', groups: [] }

describe('measure topic', () => {
  const windowDays = 100
  const length = 2 * windowDays
  const windows = { asOf: '2026-10-30', windowDays, from: '2026-04-14', middle: '2026-07-23' }

  /** A source that was read on [from, to) and has this many documents of the topic on each of those days. */
  interface Source {
    source: 'reddit' | 'hacker_news'
    from: number
    to: number
    pace: number
  }

  function measure(...sources: Source[]) {
    const comparison: Comparison = {
      provenance: 'real',
      windows,
      filter: { world: 'real', tsquery: null },
      basis: 'source-share',
      country: null,
      groups: sources.map(({ source, from, to }) => ({
        source,
        kind: 'post',
        totals: Array.from({ length }, (_, day) => (day >= from && day < to ? 500 : 0)),
        runs: [{ from, to }],
      })),
      yearBefore: noYearBefore,
      covered: { firstDay: windows.from, latestDay: windows.asOf },
    }
    const counts = sources.flatMap(({ source, from, to, pace }) =>
      Array.from({ length: to - from }, (_, place): GroupCount => {
        const day = addDays(windows.from, from + place)
        return { day, source, kind: 'post', count: pace }
      }),
    )
    return measureTopic(counts, comparison)
  }

  /** The first day that is known, and the day after the last. */
  function spanOf(days: readonly (number | null)[]): [from: number, to: number] {
    return [days.findIndex((day) => day !== null), days.findLastIndex((day) => day !== null) + 1]
  }

  test('a small source that continues does not cover a topic whose main source has ended', () => {
    const { days } = measure(
      { source: 'reddit', from: 0, to: 150, pace: 20 },
      { source: 'hacker_news', from: 0, to: length, pace: 1 },
    )
    expect(spanOf(days)).toEqual([0, 150])
  })

  test('a small source that was read earlier does not cover a topic before its main source', () => {
    const { days } = measure(
      { source: 'hacker_news', from: 0, to: length, pace: 1 },
      { source: 'reddit', from: 50, to: length, pace: 20 },
    )
    expect(spanOf(days)).toEqual([50, length])
  })

  test('a source with a quarter of the topic covers it alone', () => {
    const { days } = measure(
      { source: 'reddit', from: 0, to: 150, pace: 20 },
      { source: 'hacker_news', from: 0, to: length, pace: 8 },
    )
    expect(spanOf(days)).toEqual([0, length])
  })

  test('a topic without any document is unknown, not 0', () => {
    const { days, growth, unknown } = measure({ source: 'reddit', from: 0, to: length, pace: 0 })
    expect([growth, unknown]).toEqual([null, 'no-documents'])
    expect(days.every((count) => count === null)).toBe(true)
  })
})

describe('certain growth', () => {
  const libraries = 30
  const headlinesPerDay = 30
  const windows = { asOf: '2026-10-30', windowDays: 28, from: '2026-09-05', middle: '2026-10-03' }
  const group = { source: 'imported', kind: 'article' } as const
  const words = Array.from({ length: 400 }, (_, index) => `word${index.toString(36).replace(/\d/g, 'z')}q`)

  interface PlantedHeadline {
    place: number
    title: string
  }

  /** Headlines of five words without any trend: each on a random day, with frequent and rare words. */
  function plantShuffled(seed: number): PlantedHeadline[] {
    const random = createRandom(seed)
    return Array.from({ length: 56 * headlinesPerDay }, () => ({
      place: Math.floor(random.next() * 56),
      title: Array.from({ length: 5 }, () => words[Math.floor(random.next() ** 3 * words.length)]).join(' '),
    }))
  }

  /** The trends of a library of headlines, each its own story. */
  async function listTrends(headlines: readonly PlantedHeadline[]): Promise<Trend[]> {
    const totals = Array.from({ length: 56 }, (_, day) => headlines.filter(({ place }) => place === day).length)
    const groups = [{ ...group, totals, runs: [{ from: 0, to: 56 }] }]
    const candidates = createTermCounter(windows, groups)
    const daysByTerm = new Map<string, number[]>()
    headlines.forEach(({ place, title }, index) => {
      candidates.add({
        ...group,
        day: addDays(windows.from, place),
        outletId: index % 7,
        clusterId: String(index),
        title,
      })
      for (const term of headlineTerms(title)) daysByTerm.set(term, [...(daysByTerm.get(term) ?? []), place])
    })
    const best = candidates.grown()
    const comparison: Comparison = {
      provenance: 'real',
      windows,
      filter: { world: 'real', tsquery: null },
      basis: 'source-share',
      country: null,
      groups,
      yearBefore: noYearBefore,
      covered: { firstDay: windows.from, latestDay: windows.asOf },
    }
    const counted = best.terms.flatMap(({ term }, topic) =>
      (daysByTerm.get(term) ?? []).map((place): TopicStories => ({
        ...group,
        topic,
        day: addDays(windows.from, place),
        documents: 1,
        stories: 1,
      })),
    )
    return measureTrends({ topics: best.terms.map(({ term }) => toTopic(term)), tested: best.tested }, comparison, {
      documents: stub({ topicStories: stub({ countStories: async () => counted, countOutlets: async () => [] }) }),
    })
  }

  const isClearlyAboveOne = ({ momentum: { low, n } }: Trend) => n >= 10 && low > 1

  describe('significant growth', () => {
    test('is reported for at most about one in twenty libraries without growth, whatever single intervals say', async () => {
      let [withCertain, aboveOne] = [0, 0]
      for (let seed = 1; seed <= libraries; seed += 1) {
        const trends = await listTrends(plantShuffled(seed))
        if (trends.some(({ change }) => change === 'grew' || change === 'burst')) withCertain += 1
        aboveOne += trends.filter(isClearlyAboveOne).length
      }
      console.log(
        `${withCertain} of ${libraries} shuffled libraries have certain growth; intervals alone would call ${aboveOne} terms certain`,
      )
      expect(withCertain).toBeLessThanOrEqual(Math.ceil(libraries * 0.05))
      expect(aboveOne).toBeGreaterThan(libraries)
    })

    test('is reported first where something grew', async () => {
      for (let seed = 1; seed <= 10; seed += 1) {
        const lithium = [...Array(10).keys(), ...Array.from({ length: 40 }, (_, day) => 28 + (day % 28))].map(
          (place) => ({
            place,
            title: 'Lithium everywhere',
          }),
        )
        const [first] = rankGrowth(await listTrends([...plantShuffled(seed), ...lithium]))
        expect(first).toMatchObject({
          term: expect.stringMatching(/lithium|everywhere/),
          change: 'grew',
          stories: 40,
          previousStories: 10,
        })
      }
    })
  })
})

describe('growth of now', () => {
  const windowDays = 365
  const windows = { asOf: '2026-10-30', windowDays, from: '2024-10-31', middle: '2025-10-31' }
  const group = { source: 'imported', kind: 'article' } as const
  const comparison: Comparison = {
    provenance: 'real',
    windows,
    filter: { world: 'real', tsquery: null },
    basis: 'source-share',
    country: null,
    groups: [
      {
        ...group,
        totals: Array.from({ length: 2 * windowDays }, () => 50),
        runs: [{ from: 0, to: 2 * windowDays }],
      },
    ],
    yearBefore: noYearBefore,
    covered: { firstDay: windows.from, latestDay: windows.asOf },
  }

  /** Stories a day of each term, by the number of days before the end. */
  const tellings = {
    // one story in five days, and a month with six a day that ended eight months ago
    wildfire: (ago: number) => (ago > 240 && ago <= 270 ? 6 : ago % 5 === 0 ? 1 : 0),
    // one in five days, and two a day for half a year
    lithium: (ago: number) => (ago < 180 ? 2 : ago % 5 === 0 ? 1 : 0),
  }

  async function measure() {
    const counts = Object.values(tellings).flatMap((writeDay, topic) =>
      Array.from({ length: 2 * windowDays }, (_, place) => {
        const stories = writeDay(2 * windowDays - 1 - place)
        return { ...group, topic, day: addDays(windows.from, place), stories, documents: stories }
      }),
    )
    return measureTrends({ topics: Object.keys(tellings).map(toTopic) }, comparison, {
      documents: stub({ topicStories: stub({ countStories: async () => counts, countOutlets: async () => [3, 5] }) }),
    })
  }

  describe('growth over a year', () => {
    test('is listed only while the level is still high, not for a wave that ended eight months ago', async () => {
      const trends = await measure()
      expect(trends.map(({ term, change, isUpNow }) => [term, change, isUpNow])).toEqual([
        ['wildfire', 'grew', false],
        ['lithium', 'grew', true],
      ])
      expect(rankGrowth(trends).map(({ term }) => term)).toEqual(['lithium'])
    })

    test('says in its sentence when the level is no longer high', async () => {
      const [wildfire, lithium] = await measure()
      expect(wildfire?.why).toMatch(/; it is not up any more\.$/)
      expect(lithium?.why).not.toContain('any more')
    })
  })
})

describe('trend windows', () => {
  const days = (count: number, documents: number, from = '2026-09-01') =>
    Array.from({ length: count }, (_, index) => ({ day: addDays(from, index), documents }))

  describe('the windows of trends', () => {
    test('are four weeks long and end with the newest day', () => {
      const windows = chooseWindows(days(60, 100))
      expect(windows).toEqual({ asOf: '2026-10-30', windowDays: 28, from: '2026-09-05', middle: '2026-10-03' })
      expect(windows === null ? [] : windowDaysOf(windows)).toHaveLength(56)
    })

    test('exclude an incomplete last day', () => {
      const half = [...days(60, 100), { day: '2026-10-31', documents: 20 }]
      expect(chooseWindows(half)?.asOf).toBe('2026-10-30')
    })

    test('ignore a single document dated years later', () => {
      const stray = [...days(60, 100), { day: '2030-01-01', documents: 1 }]
      expect(chooseWindows(stray)?.asOf).toBe('2026-10-30')
    })

    test('are one week long in a young library, and absent in a younger one', () => {
      expect(chooseWindows(days(20, 100))).toMatchObject({ windowDays: 7 })
      expect(chooseWindows(days(10, 100))).toBeNull()
      expect(chooseWindows([])).toBeNull()
    })
  })

  test('weeks of a sparkline end with the last day, and a week without covered days is a gap', () => {
    const twoWeeks = Array.from({ length: 14 }, (_, index) => (index < 7 ? null : 2))
    expect(sumSteps([5, ...twoWeeks], 7)).toEqual([null, 14])
  })
})
