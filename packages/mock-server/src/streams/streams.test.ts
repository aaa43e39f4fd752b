import { readEvents } from '@auspex/contract'
import { describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const streaming = createMock({ document: contractUnderTest() }).contract.operations.filter(
  ({ events }) => events !== null,
)
const message = { message: 'What about oat milk?', threadId: null }

const openStream = (
  mock: ReturnType<typeof createMock>,
  headers: Record<string, string> = {},
  json: object = message,
) =>
  call(mock.fetch, 'http://mock.example', {
    method: 'POST',
    path: '/v1/zeus/query-stream',
    prefix: '/assistant',
    json,
    headers,
  })

describe('a stream', () => {
  test.each(['dynamic=false', 'dynamic=true'])(
    'of %s has only events that the contract allows, from start to end',
    async (prefer) => {
      const mock = createMock({ document: contractUnderTest() })
      const events = readEvents((await openStream(mock, { prefer })).text)
      const checks = streaming.find(({ id }) => id === 'streamZeusReply')?.events
      for (const { event, data } of events) expect(checks?.get(event)?.(JSON.parse(data))).toEqual([])
      expect([events[0]?.event, events.at(-1)?.event]).toEqual(['run-start', 'run-end'])
      expect(events.map(({ data }) => JSON.parse(data).sequence)).toEqual(events.map((_, index) => index + 1))
      expect(new Set(events.map(({ id, data }) => id?.startsWith(`${JSON.parse(data).runId}.`)))).toEqual(
        new Set([true]),
      )
    },
  )

  test('resumes after any received event, and nothing is lost or repeated', async () => {
    const mock = createMock({ document: contractUnderTest() })
    const whole = readEvents((await openStream(mock)).text)
    for (const [index, { id }] of whole.entries()) {
      const rest = readEvents((await openStream(mock, { 'last-event-id': id ?? '' })).text)
      expect(rest).toEqual(whole.slice(index + 1))
    }
  })

  test('cannot resume after an event of an unknown run', async () => {
    const mock = createMock({ document: contractUnderTest() })
    expect((await openStream(mock, { 'last-event-id': 'run_gone.3' })).status).toBe(404)
  })

  test('differs for another message, and repeats the text of the request', async () => {
    const mock = createMock({ document: contractUnderTest() })
    mock.seed({ collection: 'threads', items: [{ id: 'th_mine' }] })
    const [first, other] = [
      await openStream(mock),
      await openStream(mock, {}, { message: 'And now?', threadId: 'th_mine' }),
    ]
    const [start, otherStart] = [readEvents(first.text)[0], readEvents(other.text)[0]]
    expect(start?.id).not.toBe(otherStart?.id)
    expect(JSON.parse(otherStart?.data ?? '')).toMatchObject({ threadId: 'th_mine' })
  })

  test('is as slow as configured, and stops when the caller disconnects', async () => {
    const waited: number[] = []
    const caller = new AbortController()
    const mock = createMock({
      document: contractUnderTest(),
      eventDelayMs: 25,
      wait: async (ms) => {
        waited.push(ms)
        if (waited.length === 3) caller.abort()
      },
    })
    const reply = await mock.answer({
      method: 'POST',
      target: '/assistant/v1/zeus/query-stream',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      readBody: async () => new TextEncoder().encode(JSON.stringify(message)),
      signal: caller.signal,
    })
    const pieces: string[] = []
    if (typeof reply.body === 'object' && reply.body !== null && !(reply.body instanceof Uint8Array))
      for await (const piece of reply.body) pieces.push(piece)
    expect(waited).toEqual([25, 25, 25])
    expect(pieces).toHaveLength(2)
  })
})
