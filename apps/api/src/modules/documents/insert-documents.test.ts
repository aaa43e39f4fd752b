import { type QueryExecutorProvider, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { sampleDocument } from '../../testing/sample-document.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { DocumentPlaceError } from './documents.errors.ts'
import { insertDocuments } from './insert-documents.ts'
import { prepareDocument } from './prepare-document.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a transaction that cannot count its documents does not end before they are stored, so that the next writer finds all it has to remove', async () => {
  const ended: string[] = []
  const storing = Promise.withResolvers<void>()
  const store = {
    // where this library does not look for its documents
    place: 'clickhouse',
    recover: async () => {},
    listKnown: async () => new Set<string>(),
    insert: async () => ({ stored: storing.promise.then(() => void ended.push('stored')) }),
  } as const
  const revision = async (on: QueryExecutorProvider) =>
    (await sql<{ revision: string }>`select revision::text as revision from library`.execute(on)).rows[0]?.revision
  const transaction = database.kysely.transaction().execute(async (trx) => {
    const before = await revision(trx)
    const inserted = insertDocuments(trx, store, [prepareDocument(sampleDocument({ nativeId: '1' }))]).finally(() =>
      ended.push('refused'),
    )
    // once the library has advanced it is known that the documents are looked for elsewhere
    await expect.poll(() => revision(trx)).not.toBe(before)
    expect(ended).toEqual([])
    storing.resolve()
    await inserted
  })
  await expect(transaction).rejects.toBeInstanceOf(DocumentPlaceError)
  expect(ended).toEqual(['stored', 'refused'])
})
