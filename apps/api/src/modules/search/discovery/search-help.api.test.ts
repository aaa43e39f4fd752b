import type { SearchHelp, SimilarDocumentList } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleArticle } from '../../../testing/stored-documents.ts'

let api: TestApi

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  const write = (title: string, count: number) =>
    Array.from({ length: count }, (_, n) => sampleArticle({ nativeId: `${title} ${n}`, title, body: null }))
  await documents.storeDocuments([...write('Oat milk', 30), ...write('Fine skincare', 24)])
  // what the background enrichment would have found
  await database.pool.query(`insert into term_background (term, demo, documents) values
    ('oat', false, 30), ('milk', false, 30), ('skincare', false, 24)`)
  await database.pool.query(
    `update term_background_state set sampled_documents = 54, library_documents = 54 where not demo`,
  )
})
afterAll(() => api.close())

interface Answer<T> {
  status: number
  body: T
  code: string | undefined
}

async function call<T>(path: string, body: unknown): Promise<Answer<T>> {
  const reply = await api.request({ method: 'POST', path, as: 'mira', body })
  return { status: reply.statusCode, body: reply.json<T>(), code: reply.json<{ code?: string }>().code }
}

describe('getSearchHelp', () => {
  const help = async (query_term: string) => (await call<SearchHelp>('/explore/searchHelp', { query_term })).body

  test('suggests a correction of a misspelt topic, and nothing for a correct one', async () => {
    expect((await help('skinkare')).didYouMean).toEqual({ query_term: 'skincare', documents: 24 })
    expect((await help('oat mlik')).didYouMean).toMatchObject({ query_term: 'oat milk' })
    for (const right of ['skincare', 'oat milk', 'zorblax', 'oat AND milk'])
      expect((await help(right)).didYouMean).toBeNull()
  })

  test('says nothing of names and meanings while the library has not learned its words', async () => {
    expect(await help('oat milk')).toMatchObject({ documents: 30, alsoCalled: [], meanings: [] })
  })

  test('measures no narratives: every report asks for help when it opens', async () => {
    await help('fine skincare')
    expect((await api.database.pool.query('select signal_id from signal_narratives')).rows).toEqual([])
  })

  test('refuses a topic that cannot be read', async () => {
    expect(await call('/explore/searchHelp', { query_term: 'oat AND (' })).toMatchObject({ status: 422 })
  })
})

describe('listSimilarDocuments', () => {
  test('says why there are none while the library has not learned its words', async () => {
    const { body } = await call<SimilarDocumentList>('/explore/similarDocuments', { text: 'the price of plant drinks' })
    expect(body).toMatchObject({ items: [], compared: 0, note: expect.stringContaining('too few documents') })
  })

  test('answers 404 for a document that is not in the library', async () => {
    expect(await call('/explore/similarDocuments', { documentId: 'doc_0' })).toMatchObject({
      status: 404,
      code: 'signals.no_document',
    })
  })
})
