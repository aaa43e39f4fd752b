import { describe, expect, test } from 'vitest'
import { AbortedError, ConflictError, createClient, streamZeusReply } from '../../index.ts'
import { failure, problem, sendJson, serve } from '../../testing/server.ts'
import { eventText, openEvents } from './testing/event-server.ts'

const run = [eventText(1, { type: 'text-delta', delta: 'Oat' }), eventText(2, { type: 'run-end' })]
const serveRun = () =>
  serve((request, response, count) => {
    response.setHeader('x-request-id', `r-${count}`)
    openEvents(response)
    const after = Number(request.headers['last-event-id']?.toString().split('.')[1] ?? 0)
    // The first connection is cut after its first event.
    if (count === 1) response.write(run[0], () => setImmediate(() => response.destroy()))
    else response.end(run.slice(after).join(''))
  })
const open = (url: string, signal?: AbortSignal) =>
  streamZeusReply(
    { message: 'Why?' },
    {
      client: createClient({ baseUrl: url, assistantUrl: url }),
      reconnect: { delayMs: 1 },
      ...(signal && { signal }),
    },
  )

describe('the response of a stream', () => {
  test('comes with all of its events, and stays the first one after a cut', async () => {
    const server = await serveRun()
    const { data: events, response, requestId } = await open(server.url).withResponse()
    expect([response.status, requestId]).toEqual([200, 'r-1'])
    const types: string[] = []
    for await (const { type } of events) types.push(type)
    expect(types).toEqual(['text-delta', 'run-end'])
    expect((await events.withResponse()).requestId).toBe('r-1')
    expect(server.requests).toHaveLength(2)
  })

  test('can be requested twice and in between, and no event is lost', async () => {
    const server = await serveRun()
    const events = open(server.url)
    const [one, two] = await Promise.all([events.withResponse(), events.withResponse()])
    expect(one.data).toBe(two.data)
    expect(await events.next()).toMatchObject({ value: { type: 'text-delta' } })
    await events.withResponse()
    expect(await events.next()).toMatchObject({ value: { type: 'run-end' } })
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  test('is missing for a refused stream, whose error is thrown', async () => {
    const server = await serve((_request, response) => sendJson(response, 409, problem(409, 'zeus.busy')))
    const events = open(server.url)
    expect(await failure(events.withResponse())).toBeInstanceOf(ConflictError)
    expect(await failure(events.next())).toBeInstanceOf(ConflictError)
    expect(server.requests).toHaveLength(1)
  })

  test('is missing for a stream that was stopped before', async () => {
    const server = await serveRun()
    const events = open(server.url)
    await events.return()
    expect(await failure(events.withResponse())).toBeInstanceOf(AbortedError)
    expect(await failure(open(server.url, AbortSignal.abort()).withResponse())).toBeInstanceOf(AbortedError)
    expect(server.requests).toHaveLength(0)
  })
})
