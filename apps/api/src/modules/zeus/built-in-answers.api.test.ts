import type { ZeusReading, ZeusReply, ZeusReport, ZeusThread } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { sampleArticle } from '../../testing/stored-documents.ts'

let api: TestApi

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  const write = (title: string, count: number, year: number) =>
    Array.from({ length: count }, (_, n) =>
      sampleArticle({
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
    ...write('Matcha at home', 12, 2012),
    sampleArticle({
      nativeId: 'tea',
      sourceKey: 'imported',
      outlet: 'reddit/r/tea',
      title: 'Matcha or coffee?',
      body: null,
      publishedAt: '2012-03-20T10:00:00Z',
    }),
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
      /^(?:Yes: more was written|No clear difference) on kefir .*in 2012 \(14 .*in 2014 \(5 /u,
    )
    expect((await ask('who was the first to mention kefir?')).text).toMatch(
      /^The first mention of [^ ]+(?: milk)? that your library holds is from 1 March 2012/u,
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
    expect(text).toMatch(/Over all days, 19 \p{L}+ .*mention kefir/u)
  })

  test('by month is a table of its months, and of years where a follow-up asks for them', async () => {
    const { text, threadId } = await ask('How many documents mention kefir by month since 2012?')
    expect(text).toMatch(/^March 2012 had the most, 14 /u)
    expect(text).toContain('| March 2012 | 14 (13 of 31 days covered) |')
    expect((await ask('by year please', threadId)).text).toContain('| 2012 | 14 (13 of 306 days covered) |')
  })

  test('to two questions has both, in their order', async () => {
    const { text } = await ask('How many documents mention kombucha in 2012? And how many mention kefir in 2014?')
    expect(text).toMatch(/11 documents.*5 \p{L}+ mention kefir.*topic kombucha.*topic kefir/su)
  })

  test('to what must be declined is a sentence, without a brief', async () => {
    const { text } = await ask('how much kefir can I take a day if I am diabetic')
    expect(text).toMatch(/^I cannot give medical advice/u)
    expect(text).not.toContain('documents mention')
  })
})

describe('a reading that a person changes', () => {
  const regenerate = async (threadId: string, messageId: string, body: object) => {
    const reply = await api.request({
      method: 'POST',
      path: '/v1/zeus/query-stream/regeneration',
      as: 'mira',
      body: { threadId, messageId, ...body },
    })
    expect(reply.statusCode).toBe(200)
    const found = await api.request({ method: 'GET', path: `/zeus/getZeusData?id=${threadId}`, as: 'mira' })
    const [thread] = found.json<{ items: ZeusThread[] }>().items
    const answer = thread?.messages.at(-1)
    if (answer === undefined) throw new Error('there is an answer')
    return answer
  }

  test('is answered in its place, keeps the answer before as a version, and counts for rewritten ones too', async () => {
    const body = { message: 'How many documents mention kefir in 2012?' }
    const reply = await api.request({ method: 'POST', path: '/zeus/getZeusReply', as: 'mira', body })
    const { threadId, message } = reply.json<ZeusReply>()
    const reading = message.understanding?.reading
    expect(reading).toMatchObject({ topics: ['kefir'], from: '2012-01-01', to: '2012-12-31', wants: ['volume'] })
    const changed = { ...reading, topics: ['kombucha'] } as ZeusReading
    const answer = await regenerate(threadId, message.id, { reading: changed })
    expect(answer.content).toContain('11 documents')
    expect(answer.understanding?.reading).toEqual(changed)
    expect(answer.versions).toEqual({ number: 2, ids: [message.id, answer.id] })
    const shorter = await regenerate(threadId, answer.id, { instruction: 'Shorter' })
    expect(shorter.understanding?.reading?.topics).toEqual(['kombucha'])
    // the next question goes on from what the person chose
    expect((await ask('and in 2014?', threadId)).text).toContain('topic kombucha')
  })

  test('can be limited to a site with all its communities, or leave one out', async () => {
    expect((await ask('How many documents on Reddit mention matcha in 2012?')).text).toContain('1 document')
    const { threadId } = await ask('How many documents mention matcha in 2012?')
    const found = await api.request({ method: 'GET', path: `/zeus/getZeusData?id=${threadId}`, as: 'mira' })
    const message = found.json<{ items: ZeusThread[] }>().items[0]?.messages.at(-1)
    const reading = { ...message?.understanding?.reading, excluded: ['Reddit'] } as ZeusReading
    const answer = await regenerate(threadId, message?.id ?? '', { reading })
    expect(answer.content).toContain('12 documents')
    expect(answer.content).toContain('without Reddit')
  })
})

describe('a report of a conversation', () => {
  const makeReport = (threadId: string, as: 'mira' | 'jon' = 'mira', body: object = {}) =>
    api.request({ method: 'POST', path: `/zeus/threads/${threadId}/report`, as, body })

  test('has a summary, a section for each question with its chart, and footnotes that name their documents', async () => {
    const { threadId } = await ask('How many documents mention kefir in 2012?')
    await ask('Who was the first to mention kefir?', threadId)
    const reply = await makeReport(threadId)
    expect(reply.statusCode).toBe(200)
    const report = reply.json<ZeusReport>()
    expect(report).toMatchObject({ title: 'How many documents mention kefir in 2012?', revision: 1, threadId })
    expect(report.contents).toMatch(/^## Summary\n\n/u)
    expect(report.contents).toContain('\n\n## Who was the first to mention kefir?\n\n')
    expect(report.contents).toContain('```auspex\n{"content":{"kind":"chart"')
    // the charts are long
    const text = report.contents.replaceAll(/^```auspex\n.*\n```$/gmu, '')
    expect(text).toMatch(/^\[\^\d+\]: .*Kefir in glass bottles.*, \d+ March 201\d\.$/mu)
    expect(text).not.toMatch(/doc_|I read this as| \[\d+\]/u)
  })

  test('of one answer begins with it', async () => {
    const { threadId } = await ask('How many documents mention kefir in 2012?')
    const report = (await makeReport(threadId)).json<ZeusReport>()
    expect(report.contents).toMatch(/^## Summary\n\n14 documents/u)
    expect(report.contents).toMatch(/^\[\^1\]: 14 documents: measured in the report of “kefir”, summary\.$/mu)
  })

  test('leaves out whole answers where they do not all fit, keeps its footnotes, and says so', async () => {
    const { threadId } = await ask('How many documents mention kefir in 2012?')
    await ask('Who was the first to mention kefir?', threadId)
    await api.database.pool.query(
      `update zeus_message set content = content || E'\n\n' || repeat('One more sentence. ', 6000)
       where thread_id = $1 and role = 'assistant'`,
      [threadId],
    )
    const { contents } = (await makeReport(threadId)).json<ZeusReport>()
    expect(contents).not.toContain('## Who was the first')
    expect(contents).toContain('The last answer of the conversation is left out')
    expect(contents).toMatch(/^\[\^1\]: 14 documents: measured/mu)
  })

  test('names the charts that can no longer be measured', async () => {
    const { threadId } = await ask('How many documents mention kefir in 2012?')
    await api.database.pool.query(
      `update zeus_message set details = jsonb_set(details, '{figures,0,signalId}', '"sig_gone"')
       where thread_id = $1 and role = 'assistant'`,
      [threadId],
    )
    const { contents } = (await makeReport(threadId)).json<ZeusReport>()
    expect(contents).toContain('One chart is left out because it could not be measured')
  })

  test('is made by the person whose conversation it is, and of an answer that it has', async () => {
    const { threadId } = await ask('How many documents mention kefir in 2012?')
    expect((await makeReport(threadId, 'jon')).json()).toMatchObject({ code: 'zeus.thread_not_found' })
    expect((await makeReport(threadId, 'mira', { messageId: 'msg_nothere' })).json()).toMatchObject({
      code: 'zeus.message_not_found',
    })
  })
})
