import type { Trend, TrendChange } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { rankGrowth } from './rank-trends.ts'
import { addDays } from '@auspex/analytics'
import { createCandidates, headlineTerms } from './trend-candidates.ts'
import { describeTrend, type MeasuredChange } from './trend-words.ts'
import { rankStories } from './story-clusters.ts'

describe('rank trends', () => {
  function trend(term: string, [low, value]: [number, number], stories = 40, change: TrendChange = 'grew'): Trend {
    const momentum = { value, low, high: 2 * value, n: stories + 10, method: 'test' }
    const counts = { stories, previousStories: 10, documents: stories, previous: 10, share: null, previousShare: null }
    return { term, ...counts, change, isRatioTold: true, momentum, why: '', headline: null, peakDay: null, days: [] }
  }

  const termsOf = (...trends: Trend[]) => rankGrowth(trends).map(({ term }) => term)

  test('ranks significant growth above larger but uncertain growth', () => {
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

  test('omits a word contained in a longer term, and the rarer of singular and plural', () => {
    expect(termsOf(trend('oat milk', [2, 3], 40), trend('milk', [2, 3], 50))).toEqual(['oat milk'])
    expect(termsOf(trend('restaurant', [2, 3], 40), trend('restaurants', [2, 3], 60))).toEqual(['restaurants'])
  })
})

describe('trend candidates', () => {
  const windows = { asOf: '2026-10-30', windowDays: 28, from: '2026-09-05', middle: '2026-10-03' }
  const news = { source: 'imported', kind: 'article', runs: [{ from: 0, to: 56 }] } as const
  const inNews = { source: 'imported', kind: 'article' } as const

  /** Headlines of every day: `titles(index)` of the day, each with its own outlet and story. */
  function collect(titles: (index: number) => string[]) {
    const candidates = createCandidates(windows, [news])
    for (let index = 0; index < 56; index++) {
      titles(index).forEach((title, outletId) =>
        candidates.add({
          ...inNews,
          day: addDays(windows.from, index),
          outletId,
          clusterId: `${index} ${outletId}`,
          title,
        }),
      )
    }
    return candidates.best().terms
  }

  describe('candidates for trends', () => {
    test('are single words and adjacent pairs from headlines, without stop words', () => {
      expect([...headlineTerms("Why the oat milk price isn't falling")]).toEqual([
        'oat',
        'milk',
        'oat milk',
        'price',
        'milk price',
        'falling',
      ])
    })

    test('have grown between the windows', () => {
      const best = collect((index) => [
        'Weather stays mild',
        'Weather stays cold',
        ...(index >= 28 ? ['Oat milk everywhere', 'Oat milk again'] : []),
      ])
      expect(best).toContain('oat milk')
      expect(best).not.toContain('weather')
    })

    test('occur in more than one outlet', () => {
      const one = collect((index) => [index >= 28 ? 'Gadget wins' : 'Nothing new', 'Weather stays mild'])
      expect(one).not.toContain('gadget')
    })

    test('may come from one outlet if there is no other', () => {
      const candidates = createCandidates(windows, [news])
      for (let index = 0; index < 56; index++)
        for (const title of ['Weather stays mild', ...(index >= 28 ? ['Gadget wins'] : [])])
          candidates.add({
            ...inNews,
            day: addDays(windows.from, index),
            outletId: 1,
            clusterId: `${title} ${index}`,
            title,
          })
      expect(candidates.best().terms).toContain('gadget')
    })

    test('exclude terms that remain after an archive has ended', () => {
      const forum = { source: 'imported', kind: 'post', runs: [{ from: 0, to: 28 }] } as const
      const candidates = createCandidates(windows, [news, forum])
      for (let index = 0; index < 56; index++) {
        const day = addDays(windows.from, index)
        for (const outletId of [1, 2])
          candidates.add({ ...inNews, day, outletId, clusterId: `n${index} ${outletId}`, title: 'Senate votes' })
        for (let post = 0; post < (index < 28 ? 20 : 0); post++)
          candidates.add({ ...forum, day, outletId: 3, clusterId: `f${index} ${post}`, title: 'Look at my cat' })
      }
      expect(candidates.best().terms).not.toContain('senate')
    })

    test('count a story once per day, however many copies there are', () => {
      const candidates = createCandidates(windows, [news])
      for (let index = 0; index < 56; index++) {
        const day = addDays(windows.from, index)
        candidates.add({ ...inNews, day, outletId: 1, clusterId: `w${index}`, title: 'Weather stays mild' })
        const copies = index === 50 ? 100 : 0
        for (let copy = 0; copy < copies; copy++)
          candidates.add({ ...inNews, day, outletId: copy, clusterId: 'same', title: 'Wire copy' })
      }
      expect(candidates.best().terms).not.toContain('wire')
    })
  })

  test('calendar words are not topics, and are not combined with others', () => {
    expect([...headlineTerms('Games of August 12')]).toEqual(['games'])
  })

  test('words of headline style are not topics', () => {
    expect([...headlineTerms('Breaking news: latest update from Bangkok')]).toEqual(['bangkok'])
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
        'at least 1.3 times, though there were no more stories.',
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
        'at most 0.8 times, though there were no fewer stories.',
      ],
      [
        'a share that fell alone, how much untold',
        { stories: 31, previousStories: 30, change: 'fell', isRatioTold: false },
        fall,
        'its share of what was collected fell for certain, though there were no fewer stories; how much cannot be told.',
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
