import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { sampleDocument } from '../reports/testing/sample-documents.ts'

let api: TestApi

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  const write = (title: string, count: number, year: number) =>
    Array.from({ length: count }, (_, n) =>
      sampleDocument({
        nativeId: `${title} ${year} ${n}`,
        title,
        body: null,
        publishedAt: `${year}-03-${String(1 + n).padStart(2, '0')}T10:00:00Z`,
      }),
    )
  await documents.storeDocuments([
    ...write('Kefir in glass bottles', 14, 2012),
    ...write('Kefir in glass bottles', 5, 2014),
    ...write('Kombucha on tap', 11, 2012),
  ])
})
afterAll(() => api.close())

const ask = async (message: string, threadId?: string) => {
  const body = { message, ...(threadId !== undefined && { threadId }) }
  const reply = await api.request({ method: 'POST', path: '/zeus/getZeusReply', as: 'mira', body })
  expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, ''])
  const { message: answer, threadId: thread } = reply.json<{ threadId: string; message: { content: string } }>()
  return { text: answer.content, threadId: thread }
}

describe('an answer of the built-in analyst', () => {
  test('begins with what was asked for: two periods, or the first mention', async () => {
    expect((await ask('was kefir talked about more in 2012 than in 2014?')).text).toMatch(
      /^Kefir: 14 documents from 1 January to 31 December 2012, against 5 documents from 1 January to 31 December 2014\./u,
    )
    expect((await ask('who was the first to mention kefir?')).text).toMatch(
      /^The first of the documents that your library holds is from 1 March 2012/u,
    )
  })

  test('goes on with the topic and the days before', async () => {
    const { threadId } = await ask('How many documents mention kefir in 2012?')
    const { text } = await ask('and in 2014?', threadId)
    expect(text).toContain('5 documents')
    expect(text).toContain('topic kefir, 1 January to 31 December 2014')
  })

  test('about days without documents says how many there are on others', async () => {
    const { text } = await ask('How many documents mention kefir in 2009?')
    expect(text).toContain('I found no document about “kefir” from 1 January to 31 December 2009')
    expect(text).toContain('19 documents')
  })

  test('to what must be declined is a sentence, without a brief', async () => {
    const { text } = await ask('how much kefir can I take a day if I am diabetic')
    expect(text).toMatch(/^I cannot give medical advice/u)
    expect(text).not.toContain('documents mention')
  })
})
