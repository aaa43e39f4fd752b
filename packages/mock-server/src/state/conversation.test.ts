import { readEvents } from '@auspex/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
const ask = (wanted: Call) => call(mock.fetch, 'http://mock.example', wanted)
const send = (message: string, threadId: string | null, more: Partial<Call> = {}) =>
  ask({ method: 'POST', prefix: '/assistant', path: '/v1/zeus/query-stream', json: { message, threadId }, ...more })
const begin = async (message: string) => {
  const [start] = readEvents((await send(message, null)).text)
  return JSON.parse(start?.data ?? '{}') as { threadId: string; messageId: string; runId: string }
}
const threadOf = async (id: string, token = 'mira') =>
  (await ask({ path: `/zeus/getZeusData?id=${id}`, token })).body.items[0]
beforeEach(() => mock.reset())

describe('a conversation', () => {
  test('has each question and its answer, in their order', async () => {
    const { threadId, messageId, runId } = await begin('What about tea?')
    await send('And coffee?', threadId)
    await ask({ method: 'POST', path: '/zeus/getZeusReply', json: { message: 'And milk?', threadId } })
    const { messages, messageCount, title } = await threadOf(threadId)
    expect(title).toBe('What about tea?')
    expect(messageCount).toBe(6)
    const texts = messages.map(({ role, content }: { role: string; content: string }) => [role, content])
    expect([texts[0], texts[2], texts[4]]).toEqual([
      ['user', 'What about tea?'],
      ['user', 'And coffee?'],
      ['user', 'And milk?'],
    ])
    expect(messages[1]).toMatchObject({ id: messageId, role: 'assistant', runId })
    expect(messages[1].content.length).toBeGreaterThan(0)
  })

  test('has an answer as it was streamed', async () => {
    const { text } = await send('What about tea?', null)
    const events = readEvents(text).map(({ data }) => JSON.parse(data) as { delta?: string; threadId?: string })
    const answer = events.map(({ delta = '' }) => delta).join('')
    const { messages } = await threadOf(events[0]?.threadId ?? '')
    expect(messages[1].content).toBe(answer)
  })

  test('that is unknown, deleted or somebody else’s is not there', async () => {
    const { threadId } = await begin('What about tea?')
    expect((await send('And?', 'th_unknown0')).status).toBe(404)
    expect((await send('And?', threadId, { token: 'org_b.usr_b' })).status).toBe(404)
    expect(await threadOf(threadId, 'org_b.usr_b')).toBeUndefined()
    await ask({ method: 'POST', path: '/zeus/deleteZeusChat', json: { threadId } })
    expect((await send('And?', threadId)).status).toBe(404)
  })

  test('is gone on with behind a lost connection, and says nothing twice', async () => {
    const { text } = await send('What about tea?', null)
    const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? '')
    const rest = await send('What about tea?', null, { headers: { 'last-event-id': ids[2] ?? '' } })
    expect(text.endsWith(rest.text)).toBe(true)
    expect((await ask({ path: '/zeus/getZeusData?searchTerm=about%20tea' })).body.page.total).toBe(1)
  })

  test('has runs that only their owner follows', async () => {
    const { runId } = await begin('What about tea?')
    const follow = (id: string, token = 'mira') =>
      ask({ prefix: '/assistant', path: `/v1/zeus/runs/${id}/events`, token })
    expect((await follow(runId)).text).toContain(`"runId":"${runId}"`)
    expect((await follow(runId, 'org_b.usr_b')).status).toBe(404)
    expect((await follow('run_unknown0')).status).toBe(404)
  })
})
