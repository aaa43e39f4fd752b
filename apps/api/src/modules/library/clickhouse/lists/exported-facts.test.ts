import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnChdb } from '../../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { toDocumentId } from '../../document-id.ts'
import { type RandomStories, randomStories } from '../../testing/random-stories.ts'
import { openPairedStores, type PairedStores } from '../testing/open-paired-stores.ts'

describeOnChdb('what files are written from, in ClickHouse', () => {
  let library: RandomStories
  let stores: PairedStores
  beforeAll(async () => {
    library = randomStories({ count: 500, seed: 4 })
    stores = await openPairedStores(library)
  })
  afterAll(() => stores.close())

  test('the newest ids are those of PostgreSQL', async () => {
    for (const world of ['real', 'demo'] as const)
      for (const limit of [3, 50, 5_000]) {
        const filter = { world, tsquery: null }
        const ids = await stores.clickhouse.store.exportedFacts.listIds(filter, limit)
        expect(ids).toEqual(await stores.postgres.store.exportedFacts.listIds(filter, limit))
      }
  })

  test('facts and words are those of PostgreSQL', async () => {
    const ids = [...library.documents.map(({ id }) => toDocumentId(id)), 'nonsense', 'doc_7']
    const [actual, expected] = await Promise.all(
      [stores.clickhouse, stores.postgres].map(async ({ store }) => ({
        facts: (await store.exportedFacts.readFacts(ids)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        terms: await store.exportedFacts.readTerms(ids),
        none: [await store.exportedFacts.readFacts([]), await store.exportedFacts.readTerms([])],
      })),
    )
    expect(actual).toEqual(expected)
    expect(actual?.facts).toHaveLength(library.documents.length)
  })
})
