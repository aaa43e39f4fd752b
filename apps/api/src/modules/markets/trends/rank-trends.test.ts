import type { Trend, TrendChange } from '@auspex/sdk/types'
import { expect, test } from 'vitest'
import { rankGrowth } from './rank-trends.ts'

function trend(term: string, [low, value]: [number, number], stories = 40, change: TrendChange = 'grew'): Trend {
  const momentum = { value, low, high: 2 * value, n: stories + 10, method: 'test' }
  const counts = { stories, previousStories: 10, documents: stories, previous: 10, share: null, previousShare: null }
  return { term, ...counts, change, isRatioTold: true, momentum, why: '', headline: null, peakDay: null, days: [] }
}

const termsOf = (...trends: Trend[]) => rankGrowth(trends).map(({ term }) => term)

test('what grew for certain comes first, however large an uncertain growth looks', () => {
  const uncertain = trend('flood', [0.9, 30], 40, 'unclear')
  expect(termsOf(uncertain, trend('solar', [1.2, 1.5]), trend('lithium', [3, 5]))).toEqual([
    'lithium',
    'solar',
    'flood',
  ])
})

test('uncertain growth of a few stories, and what fell, are not listed', () => {
  expect(termsOf(trend('flood', [0.9, 30], 9, 'unclear'), trend('fax', [0.1, 0.2], 40, 'fell'))).toEqual([])
  expect(termsOf(trend('comet', [2, 30], 6, 'too-few'))).toEqual([])
})

test('a word that a longer term tells, and the rarer of singular and plural, are left out', () => {
  expect(termsOf(trend('oat milk', [2, 3], 40), trend('milk', [2, 3], 50))).toEqual(['oat milk'])
  expect(termsOf(trend('restaurant', [2, 3], 40), trend('restaurants', [2, 3], 60))).toEqual(['restaurants'])
})
