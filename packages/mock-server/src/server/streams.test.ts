import { readEvents, type SentEvent } from '@auspex/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { type MockServer, type MockServerOptions, startMockServer } from './start-mock-server.ts'

const openServers: MockServer[] = []
afterEach(async () => {
  for (const server of openServers.splice(0)) await server.close()
})

async function start(options: MockServerOptions = { eventDelayMs: 0 }): Promise<MockServer> {
  const server = await startMockServer(options)
  openServers.push(server)
  return server
}

const openStream = (server: MockServer, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${server.assistantUrl}/v1/zeus/query-stream`, {
    method: 'POST',
    headers: { authorization: 'Bearer mira', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ message: 'How is the tone of oat milk?' }),
    ...(signal && { signal }),
  })

/** Reads a stream until it ends or is cut. */
async function receive(reply: Response): Promise<{ events: SentEvent[]; isDropped: boolean }> {
  let text = ''
  try {
    for await (const chunk of reply.body ?? []) text += Buffer.from(chunk).toString('utf8')
    return { events: readEvents(text), isDropped: false }
  } catch {
    return { events: readEvents(text), isDropped: true }
  }
}

describe('a stream over HTTP', () => {
  test('arrives event by event, from its start to its end', async () => {
    const { events, isDropped } = await receive(await openStream(await start()))
    expect(isDropped).toBe(false)
    expect(events.at(0)?.event).toBe('run-start')
    expect(events.at(-1)?.event).toBe('run-end')
  })

  test('that was cut resumes after the last event, with nothing lost or repeated', async () => {
    const server = await start()
    const whole = await receive(await openStream(server))
    server.reset()
    const first = await receive(await openStream(server, { 'x-mock-scenario': 'sse-drop=3' }))
    expect(first).toMatchObject({ isDropped: true, events: { length: 3 } })
    const rest = await receive(await openStream(server, { 'last-event-id': first.events.at(-1)?.id ?? '' }))
    const kinds = ({ events }: { events: SentEvent[] }) => events.map(({ event }) => event)
    expect([...kinds(first), ...kinds(rest)]).toEqual(kinds(whole))
  })

  test('full of garbage has the same events', async () => {
    const server = await start()
    const whole = await receive(await openStream(server))
    server.reset()
    const littered = await receive(await openStream(server, { 'x-mock-scenario': 'sse-garbage' }))
    expect(littered.events).toEqual(whole.events)
  })
})
