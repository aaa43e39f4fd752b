import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient, getMe, topicQuery, TimeoutError } from '../index.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { failure, serve } from '../testing/server.ts'
import { request } from './request.ts'

/** A connection whose first responses never arrive, so that only the signal ends it; later ones arrive at once. */
const silentAtFirst = (silences: number): { fetch: typeof fetch; asked: () => number } => {
  let count = 0
  return {
    asked: () => count,
    fetch: async (input, init) => {
      const { signal } = new Request(input, init)
      count += 1
      if (count > silences) return Response.json({ ok: true })
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
}
const baseUrl = 'https://auspex.example/api'

afterEach(() => {
  vi.useRealTimers()
})

describe('timeouts', () => {
  test('end a call without any configured limit after 900000 ms', async () => {
    vi.useFakeTimers()
    const { fetch, asked } = silentAtFirst(2)
    const client = createClient({ baseUrl, fetch })
    let end: unknown = 'none yet'
    void failure(getMe({ client })).then((error) => (end = error))
    await vi.advanceTimersByTimeAsync(899_999)
    expect([asked(), end]).toEqual([1, 'none yet'])
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(() => expect(end).toBeInstanceOf(TimeoutError), { timeout: 600_000 })
    expect(asked()).toBe(1)
  })

  test('end an attempt without a response, which is retried', async () => {
    const { fetch, asked } = silentAtFirst(1)
    const client = createClient({ baseUrl, fetch, clock: createFakeClock(), timeout: { attempt: 20 } })
    expect(await request('/thing', { client }, 'getMe')).toEqual({ ok: true })
    expect(asked()).toBe(2)
  })

  test('include the whole body', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"a":')
    })
    const client = createClient({ baseUrl: server.url, timeout: { attempt: 40 }, retry: false })
    expect(await failure(request('/thing', { client }, 'getMe'))).toBeInstanceOf(TimeoutError)
  })

  test('for the whole call end an attempt that still has time left', async () => {
    const { fetch, asked } = silentAtFirst(2)
    const client = createClient({ baseUrl, fetch, timeout: { attempt: 60_000, total: 40 } })
    const error = await failure(request('/thing', { client }, 'getMe'))
    expect(error).toMatchObject({ name: 'TimeoutError', isRetryable: true, status: null })
    expect((error as Error).message).toContain('within 40 ms')
    expect(asked()).toBe(1)
  })

  test('name the limit that was set, however little of it was left for the request', async () => {
    const { fetch } = silentAtFirst(1)
    let now = 0
    const getToken = async () => {
      now = 5
      return 't'
    }
    const client = createClient({ baseUrl, fetch, auth: { getToken }, clock: { now: () => now } })
    expect(await failure(getMe({ client, timeout: 1 }))).toMatchObject({
      name: 'TimeoutError',
      message: expect.stringContaining('did not answer within 1 ms'),
    })
  })

  test('for all calls of a client apply to a call with its own attempt limit', async () => {
    const server = await serve(() => undefined)
    const client = createClient({ baseUrl: server.url, timeout: 40 })
    expect(await failure(request('/thing', { client, timeout: { attempt: 60_000 } }, 'getMe'))).toBeInstanceOf(
      TimeoutError,
    )
  })

  test('are those of the contract unless the app overrides them', async () => {
    const { fetch } = silentAtFirst(1)
    const client = createClient({ baseUrl, fetch, clock: createFakeClock(), retry: false })
    expect(await failure(request('/thing', { client }, 'getMe', { attemptTimeoutMs: 20 }))).toBeInstanceOf(TimeoutError)
    expect(await request('/thing', { client, timeout: { attempt: 60_000 } }, 'getMe', { attemptTimeoutMs: 0 })).toEqual(
      { ok: true },
    )
  })

  test('retry a search, as the specification says', async () => {
    const { fetch, asked } = silentAtFirst(2)
    const client = createClient({ baseUrl, fetch, clock: createFakeClock(), timeout: { attempt: 20 } })
    expect(await topicQuery({ query_term: 'oat milk' }, { client })).toEqual({ ok: true })
    expect(asked()).toBe(3)
  })
})
