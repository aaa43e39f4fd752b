import { parseQuery } from '@auspex/analytics'
import type { Headline } from '@auspex/analytics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { type DocumentFilter, toMatching } from '../../document-filter.ts'
import { toDocumentId } from '../../document-id.ts'
import { type RandomStories, randomStories } from '../../testing/random-stories.ts'
import { type ComparedStores, openComparedStores, randomFilters } from '../testing/compared-library.ts'
import { inOrder } from '../testing/in-order.ts'
import { openPairedStores, type PairedStores } from '../testing/open-paired-stores.ts'
import { idsOfStories } from './context-measures.ts'
import { largestStories } from './stories.ts'
import { countStoriesByDay, leadStories } from './topic-stories.ts'

describe('stories', () => {
  const about = (text: string): DocumentFilter => {
    const read = parseQuery(text)
    if (!read.ok) throw new Error(read.message)
    return { world: 'real', ...toMatching(read.query) }
  }

  test('ranks the largest stories by outlets, then by documents', () => {
    const rows = {
      length: 9,
      cluster: BigInt64Array.from([7n, 7n, 7n, 5n, 5n, 3n, 3n, 2n, 2n]),
      outlet: new Int32Array(9),
    }
    rows.outlet.set([1, 2, 3, 1, 2, 1, 2, 4, 4])
    expect(largestStories(rows, 9)).toEqual(['7', '3', '5'])
    expect(largestStories(rows, 1)).toEqual(['7'])
  })

  describeOnChdb('headlines and stories in ClickHouse', () => {
    let library: RandomStories
    let stores: PairedStores
    beforeAll(async () => {
      library = randomStories({ count: 2_400, seed: 9 })
      stores = await openPairedStores(library)
    })
    afterAll(() => stores.close())

    const filters: DocumentFilter[] = [
      { world: 'real', tsquery: null },
      { world: 'demo', tsquery: null },
      about('tea'),
      { ...about('"tea milk" OR te*'), kinds: ['article', 'post'], fromDay: '2026-01-03', toDay: '2026-01-05' },
      { world: 'real', tsquery: null, toDay: '1860-01-01' },
      about('nothing'),
    ]

    test('headlines equal those of PostgreSQL', async () => {
      const byKey = (headlines: readonly Headline[]) => headlines.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      const keyOf = ({ day, source, kind, outletId, clusterId, title }: Headline) =>
        [day, source, kind, outletId, clusterId, title].join(' ')
      for (const filter of filters)
        expect(byKey(await stores.clickhouse.store.stories.readHeadlines(filter))).toEqual(
          byKey(await stores.postgres.store.stories.readHeadlines(filter)),
        )
    })

    test('the largest stories equal those of PostgreSQL, document by document', async () => {
      for (const filter of filters)
        expect(await stores.clickhouse.store.stories.readStories(filter)).toEqual(
          await stores.postgres.store.stories.readStories(filter),
        )
      expect(
        (await stores.clickhouse.store.stories.readStories({ world: 'real', tsquery: null })).length,
      ).toBeGreaterThan(500)
    })

    test('story copies equal those of PostgreSQL', async () => {
      const clusters = [...new Set(library.clusters.map(({ cluster }) => toDocumentId(cluster))), 'nonsense']
      for (const filter of filters)
        for (const storyIds of [clusters, []])
          expect(await stores.clickhouse.store.stories.countCopies(filter, storyIds)).toEqual(
            await stores.postgres.store.stories.countCopies(filter, storyIds),
          )
    })

    test('name counts equal those of PostgreSQL', async () => {
      for (const filter of filters)
        expect(await stores.clickhouse.store.stories.readNames(filter)).toEqual(
          await stores.postgres.store.stories.readNames(filter),
        )
    })
  })
})

