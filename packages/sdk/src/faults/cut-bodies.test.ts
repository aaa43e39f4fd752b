import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createClient, DecodeError, getMe, NetworkError, saveRecentSearch, streamZeusReply } from '../index.ts'
import { eventText, openEvents } from '../runtime/streaming/testing/event-server.ts'
import { failure, serve } from '../testing/server.ts'

const clock = { sleep: async () => undefined }
const json = { 'content-type': 'application/json' }
const data = {
  items: Array.from({ length: 500 }, (_, n) => ({ id: n, text: `Oat milk 🌾 ${n}, and what is written of it` })),
}
const whole = Buffer.from(JSON.stringify(data))
const kilobytes = Array.from({ length: 24 }, (_, n) => n)

/** A server that cuts its first response there, and sends the second one whole. */
const cutOnceAt = (bytes: number, framing: 'a length' | 'chunks') =>
  serve((_request, response, count) => {
    const length = framing === 'a length' ? { 'content-length': String(whole.length) } : {}
    response.writeHead(200, { ...json, ...length, 'x-request-id': `r-${count}` })
    if (count > 1) return response.end(whole)
    response.flushHeaders()
    return response.write(whole.subarray(0, Math.max(1, bytes)), () => setImmediate(() => response.destroy()))
  })

describe('a truncated body', () => {
  test.each(kilobytes)('after %i KB is requested again, and arrives complete', async (kilobyte) => {
    const server = await cutOnceAt(kilobyte * 1024, kilobyte % 2 === 0 ? 'a length' : 'chunks')
    expect(await getMe({ client: createClient({ baseUrl: server.url, clock }) })).toEqual(data)
    expect(server.requests).toHaveLength(2)
  })

  test.each(['a length', 'chunks'] as const)(
    'with %s fails as broken off; the error keeps the known details',
    async (framing) => {
      const server = await cutOnceAt(5000, framing)
      const error = await failure(getMe({ client: createClient({ baseUrl: server.url, retry: false }) }))
      expect(error).toBeInstanceOf(NetworkError)
      expect(error).toMatchObject({ status: 200, requestId: 'r-1', isRetryable: true, operation: 'getMe' })
      expect((error as Error).message).toContain('The answer broke off')
    },
  )

  test('of a write is requested again with the same idempotency key', async () => {
    const keys: unknown[] = []
    const server = await serve((request, response, count) => {
      keys.push(request.headers['idempotency-key'])
      response.writeHead(200, { ...json, 'content-length': '2' })
      if (count > 1) return response.end('{}')
      return response.write('{', () => response.destroy())
    })
    await saveRecentSearch({ query_term: 'oat' }, { client: createClient({ baseUrl: server.url, clock }) })
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('that a proxy ends cleanly is invalid JSON, and is not requested again', async () => {
    const server = await serve((_request, response) => response.writeHead(200, json).end(whole.subarray(0, 1024)))
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url, clock }) }))
    expect(error).toBeInstanceOf(DecodeError)
    expect(server.requests).toHaveLength(1)
  })

  test('of an error keeps the status, which is more useful than the body', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(404, { ...json, 'content-length': '100' })
      response.write('{"title":', () => response.destroy())
    })
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url, clock }) }))
    expect(error).toMatchObject({ name: 'NotFoundError', status: 404, problem: null })
  })

  test('in its compressed form fails as broken off', async () => {
    const packed = gzipSync(whole)
    const server = await serve((_request, response) => {
      response.writeHead(200, { ...json, 'content-encoding': 'gzip', 'content-length': String(packed.length) })
      response.write(packed.subarray(0, packed.length / 2), () => response.destroy())
    })
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url, retry: false }) }))
    expect(error).toBeInstanceOf(NetworkError)
  })
})

describe('a truncated stream', () => {
  const events = Array.from({ length: 200 }, (_, n) =>
    eventText(n + 1, n === 199 ? { type: 'run-end' } : { type: 'text-delta', delta: `🌾${n + 1} ` }),
  )
  const bytes = Buffer.from(events.join(''))
  const cuts = Array.from({ length: Math.floor(bytes.length / 1024) }, (_, n) => n + 1)

  test.each(cuts)('after %i KB continues with nothing lost or repeated', async (kilobyte) => {
    const server = await serve((request, response, count) => {
      openEvents(response)
      const after = Number(request.headers['last-event-id']?.toString().split('.')[1] ?? 0)
      if (count > 1) return response.end(events.slice(after).join(''))
      return response.write(bytes.subarray(0, kilobyte * 1024), () => setImmediate(() => response.destroy()))
    })
    const client = createClient({ baseUrl: server.url, assistantUrl: server.url, clock })
    const got: unknown[] = []
    for await (const event of streamZeusReply({ message: 'Why?' }, { client, reconnect: { delayMs: 0 } }))
      got.push((event as unknown as { sequence: number }).sequence)
    expect(got).toEqual(events.map((_event, n) => n + 1))
    expect(server.requests).toHaveLength(2)
  })
})
