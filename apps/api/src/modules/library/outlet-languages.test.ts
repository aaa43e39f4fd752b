import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { countAndFillLanguages } from './outlet-languages.ts'
import { prepareDocument } from './prepare-document.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

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