describe('stories of topic', () => {
  const dayMs = 86_400_000

  function toRows(rows: readonly { id: number; cluster: number; day: number; score?: number; hour?: number }[]) {
    return {
      length: rows.length,
      id: BigInt64Array.from(rows, ({ id }) => BigInt(id)),
      cluster: BigInt64Array.from(rows, ({ cluster }) => BigInt(cluster)),
      ms: Float64Array.from(rows, ({ day, hour = 0 }) => day * dayMs + hour),
      source: new Uint8Array(rows.length).fill(3),
      kind: new Uint8Array(rows.length).fill(1),
      score: Float64Array.from(rows, ({ score = Number.NaN }) => score),
    }
  }

  test('a story starts once before and once after the middle day, on the day of its first document', () => {
    const rows = toRows([
      { id: 5, cluster: 1, day: 8 },
      { id: 4, cluster: 1, day: 7 },
      { id: 3, cluster: 1, day: 11 },
      { id: 2, cluster: 1, day: 10 },
      { id: 1, cluster: 9, day: -3, hour: 1 },
    ])
    const counts = countStoriesByDay(rows, 10).map(({ day, documents, stories }) => [day, documents, stories])
    expect(counts.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [-3, 1, 1],
      [7, 1, 1],
      [8, 1, 0],
      [10, 1, 1],
      [11, 1, 0],
    ])
  })

  test('orders simultaneous documents by id', () => {
    const rows = toRows([
      { id: 5, cluster: 1, day: 8 },
      { id: 4, cluster: 1, day: 8 },
    ])
    expect(leadStories(rows, { peakDay: 8, most: 5 })).toMatchObject([{ id: 4n, documents: 2, peaks: true }])
  })

  test('ranks stories by documents, peak day, points and age of their first document', () => {
    const rows = toRows([
      { id: 10, cluster: 10, day: 1 },
      { id: 11, cluster: 11, day: 1, score: 0 },
      { id: 12, cluster: 12, day: 2, score: -5 },
      { id: 13, cluster: 13, day: 1, score: 7 },
      { id: 14, cluster: 13, day: 1 },
      { id: 15, cluster: 15, day: 1, score: 0 },
    ])
    const led = (limit: number) => leadStories(rows, { peakDay: 2, most: limit }).map(({ id }) => id)
    expect(led(20)).toEqual([13n, 12n, 11n, 15n, 10n])
    expect(led(2)).toEqual([13n, 12n])
    expect(led(1)).toEqual([13n])
  })
})

describe('ids of stories', () => {
  test('samples the document with the lowest id of each story, in ascending order', () => {
    const rows = {
      length: 5,
      id: new BigInt64Array([9n, 4n, 7n, 2n, 8n]),
      cluster: new BigInt64Array([1n, 1n, 7n, 5n, 5n]),
    }
    expect(idsOfStories(rows, 10)).toEqual([2n, 4n, 7n])
    expect(idsOfStories(rows, 2)).toEqual([2n, 4n])
  })
})

describe('topic stories', () => {
  describeOnChdb('stories of topics on shards are those of PostgreSQL', () => {
    let stores: ComparedStores
    beforeAll(async () => {
      stores = await openComparedStores()
    })
    afterAll(() => stores.close())
    const filters = randomFilters({ count: 120, seed: 8 })

    test.each(['2026-01-12', '1859-11-10', '2030-01-01'])('counted by day around %s', async (middle) => {
      const { postgres, clickhouse } = stores
      const options = { middle, topicsPerStatement: 10 }
      const expected = await postgres.store.topicStories.countStories(filters, options)
      expect(expected.some(({ documents, stories: storyCount }) => documents > storyCount)).toBe(true)
      expect(inOrder(await clickhouse.store.topicStories.countStories(filters, options))).toEqual(inOrder(expected))
    })

    test('with the outlets that tell them', async () => {
      const { postgres, clickhouse } = stores
      const options = { topicsPerStatement: 10 }
      const expected = await postgres.store.topicStories.countOutlets(filters, options)
      expect(Math.max(...expected)).toBeGreaterThan(1)
      expect(await clickhouse.store.topicStories.countOutlets(filters, options)).toEqual(expected)
    })

    test('counted of all documents', async () => {
      const { postgres, clickhouse } = stores
      const expected = await postgres.store.topicStories.countUpTo(filters, 100_000)
      expect(await clickhouse.store.topicStories.countUpTo(filters, 100_000)).toEqual(expected)
      expect(await clickhouse.store.topicStories.countUpTo([], 10)).toEqual([])
    })

    test('counted of no more documents than are read', async () => {
      const { postgres, clickhouse } = stores
      const sizes = await postgres.store.topicCounts.countUpTo(filters, 60)
      const counts = await clickhouse.store.topicStories.countUpTo(filters, 60)
      for (const [index, size] of sizes.entries()) expect(counts[index]).toBeLessThanOrEqual(size)
    })

    test.each(['2026-01-09', '2026-01-20', '1859-11-10'])(
      'leading stories in order, with %s as the peak',
      async (day) => {
        const { postgres, clickhouse } = stores
        const topics = filters.map((filter) => ({ filter, peakDay: day }))
        const limits = { topicsPerStatement: 9 }
        const expected = byTopic(await postgres.store.topicStories.leadingStories(topics, limits))
        expect(expected.length).toBeGreaterThan(1_000)
        expect(await clickhouse.store.topicStories.leadingStories(topics, limits)).toEqual(expected)
      },
    )
  })

  /** The parts of a union arrive in any order, each with its own rows in order. */
  function byTopic<Row extends { topic: number }>(rows: readonly Row[]): Row[] {
    return rows.toSorted((a, b) => a.topic - b.topic)
  }
})
