import { addDays } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'
import type { Trend } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import type { TopicStories } from '../../library/index.ts'
import { stub } from '../../../testing/stub.ts'
import type { Comparison } from './library-comparison.ts'
import { measureTrends } from './measure-terms.ts'
import { rankGrowth } from './rank-trends.ts'
import { createCandidates, headlineTerms } from './trend-candidates.ts'

const libraries = 30
const headlinesADay = 30
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
  return Array.from({ length: 56 * headlinesADay }, () => ({
    place: Math.floor(random.next() * 56),
    title: Array.from({ length: 5 }, () => words[Math.floor(random.next() ** 3 * words.length)]).join(' '),
  }))
}

/** The trends of a library of headlines, each its own story. */
async function listTrends(headlines: readonly PlantedHeadline[]): Promise<Trend[]> {
  const totals = Array.from({ length: 56 }, (_, day) => headlines.filter(({ place }) => place === day).length)
  const groups = [{ ...group, totals, runs: [{ from: 0, to: 56 }] }]
  const candidates = createCandidates(windows, groups)
  const places = new Map<string, number[]>()
  headlines.forEach(({ place, title }, index) => {
    candidates.add({
      ...group,
      day: addDays(windows.from, place),
      outletId: index % 7,
      clusterId: String(index),
      title,
    })
    for (const term of headlineTerms(title)) places.set(term, [...(places.get(term) ?? []), place])
  })
  const found = candidates.best()
  const comparison: Comparison = {
    provenance: 'real',
    windows,
    filter: { world: 'real', tsquery: null },
    basis: 'source-share',
    country: null,
    groups,
    covered: { firstDay: windows.from, latestDay: windows.asOf },
  }
  const counted = found.terms.flatMap((term, topic) =>
    (places.get(term) ?? []).map((place): TopicStories => ({
      ...group,
      topic,
      day: addDays(windows.from, place),
      documents: 1,
      stories: 1,
    })),
  )
  return measureTrends(found, comparison, {
    documents: stub({ topicStories: stub({ countStories: async () => counted }) }),
  })
}

const isInInterval = ({ momentum: { low, n } }: Trend) => n >= 10 && low > 1

describe('growth that is called certain', () => {
  test('is found in at most about one of twenty libraries in which nothing grew, whatever single intervals say', async () => {
    let [withCertain, aboveOne] = [0, 0]
    for (let seed = 1; seed <= libraries; seed += 1) {
      const trends = await listTrends(plantShuffled(seed))
      if (trends.some(({ change }) => change === 'grew')) withCertain += 1
      aboveOne += trends.filter(isInInterval).length
    }
    console.log(
      `${withCertain} of ${libraries} shuffled libraries have certain growth; intervals alone would call ${aboveOne} terms certain`,
    )
    expect(withCertain).toBeLessThanOrEqual(Math.ceil(libraries * 0.05))
    expect(aboveOne).toBeGreaterThan(libraries)
  })

  test('is found where something grew, and first', async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const lithium = [...Array(10).keys(), ...Array.from({ length: 40 }, (_, day) => 28 + (day % 28))].map(
        (place) => ({
          place,
          title: 'Lithium everywhere',
        }),
      )
      const [first] = rankGrowth(await listTrends([...plantShuffled(seed), ...lithium]))
      expect(first).toMatchObject({ term: 'lithium everywhere', change: 'grew', stories: 40, previousStories: 10 })
    }
  })
})
