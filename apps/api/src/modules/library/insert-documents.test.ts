import { type QueryExecutorProvider, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { DocumentLocationError } from './library.errors.ts'
import { insertDocuments } from './insert-documents.ts'
import { prepareDocument } from './prepare-document.ts'
import { stub } from '../../testing/stub.ts'
import type { DocumentWriter } from './document-store.port.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('keeps a transaction open until its documents are stored, so that the next writer can remove all of them', async () => {
  const events: string[] = []
  const storing = Promise.withResolvers<void>()
  const store = stub<DocumentWriter>({
    // not where this library's documents are
    location: 'clickhouse',
    recover: async () => {},
    listExisting: async () => new Set<string>(),
    insert: async () => ({ stored: storing.promise.then(() => void events.push('stored')) }),
  })
  const revision = async (on: QueryExecutorProvider) =>
    (await sql<{ revision: string }>`select revision::text as revision from library`.execute(on)).rows[0]?.revision
  const transaction = database.kysely.transaction().execute(async (trx) => {
    const before = await revision(trx)
    const inserted = insertDocuments(
      trx,
      store,
      [prepareDocument(sampleDocument({ nativeId: '1' }))],
      new Date(0),
    ).finally(() => events.push('refused'))
    // once the revision has advanced, the insert knows that the documents are in the other store
    await expect.poll(() => revision(trx)).not.toBe(before)
    expect(events).toEqual([])
    storing.resolve()
    await inserted
  })
  await expect(transaction).rejects.toBeInstanceOf(DocumentLocationError)
  expect(events).toEqual(['stored', 'refused'])
})
