import { parseQuery } from '@auspex/analytics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { documentStoreContract, type OpenStore, save } from '../document-store.contract.ts'
import { type DocumentFilter, toMatching } from '../document-filter.ts'
import { rereadingContract } from '../enrichment/rereading.contract.ts'
import { createPostgresStore } from '../postgres/postgres-store.ts'
import { prepareDocument } from '../prepare-document.ts'
import { randomDocuments, randomQueries } from '../testing/random-library.ts'
import { describeOnChdb } from '../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { openServerStore, openTestStore } from './testing/open-test-store.ts'

const queries = 500

describeOnChdb('documents in ClickHouse', () => {
  describe('in one folder', () => {
    documentStoreContract(() => openTestStore())
    describe('whose words are old', () => {
      rereadingContract(() => openTestStore())
    })
  })
  describe('in a server', () => {
    documentStoreContract(openServerStore)
    describe('whose words are old', () => {
      rereadingContract(openServerStore)
    })
  })
  describe('on two shards', () => {
    documentStoreContract(() => openTestStore(2))
    describe('whose words are old', () => {
      rereadingContract(() => openTestStore(2))
    })
  })

  describe.each([1, 2])('%d shards beside PostgreSQL', (shards) => {
    let clickhouse: OpenStore
    let postgres: OpenStore
    beforeAll(async () => {
      clickhouse = await openTestStore(shards)
      const database = await createTestDatabase()
      postgres = { store: createPostgresStore(database), database, close: () => database.close() }
      const documents = randomDocuments({ count: 2_000, seed: 11 }).map((one) => prepareDocument(one))
      // in several inserts, which must read as one library
      for (let index = 0; index < documents.length; index += 300)
        for (const opened of [postgres, clickhouse]) await save(opened, documents.slice(index, index + 300))
    })
    afterAll(() => Promise.all([postgres.close(), clickhouse.close()]))

    test(`${queries} generated queries find the same documents with the same facts`, async () => {
      let queryCount = 0
      let matched = 0
      for (const text of randomQueries({ count: 2_000, seed: 3 })) {
        const read = parseQuery(text)
        if (!read.ok || queryCount === queries) continue
        queryCount += 1
        const filter: DocumentFilter = { world: 'real', ...toMatching(read.query) }
        const facts = await factsOf(clickhouse, filter)
        expect({ text, facts }).toEqual({ text, facts: await factsOf(postgres, filter) })
        expect({ text, count: await clickhouse.store.count(filter) }).toEqual({ text, count: facts.length })
        matched += facts.length
      }
      expect(queryCount).toBe(queries)
      expect(matched).toBeGreaterThan(100 * queries)
    })
  })
})

/** Every fact of every matching document, ordered by id. */
async function factsOf({ store }: OpenStore, filter: DocumentFilter): Promise<unknown[]> {
  const {
    rows: { length, entities, ...columns },
  } = await store.matching(filter, { sampleFraction: 1 })
  expect(entities.place).toEqual([])
  const rows = Array.from({ length }, (_, row) =>
    Object.values(columns)
      .map((column) => String(column[row]))
      .join(' '),
  )
  return rows.toSorted()
}
