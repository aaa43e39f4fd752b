import { addDays } from '@auspex/contract/days'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { toDocumentId } from '../../document-id.ts'
import { type ComparedStores, openComparedStores, randomFilters } from '../testing/compared-library.ts'
import { toText } from '../testing/in-order.ts'
import type { PointWindow } from '../../measures/point-tones.ts'
import { countPointStories, countPointTerms, countSide, earliestIds, sampleIds } from './point-facts.ts'

describe('point facts', () => {
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
      const holders = await clickhouse.store.pointFacts.findHolders(ids, terms)
      expect(expected.size).toBe(3)
      expect(holders).toEqual(expected)
      expect(await clickhouse.store.pointFacts.findHolders([], terms)).toEqual(new Map())
      expect(await clickhouse.store.pointFacts.findHolders(ids, [])).toEqual(new Map())
    })
  })
})

describe('count point', () => {
  interface Row {
    id: number
    cluster?: number
    at?: number
    outlet?: number
    tone?: number
    reactions?: number
  }

  function toRows(rows: readonly Row[]) {
    return {
      length: rows.length,
      id: BigInt64Array.from(rows, ({ id }) => BigInt(id)),
      cluster: BigInt64Array.from(rows, ({ id, cluster = id }) => BigInt(cluster)),
      ms: Float64Array.from(rows, ({ at = 0 }) => at),
      outlet: Int32Array.from(rows, ({ outlet = 1 }) => outlet),
      tone: Float64Array.from(rows, ({ tone = Number.NaN }) => tone),
      reactions: Float64Array.from(rows, ({ reactions = 0 }) => reactions),
    }
  }
  const idOf = (id: number) => toDocumentId(String(id))

  test('each side counts all documents, the sampled ones and the known tones', () => {
    const rows = toRows([
      ...Array.from({ length: 260 }, (_, id) => ({ id })),
      { id: 300, tone: 0.5 },
      { id: 301, tone: -1 },
    ])
    expect(countSide(rows)).toEqual({ documents: 262, read: 250, tone: { n: 2, sum: -0.5, sumSquares: 1.25 } })
  })

  test('samples the documents with the lowest ids in ascending order', () => {
    const ids = sampleIds(toRows(Array.from({ length: 300 }, (_, index) => ({ id: 300 - index }))))
    expect(ids).toHaveLength(250)
    expect([ids[0], ids.at(-1)]).toEqual([1n, 250n])
  })

  test('returns at most thirty earliest documents, by time and then by id', () => {
    expect(
      earliestIds(
        toRows([
          { id: 3, at: 5 },
          { id: 2, at: 9 },
          { id: 1, at: 5 },
          { id: 4, at: -1 },
        ]),
      ),
    ).toEqual([4, 1, 3, 2].map(idOf))
    const tied = Array.from({ length: 40 }, (_, index) => ({ id: 100 - index }))
    expect(earliestIds(toRows(tied))).toEqual(Array.from({ length: 30 }, (_, index) => idOf(61 + index)))
    expect(earliestIds(toRows([]))).toEqual([])
  })

  test('orders stories by documents, outlets, reactions and first document', () => {
    const { storyCount, stories } = countPointStories(
      toRows([
        { id: 1, cluster: 50 },
        { id: 2, cluster: 50 },
        { id: 3, cluster: 60, at: 1 },
        { id: 4, cluster: 60, at: 0, outlet: 2 },
        { id: 5, reactions: 3 },
        { id: 6, reactions: 9 },
        { id: 7 },
        { id: 8 },
      ]),
    )
    expect(storyCount).toBe(6)
    expect(stories).toEqual([
      { storyCluster: idOf(60), documents: 2, outlets: 2, firstId: idOf(4) },
      { storyCluster: idOf(50), documents: 2, outlets: 1, firstId: idOf(1) },
      ...[6, 5, 7].map((id) => ({ storyCluster: idOf(id), documents: 1, outlets: 1, firstId: idOf(id) })),
    ])
  })

  test('lists words that became more frequent first, and ignores single occurrences', () => {
    const words = new Map([
      [1n, ['tea', 'oat']],
      [2n, ['tea', 'milk', 'oat']],
      [3n, ['oat', 'mint']],
    ])
    expect(countPointTerms({ after: [1n, 2n], before: [3n] }, words)).toEqual({
      terms: [
        { term: 'tea', after: 2, before: 0 },
        { term: 'oat', after: 2, before: 1 },
      ],
      termTotals: { after: 5, before: 2 },
    })
  })
})
