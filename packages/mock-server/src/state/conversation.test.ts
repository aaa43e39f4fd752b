import { readEvents } from '@auspex/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
const checks = mock.contract.operations.find(({ id }) => id === 'streamZeusReply')?.events
const ask = (wanted: Call) => call(mock.fetch, 'http://mock.example', wanted)
const send = (message: string, threadId: string | null, more: Partial<Call> = {}) =>
  ask({ method: 'POST', prefix: '/assistant', path: '/v1/zeus/query-stream', json: { message, threadId }, ...more })
const begin = async (message: string) => {
  const [start] = readEvents((await send(message, null)).text)
  return JSON.parse(start?.data ?? '{}') as { threadId: string; messageId: string; runId: string }
}
/** The answer to a message, each event of which conforms to the contract. */
const answerTo = async (message: string, threadId: string | null = null, more: object = {}) => {
  const { text } = await send(message, threadId, { json: { message, threadId, ...more } })
  const events = readEvents(text).map(({ data }) => JSON.parse(data))
  for (const event of events) expect(checks?.get(event.type)?.(event)).toEqual([])
  return {
    events,
    threadId: events[0].threadId as string,
    text: events.map(({ delta = '' }) => delta).join(''),
    understanding: events.findLast(({ type }) => type === 'understanding-added')?.understanding,
    last: events.at(-1),
  }
}
const threadOf = async (id: string, token = 'mira') =>
  (await ask({ path: `/zeus/getZeusData?id=${id}`, token })).body.items[0]
beforeEach(() => mock.reset())

