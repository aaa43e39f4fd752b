import { addDays } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { stub } from '../../../testing/stub.ts'
import type { Comparison } from './library-comparison.ts'
import { measureTrends } from './measure-terms.ts'
import { rankGrowth } from './rank-trends.ts'

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
  const counts = Object.values(tellings).flatMap((tell, topic) =>
    Array.from({ length: 2 * windowDays }, (_, place) => {
      const stories = tell(2 * windowDays - 1 - place)
      return { ...group, topic, day: addDays(windows.from, place), stories, documents: stories }
    }),
  )
  return measureTrends({ terms: Object.keys(tellings) }, comparison, {
    documents: stub({ topicStories: stub({ countStories: async () => counts }) }),
  })
}

describe('what grew over a year', () => {
  test('is listed only while it is up: a wave that ended eight months ago is over', async () => {
    const trends = await measure()
    expect(trends.map(({ term, change, isUpNow }) => [term, change, isUpNow])).toEqual([
      ['wildfire', 'grew', false],
      ['lithium', 'grew', true],
    ])
    expect(rankGrowth(trends).map(({ term }) => term)).toEqual(['lithium'])
  })

  test('says in its sentence when it is not up any more', async () => {
    const [wildfire, lithium] = await measure()
    expect(wildfire?.why).toMatch(/; it is not up any more\.$/)
    expect(lithium?.why).not.toContain('any more')
  })
})
