import { addDays } from '@auspex/contract/days'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { toDocumentId } from '../../document-id.ts'
import { type ComparedStores, openComparedStores, randomFilters } from '../testing/compared-library.ts'
import { toText } from '../testing/in-order.ts'
import type { PointWindow } from '../../measures/point-tones.ts'

describeOnChdb('facts of points on shards are those of PostgreSQL', () => {
  let stores: ComparedStores
  beforeAll(async () => {
    stores = await openComparedStores()
  })
  afterAll(() => stores.close())
  const windowAt = (day: string, days: number): PointWindow => ({
    from: day,
    to: addDays(day, days - 1),
    beforeFrom: addDays(day, -days),
    beforeTo: addDays(day, -1),
  })
  const windows = [
    windowAt('2026-01-10', 3),
    windowAt('2026-01-15', 14),
    windowAt('2026-01-12', 5),
    windowAt('1859-11-10', 4),
    windowAt('2031-01-01', 2),
  ]

  test('their sides, stories, words and samples', async () => {
    const { postgres, clickhouse } = stores
    let [stories, terms] = [0, 0]
    for (const filter of randomFilters({ count: 60, seed: 12 })) {
      const expected = await postgres.store.pointFacts.readPoints(filter, windows)
      const actual = await clickhouse.store.pointFacts.readPoints(filter, windows)
      expect(actual.map(toText)).toEqual(expected.map(toText))
      for (const point of expected) {
        stories += point.stories.filter(({ documents }) => documents > 1).length
        terms += point.terms.length
      }
    }
    expect(stories).toBeGreaterThan(100)
    expect(terms).toBeGreaterThan(500)
    expect(await clickhouse.store.pointFacts.readPoints({ world: 'real', tsquery: null }, [])).toEqual([])
  })

  test('their tones where words of the topic have none', async () => {
    const { postgres, clickhouse } = stores
    const filter = { world: 'real', tsquery: null, withoutTone: ['great'] } as const
    const expected = await postgres.store.pointFacts.readPoints(filter, windows)
    expect((await clickhouse.store.pointFacts.readPoints(filter, windows)).map(toText)).toEqual(expected.map(toText))
  })

  test('which documents hold words', async () => {
    const { postgres, clickhouse, documents } = stores
    const ids = ['nonsense', 'doc_0', ...documents.slice(0, 300).map(({ id }) => toDocumentId(id))]
    const terms = ['tea', 'oat', 'awful', 'unheard']
    const expected = await postgres.store.pointFacts.findHolders(ids, terms)
    const found = await clickhouse.store.pointFacts.findHolders(ids, terms)
    expect(expected.size).toBe(3)
    expect(found).toEqual(expected)
    expect(await clickhouse.store.pointFacts.findHolders([], terms)).toEqual(new Map())
    expect(await clickhouse.store.pointFacts.findHolders(ids, [])).toEqual(new Map())
  })
})