describe('a conversation', () => {
  test('has each question and its answer, in order', async () => {
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

  test('is about what was asked, with the numbers of its report', async () => {
    const answer = await answerTo('What changed for heat pumps since June?')
    expect(answer.text).toContain('heat pumps')
    expect(JSON.stringify(answer.events).toLowerCase()).not.toContain('oat milk')
    expect(answer.last).toMatchObject({ outcome: 'completed', textLength: answer.text.length })
    const { signalIds, from } = answer.understanding
    expect(from).toBe('2026-06-01')
    const { body } = await ask({ path: `/signal/json/${signalIds[0]}?from=2026-06-01` })
    expect(answer.text).toContain(String(body.counts.documents))
    for (const { citation } of answer.events.filter(({ type }) => type === 'citation-added'))
      expect(answer.text.slice(citation.claimStart, citation.claimEnd).length).toBeGreaterThan(0)
  })

  test.each([
    ['Why are heat pumps growing?', 'heat pumps'],
    ['How is the tone of night trains in 2026, and who is heard most?', 'night trains'],
    ['What do people say about “sodium batteries in cars”?', 'sodium batteries in cars'],
    ['How many documents are there about rye bread?', 'rye bread'],
  ])('about “%s” names %s', async (message, topic) => {
    const { text, understanding } = await answerTo(message)
    expect(understanding.sentence.toLowerCase()).toContain(topic)
    expect(text.toLowerCase()).toContain(topic)
  })

  test('continues in another country, with the documents of that country', async () => {
    const first = await answerTo('How many documents are about heat pumps since June?')
    const next = await answerTo('And in Germany?', first.threadId)
    expect(next.understanding).toMatchObject({ country: 'DE', from: '2026-06-01' })
    expect(next.text).toMatch(/heat pumps.*Germany/s)
    expect(next.text).not.toBe(first.text)
    const [id] = next.understanding.signalIds
    const { body } = await ask({ path: `/signal/json/${id}?from=2026-06-01` })
    expect(body.query.geo).toBe('DE')
    expect(next.text).toContain(String(body.counts.documents))
  })

  test('proposes a change and opens a screen only when asked to', async () => {
    const kinds = async (message: string, more: object = {}) =>
      new Set((await answerTo(message, null, more)).events.map(({ type }) => type))
    const plain = await kinds('What is new about heat pumps?')
    expect([plain.has('approval-requested'), plain.has('frontend-action')]).toEqual([false, false])
    expect(await kinds('Create a monitor for heat pumps when volume doubles')).toContain('approval-requested')
    const [parameter] = [{ name: 'signalId', type: 'string', description: 'The signal', isRequired: true }]
    const action = { name: 'openSignal', description: 'Opens the report of a signal', parameters: [parameter] }
    expect(await kinds('Open the report on heat pumps', { frontendActions: [action] })).toContain('frontend-action')
  })

  test('has a rewritten answer to the same question', async () => {
    const first = await answerTo('Give me a brief on heat pumps since June')
    const { messages } = await threadOf(first.threadId)
    const again = await ask({
      method: 'POST',
      prefix: '/assistant',
      path: '/v1/zeus/query-stream/regeneration',
      json: { threadId: first.threadId, messageId: messages[1].id, instruction: 'Shorter' },
    })
    expect(again.text).toContain('heat pumps')
    const rewritten = (await threadOf(first.threadId)).messages[1].content
    expect(rewritten.length).toBeLessThan(first.text.length)
  })

  test('that is unknown, deleted or another user’s is not found', async () => {
    const { threadId } = await begin('What about tea?')
    expect((await send('And?', 'th_unknown0')).status).toBe(404)
    expect((await send('And?', threadId, { token: 'org_b.usr_b' })).status).toBe(404)
    expect(await threadOf(threadId, 'org_b.usr_b')).toBeUndefined()
    await ask({ method: 'POST', path: '/zeus/deleteZeusChat', json: { threadId } })
    expect((await send('And?', threadId)).status).toBe(404)
  })

  test('continues after a lost connection without repeating itself', async () => {
    const { text } = await send('What about tea?', null)
    const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? '')
    const rest = await send('What about tea?', null, { headers: { 'last-event-id': ids[2] ?? '' } })
    expect(text.endsWith(rest.text)).toBe(true)
    expect((await ask({ path: '/zeus/getZeusData?searchTerm=about%20tea' })).body.page.total).toBe(1)
  })

  test('has runs that only their owner can follow', async () => {
    const { runId } = await begin('What about tea?')
    const follow = (id: string, token = 'mira') =>
      ask({ prefix: '/assistant', path: `/v1/zeus/runs/${id}/events`, token })
    expect((await follow(runId)).text).toContain(`"runId":"${runId}"`)
    expect((await follow(runId, 'org_b.usr_b')).status).toBe(404)
    expect((await follow('run_unknown0')).status).toBe(404)
  })

  test('that was deleted loses its runs too', async () => {
    const { threadId, runId } = await begin('What about tea?')
    await ask({ method: 'POST', path: '/zeus/deleteZeusChat', json: { threadId } })
    expect((await ask({ prefix: '/assistant', path: `/v1/zeus/runs/${runId}/events` })).status).toBe(404)
  })

  test('has a rewritten answer in place of the old one and all messages after it', async () => {
    const { threadId, messageId } = await begin('What about tea?')
    await send('And coffee?', threadId)
    const again = (id: string) =>
      ask({
        method: 'POST',
        prefix: '/assistant',
        path: '/v1/zeus/query-stream/regeneration',
        json: { threadId, messageId: id },
      })
    const [start] = readEvents((await again(messageId)).text).map(({ data }) => JSON.parse(data))
    const { messages, messageCount } = await threadOf(threadId)
    expect(start).toMatchObject({ threadId, replaces: messageId, questionId: messages[0].id })
    expect([messages.length, messageCount]).toEqual([2, 2])
    expect(messages[1]).toMatchObject({
      id: start.messageId,
      versions: { number: 2, ids: [messageId, start.messageId] },
    })
    expect(await again('msg_unknown0')).toMatchObject({ status: 404, body: { code: 'zeus.message_not_found' } })
    expect(await again(messages[0].id)).toMatchObject({ status: 409, body: { code: 'zeus.not_an_answer' } })
  })
})

describe('a run', () => {
  const stop = (runId: string, token = 'mira') =>
    ask({ method: 'POST', prefix: '/assistant', path: `/v1/zeus/runs/${runId}/stop`, token })

  test('that has ended does not change when it is stopped', async () => {
    const { threadId, messageId, runId } = await begin('What about tea?')
    const { messages } = await threadOf(threadId)
    expect((await stop(runId)).body).toEqual({ runId, threadId, outcome: 'completed', message: messages[1] })
    expect(messages[1]).toMatchObject({ id: messageId, state: 'complete' })
    expect((await stop(runId, 'org_b.usr_b')).status).toBe(404)
  })

  test('in progress blocks writes to its conversation, and stops on request', async () => {
    const slow = createMock({ document: contractUnderTest(), eventDelayMs: 1, wait: async () => {} })
    const at = (wanted: Call) => call(slow.fetch, 'http://mock.example', wanted)
    const begun = await slow.answer({
      method: 'POST',
      target: '/assistant/v1/zeus/query-stream',
      headers: { authorization: 'Bearer mira', 'content-type': 'application/json' },
      readBody: async () => new TextEncoder().encode(JSON.stringify({ message: 'What about tea?', threadId: null })),
      signal: new AbortController().signal,
    })
    const pieces = (begun.body as AsyncIterable<string>)[Symbol.asyncIterator]() // a stream's body, as `send-events.ts` writes it
    const read = async () => readEvents(String((await pieces.next()).value))[0]
    const { threadId, runId } = JSON.parse((await read())?.data ?? '{}') as { threadId: string; runId: string }
    const second = {
      method: 'POST',
      prefix: '/assistant',
      path: '/v1/zeus/query-stream',
      json: { message: 'And?', threadId },
    }
    expect(await at(second)).toMatchObject({ status: 409, body: { code: 'zeus.run_active' } })
    const stopped = await at({ method: 'POST', prefix: '/assistant', path: `/v1/zeus/runs/${runId}/stop` })
    expect(stopped.body).toMatchObject({
      runId,
      threadId,
      outcome: 'cancelled',
      message: { content: '', state: 'partial' },
    })
    expect(JSON.parse((await read())?.data ?? '{}')).toMatchObject({
      type: 'run-end',
      outcome: 'cancelled',
      sequence: 2,
    })
    expect((await pieces.next()).done).toBe(true)
    expect((await at(second)).status).toBe(200)
  })
})
