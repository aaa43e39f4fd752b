import type { Trend, TrendChange } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { rankGrowth } from './rank-trends.ts'
import { describeTrend, type MeasuredChange } from './trend-words.ts'
import { rankStories } from './story-clusters.ts'

describe('rank trends', () => {
  function trend(term: string, [low, value]: [number, number], stories = 40, change: TrendChange = 'grew'): Trend {
    const momentum = { value, low, high: 2 * value, n: stories + 10, method: 'test' }
    const counts = { stories, previousStories: 10, documents: stories, previous: 10, share: null, previousShare: null }
    const topic = { terms: [term], query: term, categories: [], headline: null, headlines: [], outlets: 3, since: null }
    const yearBefore = {
      fromDay: '2025-01-01',
      toDay: '2025-01-28',
      stories: null,
      growth: null,
      reason: 'Not covered.',
    }
    return {
      term,
      ...topic,
      ...counts,
      yearBefore,
      change,
      isRatioTold: true,
      momentum,
      why: '',
      peakDay: null,
      days: [],
    }
  }

  const termsOf = (...trends: Trend[]) => rankGrowth(trends).map(({ term }) => term)

  test('ranks certain growth above larger but uncertain growth, and a burst like steady growth', () => {
    const uncertain = trend('flood', [0.9, 30], 40, 'unclear')
    expect(termsOf(uncertain, trend('solar', [1.2, 1.5]), trend('lithium', [3, 5]))).toEqual([
      'lithium',
      'solar',
      'flood',
    ])
  })

  test('omits uncertain growth of few stories, and falls', () => {
    expect(termsOf(trend('flood', [0.9, 30], 9, 'unclear'), trend('fax', [0.1, 0.2], 40, 'fell'))).toEqual([])
    expect(termsOf(trend('comet', [2, 30], 6, 'too-few'))).toEqual([])
  })
})

describe('trend words', () => {
  type Counts = Omit<MeasuredChange, 'momentum'>

  function reasonOf(counts: Counts, ratio: { value: number; low: number; high: number }): string {
    const momentum = { ...ratio, n: counts.stories + counts.previousStories, method: 'ratio of shares' }
    return describeTrend({ ...counts, momentum }, { windowDays: 28, covered: { current: 28, previous: 28 } })
  }

  describe('why a trend is shown', () => {
    const fall = { value: 0.5, low: 0.3, high: 0.8 }
    const growth = { value: 2, low: 1.3, high: 3 }

    test.each<[string, Counts, typeof fall, string]>([
      [
        'a share that grew',
        { stories: 54, previousStories: 30, change: 'grew', isRatioTold: true },
        growth,
        'as large a share of what was collected, at least 1.3 times.',
      ],
      [
        'a share that grew alone',
        { stories: 30, previousStories: 30, change: 'grew', isRatioTold: true },
        growth,
        'at least 1.3 times, though there were no more pieces.',
      ],
      [
        'a share that fell',
        { stories: 20, previousStories: 30, change: 'fell', isRatioTold: true },
        fall,
        '0.5 times the share of what was collected, at most 0.8 times.',
      ],
      [
        'a share that fell alone',
        { stories: 30, previousStories: 30, change: 'fell', isRatioTold: true },
        fall,
        'at most 0.8 times, though there were no fewer pieces.',
      ],
      [
        'a share that fell alone, how much untold',
        { stories: 31, previousStories: 30, change: 'fell', isRatioTold: false },
        fall,
        'its share of what was collected clearly fell, though there were no fewer pieces; by how much is unclear.',
      ],
    ])('of %s is reported as a share of the collected documents', (_, counts, ratio, words) => {
      expect(reasonOf(counts, ratio)).toContain(words)
      expect(reasonOf(counts, ratio)).not.toMatch(/published|\bit (?:grew|fell)/u)
    })
  })
})

describe('story clusters', () => {
  const topicOf = (title: string, named: Readonly<Record<string, number>>) => {
    const headline = (outlet: string, id: string) => ({
      id,
      clusterId: '7',
      publishedAt: new Date('2026-11-20T08:00:00Z'),
      day: '2026-11-20',
      outlet,
      country: null,
      tone: null,
      title,
    })
    const [story] = rankStories({
      documents: [headline('one.example', '1'), headline('two.example', '2')],
      asOf: '2026-11-20',
      headlineCounts: new Map(Object.entries(named)),
      isYoung: false,
    })
    return story?.cluster.topic
  }

  const title = 'The Latest: Israel reaches 1 million mark in vaccinations'

  test('a story is searched by the name in its headline rather than by a word', () => {
    expect(topicOf(title, { israel: 4, reaches: 12, vaccinations: 30, latest: 200 })).toBe('israel')
  })

  test('a word must be frequent enough for a search to have results', () => {
    expect(topicOf(title, { israel: 2, vaccinations: 30 })).toBe('vaccinations')
    expect(topicOf(title, { vaccinations: 9 })).toBeNull()
  })
})
