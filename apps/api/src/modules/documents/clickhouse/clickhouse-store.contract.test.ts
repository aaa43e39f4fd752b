import { parseQuery } from '@auspex/analytics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { documentStoreContract, type OpenStore } from '../document-store.contract.ts'
import { type DocumentFilter, toMatching } from '../document-filter.ts'
import type { DocumentStore } from '../document-store.port.ts'
import { createPostgresStore } from '../postgres-store.ts'
import { prepareDocument } from '../prepare-document.ts'
import { randomDocuments, randomQueries } from '../testing/random-library.ts'
import { describeOnChdb } from './testing/describe-on-chdb.ts'
import { openTestStore } from './testing/open-test-store.ts'

const queries = 500

describeOnChdb('documents in ClickHouse', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  documentStoreContract(() => openTestStore(database))

  describe('beside PostgreSQL', () => {
    let opened: OpenStore
    let stores: { postgres: DocumentStore; clickhouse: DocumentStore }
    beforeAll(async () => {
      opened = await openTestStore(database)
      stores = { postgres: createPostgresStore(database), clickhouse: opened.store }
      const batch = randomDocuments({ count: 2_000, seed: 11 }).map(prepareDocument)
      // in several parts, which answer as one
      for (let at = 0; at < batch.length; at += 300) {
        await stores.postgres.store(batch.slice(at, at + 300))
        await stores.clickhouse.store(batch.slice(at, at + 300))
      }
    })
    afterAll(() => opened.close())

    test(`${queries} generated queries find the same documents with the same facts`, async () => {
      let asked = 0
      let matched = 0
      for (const text of randomQueries({ count: 2_000, seed: 3 })) {
        const read = parseQuery(text)
        if (!read.ok || asked === queries) continue
        asked += 1
        const filter: DocumentFilter = { world: 'real', ...toMatching(read.query) }
        const clickhouse = await factsOf(stores.clickhouse, filter)
        expect({ text, facts: clickhouse }).toEqual({ text, facts: await factsOf(stores.postgres, filter) })
        expect({ text, count: await stores.clickhouse.count(filter) }).toEqual({ text, count: clickhouse.length })
        matched += clickhouse.length
      }
      expect(asked).toBe(queries)
      expect(matched).toBeGreaterThan(100 * queries)
    })
  })
})

/** Every fact of every matching document, in the order of their ids. */
async function factsOf(store: DocumentStore, filter: DocumentFilter): Promise<unknown[]> {
  const { length, entities, ...columns } = await store.rows(filter, { sampled: false })
  expect(entities.place).toEqual([])
  const rows = Array.from({ length }, (_, row) =>
    Object.values(columns)
      .map((column) => String(column[row]))
      .join(' '),
  )
  return rows.toSorted()
}
