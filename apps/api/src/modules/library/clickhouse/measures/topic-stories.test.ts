import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { type ComparedStores, openComparedStores, randomFilters } from '../testing/compared-library.ts'
import { inOrder } from '../testing/in-order.ts'

describeOnChdb('stories of topics on shards are those of PostgreSQL', () => {
  let stores: ComparedStores
  beforeAll(async () => {
    stores = await openComparedStores()
  })
  afterAll(() => stores.close())
  const filters = randomFilters({ count: 120, seed: 8 })

  test.each(['2026-01-12', '1859-11-10', '2030-01-01'])('counted by day around %s', async (middle) => {
    const { postgres, clickhouse } = stores
    const options = { middle, topicsAStatement: 10 }
    const expected = await postgres.store.topicStories.countStories(filters, options)
    expect(expected.some(({ documents, stories: storyCount }) => documents > storyCount)).toBe(true)
    expect(inOrder(await clickhouse.store.topicStories.countStories(filters, options))).toEqual(inOrder(expected))
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
    for (const [at, size] of sizes.entries()) expect(counts[at]).toBeLessThanOrEqual(size)
  })

  test.each(['2026-01-09', '2026-01-20', '1859-11-10'])(
    'that lead, in their order, with %s as the peak',
    async (day) => {
      const { postgres, clickhouse } = stores
      const topics = filters.map((filter) => ({ filter, peakDay: day }))
      const asked = { topicsAStatement: 9 }
      const expected = byTopic(await postgres.store.topicStories.leadingStories(topics, asked))
      expect(expected.length).toBeGreaterThan(1_000)
      expect(await clickhouse.store.topicStories.leadingStories(topics, asked)).toEqual(expected)
    },
  )
})

/** The parts of a union arrive in any order, each with its own rows in order. */
function byTopic<Row extends { topic: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.topic - b.topic)
}
