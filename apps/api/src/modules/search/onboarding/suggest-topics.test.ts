import type { Trend, TrendList } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { categories, industries } from '../../library/index.ts'
import { stub } from '../../../testing/stub.ts'
import type { Trends } from '../../markets/index.ts'
import { suggestTopics } from './onboarding.operations.ts'

const trend = (term: string, change: Trend['change'], low: number) =>
  ({
    term,
    change,
    documents: 40,
    isRatioTold: change !== 'too-few',
    momentum: { value: low + 0.4, low, high: low + 1, n: 60, method: 'quasi-Poisson log ratio' },
  }) as Trend // no other field of a trend is read

const listOf = (...items: Trend[]) => ({ items }) as TrendList // nor of a list

const byCategory: Record<string, TrendList> = {
  food_drink: listOf(trend('oat milk', 'grew', 1.3), trend('kefir', 'unclear', 0.8), trend('soda', 'fell', 0.2)),
  fashion: listOf(trend('linen', 'grew', 1.6), trend('oat milk', 'grew', 1.3)),
}
/** Terms of the whole library, independent of its last weeks. */
const stock = [
  { term: 'coffee', documents: 310, trend: null },
  { term: 'protein', documents: 12, trend: null },
  { term: 'plant based', documents: 0, trend: null },
  { term: 'cruise', documents: 40, trend: null },
]
const deps = {
  industries,
  categories,
  trends: stub<Trends>({
    list: async () => listOf(trend('heat pump', 'grew', 1.2), trend('tram', 'too-few', 0.1)),
    catalogue: async () => ({ libraryRevision: 1, at: new Date(0), body: { list: listOf(), terms: stock } }),
    listOf: async ({ id }: { id: string }) => byCategory[id] ?? listOf(),
  }),
}

describe('topics to begin with', () => {
  test('are those of the industry that grew for certain, fastest first, then those that may have', async () => {
    const topics = await suggestTopics({ industry_id: 'consumer_goods' }, deps)
    expect(topics.map(({ term }) => term).slice(0, 3)).toEqual(['linen', 'oat milk', 'kefir'])
    expect(topics[0]?.reason).toBe('Grows in Consumer goods')
    expect(topics[2]?.reason).toBe('Talked about in Consumer goods')
  })

  test('are found by the name of the industry too, as older profiles have it', async () => {
    const topics = await suggestTopics({ industry: ' food and BEVERAGE ' }, deps)
    expect(topics.map(({ term }) => term)).toEqual(['oat milk', 'kefir', 'coffee', 'protein'])
  })

  test('are terms of the industry of which the library has documents where none of them moves', async () => {
    expect(await suggestTopics({ industry_id: 'travel' }, deps)).toEqual([
      { term: 'cruise', reason: '40 documents in your library', documents: 40, momentum: null },
    ])
  })

  test.each([{}, { industry_id: 'unknown' }, { industry: null }])(
    'are those of the whole library for %j',
    async (preferred) => {
      expect((await suggestTopics(preferred, deps)).map(({ term, reason }) => [term, reason])).toEqual([
        ['heat pump', 'Grows in your library'],
      ])
    },
  )
})
