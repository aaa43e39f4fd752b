import { type QueryExecutorProvider, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { DocumentLocationError } from './library.errors.ts'
import { countAndFillLanguages, insertDocuments } from './insert-documents.ts'
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

test('a short text has the usual language of its outlet unless it has letters of another script', async () => {
  const written = (nativeId: string, title: string, lang: string | null) => ({
    ...prepareDocument(sampleDocument({ nativeId })),
    outlet: 'chips.example',
    title,
    body: null,
    lang,
  })
  const usual = Array.from({ length: 20 }, (_, index) => written(`usual-${index}`, 'Der Chip ist da', 'de'))
  const titles = ['5 µm Chip', 'Hawaiʻi', 'Chip Чип']
  const unknown = titles.map((title, index) => written(`unknown-${index}`, title, null))
  const filled = await database.kysely
    .transaction()
    .execute((trx) => countAndFillLanguages(trx, [...usual, ...unknown]))
  expect(filled.slice(20).map(({ title, lang }) => [title, lang])).toEqual([
    ['5 µm Chip', 'de'],
    ['Hawaiʻi', 'de'],
    ['Chip Чип', null],
  ])
})
