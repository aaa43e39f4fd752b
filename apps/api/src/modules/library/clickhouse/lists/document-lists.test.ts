import { parseQuery } from '@auspex/analytics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { toMatching } from '../../document-filter.ts'
import { toDocumentId } from '../../document-id.ts'
import type { DocumentLists } from '../../document-store.port.ts'
import type { ListFilter } from '../../lists/document-list.ts'
import type { ListOrder } from '../../lists/list-order.ts'
import { randomQueries } from '../../testing/random-library.ts'
import { randomEntities, type RandomStories, randomStories } from '../../testing/random-stories.ts'
import { createConditions } from '../conditions.ts'
import { createNames } from '../names.ts'
import { openPairedStores, type PairedStores } from '../testing/open-paired-stores.ts'
import { createClickhouseLists } from './document-lists.ts'
import type { ListPosition } from '../../lists/cut-slice.ts'

const orders: readonly ListOrder[] = ['newest', 'oldest', 'relevance', 'reach', 'engagement']

const about = (text: string): ListFilter => {
  const read = parseQuery(text)
  if (!read.ok) throw new Error(read.message)
  return { world: 'real', ...toMatching(read.query) }
}

/** Reads a list from beginning to end, each slice starting after the one before. */
async function walk(list: DocumentLists['list'] | DocumentLists['listStories'], filter: ListFilter, order: ListOrder) {
  const slices: Awaited<ReturnType<typeof list>>[] = []
  let after: ListPosition | null = null
  do {
    const slice: Awaited<ReturnType<typeof list>> = await list(filter, { order, page: 1, perPage: 90, after })
    slices.push(slice)
    after = slice.last
  } while (after !== null)
  return slices
}

describeOnChdb('lists of documents in ClickHouse', () => {
  let library: RandomStories
  let stores: PairedStores
  beforeAll(async () => {
    library = randomStories({ count: 1_200, seed: 7 })
    stores = await openPairedStores(library)
  })
  afterAll(() => stores.close())

  const filters = (): ListFilter[] => {
    const ids = library.documents.slice(0, 300).map(({ id }) => toDocumentId(id))
    return [
      { world: 'real', tsquery: null },
      { world: 'demo', tsquery: null, kinds: ['article', 'post'] },
      about('tea'),
      about('"tea milk" OR te*'),
      about('milk -mint kind:article'),
      { ...about('milk'), alsoMatches: about('te* -source:rss').query ?? null },
      { ...about('milk'), alsoNames: randomEntities[3]?.name ?? null },
      { ...about('milk'), alsoNames: 'Nobody Known' },
      { ...about('tea'), entity: randomEntities[5]?.name ?? null, fromDay: '2026-01-02' },
      { world: 'real', tsquery: null, ids: [...ids, 'nonsense'] },
      { world: 'real', tsquery: null, ids: [] },
      { world: 'real', tsquery: null, forum: 'reddit' },
      { world: 'real', tsquery: null, storyCluster: toDocumentId(library.clusters[4]?.cluster ?? '') },
      { world: 'real', tsquery: null, storyCluster: 'nonsense' },
      { ...about('oat'), toDay: '2026-01-04', country: 'DE', tone: 'positive' },
    ]
  }

  test.each(orders)('lists by %s hold what PostgreSQL lists, in its order, to the end', async (order) => {
    for (const filter of filters())
      for (const name of ['list', 'listStories'] as const) {
        const [actual, expected] = [stores.clickhouse.store.lists[name], stores.postgres.store.lists[name]]
        expect({ filter, name, slices: await walk(actual, filter, order) }).toEqual({
          filter,
          name,
          slices: await walk(expected, filter, order),
        })
      }
  })

  test.each(orders)('pages by %s are those of PostgreSQL', async (order) => {
    for (const page of [1, 2, 7, 500])
      for (const name of ['list', 'listStories'] as const) {
        const slice = { order, page, perPage: 20 }
        expect(await stores.clickhouse.store.lists[name](about('te* OR milk'), slice)).toEqual(
          await stores.postgres.store.lists[name](about('te* OR milk'), slice),
        )
      }
  })

  test('the most relevant documents of 100 generated queries are those of PostgreSQL', async () => {
    let listed = 0
    let queryCount = 0
    for (const text of randomQueries({ count: 1_000, seed: 5 })) {
      const read = parseQuery(text)
      if (!read.ok || queryCount === 100) continue
      queryCount += 1
      const slice = { order: 'relevance' as const, page: 1, perPage: 2_000 }
      const list = await stores.clickhouse.store.lists.list(about(text), slice)
      expect({ text, list }).toEqual({ text, list: await stores.postgres.store.lists.list(about(text), slice) })
      listed += list.total
    }
    expect(queryCount).toBe(100)
    expect(listed).toBeGreaterThan(15_000)
  })

  test('of too many documents those come first that have the words in their title, each on one page', async () => {
    const { clickhouse } = stores
    const lists = createClickhouseLists(
      {
        engine: clickhouse.engine,
        database: clickhouse.database,
        toCondition: createConditions({ engine: clickhouse.engine, names: createNames(clickhouse.database) }),
      },
      { documents: 0, bytes: 0 },
    )
    const filter = about('teapot OR čaj OR 東京')
    const slices = await walk(lists.list, filter, 'relevance')
    const ids = slices.flatMap((slice) => slice.ids)
    const all = await stores.postgres.store.lists.list(filter, { order: 'newest', page: 1, perPage: 2_000 })
    expect(ids.toSorted()).toEqual(all.ids.toSorted())
    const titles = new Map(library.documents.map(({ id, title }) => [toDocumentId(id), title.split(' ')]))
    const matchedWords = ids.map(
      (id) => ['teapot', 'čaj', '東京'].filter((word) => titles.get(id)?.includes(word)).length,
    )
    expect(matchedWords).toEqual(matchedWords.toSorted((a, b) => b - a))
    expect(new Set(matchedWords)).toEqual(new Set([3, 2, 1, 0]))
  })

  test('samples in time are those of PostgreSQL', async () => {
    for (const filter of [about('tea'), about('"tea milk"'), { world: 'real' as const, tsquery: null }])
      for (const how of [
        { size: 1, isLarge: false },
        { size: 7, isLarge: false },
        { size: 100, isLarge: true },
        { size: 5_000, isLarge: false },
      ]) {
        const sample = await stores.clickhouse.store.lists.sampleInTime(filter, how)
        expect(sample).toEqual(await stores.postgres.store.lists.sampleInTime(filter, how))
      }
  })
})
