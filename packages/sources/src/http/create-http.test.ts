import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { answer, type FaultServer, startFaultServer } from '../testing/fault-server.ts'
import { createHttp } from './create-http.ts'
import type { HttpRequest } from './http.types.ts'

describe('createHttp', () => {
  let server: FaultServer
  let now = Date.UTC(2026, 5, 1)
  const waits: number[] = []
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  afterEach(() => {
    waits.length = 0
    server.requestPaths.length = 0
  })

  const create = (intervalMs = 0) =>
    createHttp({
      userAgent: 'auspex-test/1',
      clock: () => new Date(now),
      hosts: { '127.0.0.1': { intervalMs, burst: 2, concurrency: 2 } },
      wait: async (ms) => {
        waits.push(ms)
      },
    })
  const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
    url: server.url,
    signal: AbortSignal.timeout(5000),
    expect: 'json',
    ...more,
  })

  test('a user agent with other than ASCII letters is refused when the client is made', () => {
    for (const userAgent of ['Auspex é', 'Auspex\r\nx: y', ''])
      expect(() => createHttp({ userAgent, clock: () => new Date() })).toThrow(RangeError)
  })

  test('names itself, and reads compressed answers', async () => {
    server.behave((asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(JSON.stringify({ agent: asked.headers['user-agent'] })))
    })
    expect(await create().get(request())).toMatchObject({ ok: true, body: '{"agent":"auspex-test/1"}' })
  })

  test('an answer of more than 10 MB, or that inflates to more than 30 MB, is refused', async () => {
    server.behave(answer({ body: Buffer.alloc(11 * 1024 * 1024, 32) }))
    expect(await create().get(request())).toMatchObject({ ok: false, reason: expect.stringMatching(/10 MB/) })
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 32))
    server.behave(answer({ headers: { 'content-encoding': 'gzip' }, body: bomb }))
    expect(await create().get(request())).toMatchObject({ ok: false, reason: expect.stringMatching(/30 MB/) })
  })

  test('a request that never reached its host uses up none of its turns', async () => {
    const gone = await startFaultServer()
    await gone.close()
    const http = create(1000)
    for (let asked = 0; asked < 5; asked += 1)
      expect(await http.get(request({ url: gone.url }))).toMatchObject({ ok: false, status: 'upstream_down' })
    expect(waits).toEqual([])
  })

  test('a network that swallows everything costs the time for a connection, not that for an answer, and no turn', async () => {
    const http = createHttp({
      userAgent: 'auspex-test/1',
      clock: () => new Date(now),
      wait: async (ms) => void waits.push(ms),
      connectTimeoutMs: 20,
      lookup: () => {}, // the name server never answers
    })
    for (let asked = 0; asked < 3; asked += 1)
      expect(await http.get(request({ url: 'http://source.example/', timeoutMs: 60_000 }))).toMatchObject({
        ok: false,
        status: 'upstream_down',
        outage: 'no_connection',
        reason: expect.stringContaining('no connection came about in time'),
      })
    expect(waits).toEqual([])
  })

  test('tells silence from a refusal to connect and from an answer that says no', async () => {
    const outageOf = async (more: Partial<HttpRequest> = {}) => {
      const result = await create().get(request(more))
      return result.ok ? 'none' : result.outage
    }
    server.behave(() => {})
    expect(await outageOf({ timeoutMs: 50 })).toBe('no_answer')
    server.behave(answer({ status: 503, body: '' }))
    expect(await outageOf()).toBeUndefined()
    const gone = await startFaultServer()
    await gone.close()
    expect(await outageOf({ url: gone.url })).toBe('no_connection')
  })

  test('spaces requests out after the burst', async () => {
    server.behave(answer({ body: '{}' }))
    const http = create(1000)
    for (let times = 0; times < 4; times += 1) await http.get(request())
    expect(waits).toEqual([1000, 2000])
  })

  test('a turn that is far off is refused at once, with the time until it comes', async () => {
    server.behave(answer({ body: '{}' }))
    const http = create(30_000)
    for (let times = 0; times < 2; times += 1) expect(await http.get(request())).toMatchObject({ ok: true })
    expect(await http.get(request())).toMatchObject({ ok: false, status: 'rate_limited', retryAfterMs: 30_000 })
    expect(waits).toEqual([])
    expect(server.requestPaths).toHaveLength(2)
  })

  test('keeps a pause that the host asked for, without asking again', async () => {
    const http = create()
    server.behave(answer({ status: 429, headers: { 'retry-after': '60' }, body: '' }))
    await http.get(request())
    server.behave(answer({ body: '{}' }))
    now += 20_000
    expect(await http.get(request())).toMatchObject({ ok: false, status: 'rate_limited', retryAfterMs: 40_000 })
    expect(server.requestPaths).toHaveLength(1)
    now += 41_000
    expect(await http.get(request())).toMatchObject({ ok: true })
  })

  test('asks once and never again by itself', async () => {
    server.behave(answer({ status: 500, body: '' }))
    await create().get(request())
    expect(server.requestPaths).toHaveLength(1)
  })

  test('never has more requests open than the host allows, and a cancelled one gives up its place', async () => {
    const http = create()
    const twoArrived = Promise.withResolvers<void>()
    server.behave(() => {
      if (server.requestPaths.length === 2) twoArrived.resolve()
    })
    const first = new AbortController()
    const others = new AbortController()
    const open = [first, others].map(({ signal }) => http.get(request({ signal })))
    const queued = http.get(request({ signal: others.signal }))
    await twoArrived.promise
    expect(server.requestPaths).toHaveLength(2)
    others.abort()
    first.abort()
    for (const waiting of [...open, queued]) await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    server.behave(answer({ body: '{}' }))
    expect(await http.get(request())).toMatchObject({ ok: true })
  })
})
