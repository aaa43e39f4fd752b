import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { type ComparedStores, openComparedStores, randomFilters } from '../testing/compared-library.ts'
import { inOrder } from '../testing/in-order.ts'

describeOnChdb('counts of topics on shards are those of PostgreSQL', () => {
  let stores: ComparedStores
  beforeAll(async () => {
    stores = await openComparedStores()
  })
  afterAll(() => stores.close())
  const filters = randomFilters({ count: 130, seed: 5 })

  test.each([
    { from: '2026-01-06', asOf: '2026-01-19' },
    { from: '1859-11-01', asOf: '1859-11-12' },
    { from: '0001-01-02', asOf: '0001-01-01' },
  ])('by day, source and kind, within the days from $from to $asOf', async (windows) => {
    const { postgres, clickhouse } = stores
    const options = { windows, topicsAStatement: 7 }
    const [expected, actual] = [
      await postgres.store.topicCounts.countTopics(filters, options),
      await clickhouse.store.topicCounts.countTopics(filters, options),
    ]
    expect(expected.length).toBeGreaterThan(200)
    expect(inOrder(actual)).toEqual(inOrder(expected))
  })

  test('by country, before a day and from it on', async () => {
    const { postgres, clickhouse } = stores
    let countries = 0
    for (const filter of filters.slice(0, 40)) {
      const expected = inOrder(await postgres.store.topicCounts.countCountries(filter, '2026-01-12'))
      expect(inOrder(await clickhouse.store.topicCounts.countCountries(filter, '2026-01-12'))).toEqual(expected)
      countries += expected.length
    }
    expect(countries).toBeGreaterThan(40)
  })

  test.each([1, 50, 100_000])('up to %i documents', async (limit) => {
    const { postgres, clickhouse } = stores
    const expected = await postgres.store.topicCounts.countUpTo(filters, limit)
    expect(await clickhouse.store.topicCounts.countUpTo(filters, limit)).toEqual(expected)
    expect(Math.max(...expected)).toBe(Math.min(limit, Math.max(...expected)))
    expect(await clickhouse.store.topicCounts.countUpTo([], limit)).toEqual([])
  })

  test('of each source with its authors and its latest year', async () => {
    const { postgres, clickhouse } = stores
    for (const filter of filters)
      expect(await clickhouse.store.countSourceVoices(filter)).toEqual(await postgres.store.countSourceVoices(filter))
  })
})
