import type { AssistantEvent, ShareLink, SharedThread } from '@auspex/sdk/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi, type TestRequest } from '../../../testing/test-api.ts'
import { liv } from '../testing/story-api.ts'
import { eventsOf } from '../../zeus/testing/read-run.ts'
import { createScriptedAnalyst } from '../../zeus/testing/scripted-analyst.ts'

type Who = NonNullable<TestRequest['as']>
const { analyst } = createScriptedAnalyst()
let api: TestApi
let minute = 0
beforeAll(async () => {
  api = await createTestApi({ analyst })
})
afterAll(() => api.close())
beforeEach(() => later())

/** Advances the clock by a minute, so that later messages have later times. */
const later = () => {
  minute += 1
  api.clock.set(new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString())
}
const post = async (path: string, body: object, as: Who = 'mira') => {
  const reply = await api.request({ method: 'POST', path, as, body })
  return { status: reply.statusCode, body: reply.json() }
}
const startOf = (text: string) => {
  const start = eventsOf(text)[0] as Extract<AssistantEvent, { type: 'run-start' }>
  later()
  return start
}
const sendMessage = async (message: string, more: object = {}) => {
  const reply = await api.request({
    method: 'POST',
    path: '/v1/zeus/query-stream',
    as: 'mira',
    body: { message, ...more },
  })
  return startOf(reply.body)
}
const share = async (threadId: string, more: object = {}) =>
  (await post('/shareLinks', { kind: 'thread', itemId: threadId, ...more })).body as ShareLink & { token: string }
const read = async (token: string) => {
  const reply = await api.request({ method: 'GET', path: `/sharedItems/${token}` })
  return { status: reply.statusCode, text: reply.body, thread: reply.json<SharedThread>() }
}
const texts = ({ messages }: SharedThread) => messages.map(({ content }) => content)

describe('a shared conversation', () => {
  test('is read without an account, with its evidence but not the steps that led to it', async () => {
    const { threadId, runId } = await sendMessage('How is oat milk?')
    const link = await share(threadId, { access: 'anyone' })
    expect(link.title).toBe('How is oat milk?')
    const { status, text, thread } = await read(link.token)
    expect(status).toBe(200)
    expect(thread).toMatchObject({ kind: 'thread', title: 'How is oat milk?', messageCount: 2 })
    expect(thread.messages).toMatchObject([
      { role: 'user', content: 'How is oat milk?' },
      { role: 'assistant', content: 'You asked: How is oat milk?', state: 'complete', citations: [] },
    ])
    expect(Object.keys(thread.messages[1] ?? {}).toSorted()).toEqual([
      'citations',
      'content',
      'role',
      'state',
      'timestamp',
    ])
    for (const hidden of [threadId, runId]) expect(text).not.toContain(hidden)
  })

  test('ends where it was when it was shared: later messages stay private', async () => {
    const { threadId } = await sendMessage('How is oat milk?')
    const { token } = await share(threadId, { access: 'anyone' })
    later()
    await sendMessage('Shall we buy the company?', { threadId })
    expect(texts((await read(token)).thread)).toEqual(['How is oat milk?', 'You asked: How is oat milk?'])
    const secondLink = await share(threadId, { access: 'anyone' })
    expect((await read(secondLink.token)).thread.messageCount).toBe(4)
  })

  test('keeps the shared version when its owner edits the question afterwards', async () => {
    const { threadId, questionId } = await sendMessage('How is oat milk?')
    const { token } = await share(threadId, { access: 'anyone' })
    later()
    await sendMessage('How is our secret plan?', { threadId, replacesMessageId: questionId })
    expect(texts((await read(token)).thread)).toEqual(['How is oat milk?', 'You asked: How is oat milk?'])
  })

  test('is deleted with the conversation', async () => {
    const { threadId } = await sendMessage('How is oat milk?')
    const { token } = await share(threadId, { access: 'anyone' })
    await api.request({ method: 'POST', path: '/zeus/deleteZeusChat', as: 'mira', body: { threadId } })
    expect((await read(token)).status).toBe(404)
  })

  test('is shared, listed and revoked by its owner only', async () => {
    const { threadId } = await sendMessage('How is oat milk?')
    const link = await share(threadId)
    for (const stranger of ['ana', 'jon', liv] as const) {
      const refused = await post('/shareLinks', { kind: 'thread', itemId: threadId }, stranger)
      expect([refused.status, refused.body.code]).toEqual([404, 'zeus.thread_not_found'])
      const list = await api.request({ method: 'GET', path: `/shareLinks?itemId=${threadId}`, as: stranger })
      expect(list.json().items).toEqual([])
      expect((await api.request({ method: 'DELETE', path: `/shareLinks/${link.id}`, as: stranger })).statusCode).toBe(
        404,
      )
    }
    const response = await api.request({
      method: 'GET',
      path: `/shareLinks?itemId=${threadId}&kind=thread`,
      as: 'mira',
    })
    expect(response.json().items).toMatchObject([{ id: link.id, title: 'How is oat milk?', token: null }])
  })

  test('for members is visible to colleagues, but not to other organizations or without an account', async () => {
    const { token } = await share((await sendMessage('How is oat milk?')).threadId)
    const readAs = async (as: Who) =>
      (await api.request({ method: 'GET', path: `/sharedItems/${token}/forMembers`, as })).statusCode
    expect([await readAs('mira'), await readAs(liv), await readAs('ana')]).toEqual([200, 200, 404])
    expect((await read(token)).status).toBe(403)
  })
})
