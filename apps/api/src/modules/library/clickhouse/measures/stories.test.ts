import { parseQuery } from '@auspex/analytics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { type DocumentFilter, toMatching } from '../../document-filter.ts'
import { toDocumentId } from '../../document-id.ts'
import type { Headline } from '../../measures/stories.ts'
import { type RandomStories, randomStories } from '../../testing/random-stories.ts'
import { openPairedStores, type PairedStores } from '../testing/open-paired-stores.ts'
import { largestStories } from './stories.ts'

const about = (text: string): DocumentFilter => {
  const read = parseQuery(text)
  if (!read.ok) throw new Error(read.message)
  return { world: 'real', ...toMatching(read.query) }
}

test('the largest stories are told by most outlets, then by most documents', () => {
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

  test('headlines are those of PostgreSQL', async () => {
    const inOrder = (headlines: readonly Headline[]) => headlines.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    const keyOf = ({ day, source, kind, outletId, clusterId, title }: Headline) =>
      [day, source, kind, outletId, clusterId, title].join(' ')
    for (const filter of filters)
      expect(inOrder(await stores.clickhouse.store.stories.readHeadlines(filter))).toEqual(
        inOrder(await stores.postgres.store.stories.readHeadlines(filter)),
      )
  })

  test('the largest stories are those of PostgreSQL, document by document', async () => {
    for (const filter of filters)
      expect(await stores.clickhouse.store.stories.readStories(filter)).toEqual(
        await stores.postgres.store.stories.readStories(filter),
      )
    expect(
      (await stores.clickhouse.store.stories.readStories({ world: 'real', tsquery: null })).length,
    ).toBeGreaterThan(500)
  })

  test('copies of stories are counted as PostgreSQL counts them', async () => {
    const clusters = [...new Set(library.clusters.map(({ cluster }) => toDocumentId(cluster))), 'nonsense']
    for (const filter of filters)
      for (const storyIds of [clusters, []])
        expect(await stores.clickhouse.store.stories.countCopies(filter, storyIds)).toEqual(
          await stores.postgres.store.stories.countCopies(filter, storyIds),
        )
  })

  test('names are counted as PostgreSQL counts them', async () => {
    for (const filter of filters)
      expect(await stores.clickhouse.store.stories.readNames(filter)).toEqual(
        await stores.postgres.store.stories.readNames(filter),
      )
  })
})
