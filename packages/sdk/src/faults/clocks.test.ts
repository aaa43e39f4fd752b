import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientCredentials } from '../auth.ts'
import { type CallLog, createClient, getMe, pollQueryStatus } from '../index.ts'
import { failure, problem, sendJson, serve } from '../testing/server.ts'

const hour = 3_600_000
const jumps = [
  ['an hour ahead', hour],
  ['an hour back', -hour],
  ['to the year 2038', 12 * 365 * 24 * hour],
  ['to 1970', -Date.now()],
] as const

let offset = 0
/** Sets the machine's clock, as a user, a time server or waking from sleep does. */
const setClock = (ms: number): void => {
  offset += ms
}

beforeEach(() => {
  offset = 0
  // Before any client is created, so that one that stores the function also gets this clock.
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + offset)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe.each(jumps)('a clock that is set %s', (_name, jump) => {
  test('before the response arrives does not end the call, and the log has the real duration', async () => {
    const logs: CallLog[] = []
    const server = await serve((_request, response) => {
      setClock(jump)
      sendJson(response, 200, { ok: true })
    })
    const client = createClient({ baseUrl: server.url, timeout: 60_000, logger: (log) => logs.push(log) })
    expect(await getMe({ client })).toEqual({ ok: true })
    expect(logs[0]?.durationMs).toBeGreaterThanOrEqual(0)
    expect(logs[0]?.durationMs).toBeLessThan(60_000)
  })

  test('while a token is fetched does not shorten the call', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, { ok: true }))
    const getToken = (): string => {
      setClock(jump)
      return 't'
    }
    const client = createClient({ baseUrl: server.url, timeout: 60_000, auth: { getToken } })
    expect(await getMe({ client })).toEqual({ ok: true })
  })

  test('between two attempts neither ends the retries nor makes them endless', async () => {
    const server = await serve((_request, response) => {
      setClock(jump)
      sendJson(response, 503, problem(503, 'request.failed'), { 'retry-after': '0' })
    })
    const client = createClient({ baseUrl: server.url, timeout: 60_000 })
    expect(await failure(getMe({ client }))).toMatchObject({ name: 'UnavailableError' })
    expect(server.requests).toHaveLength(3)
  })

  test('while a search is polled neither aborts it nor makes it endless', async () => {
    const server = await serve((_request, response, count) => {
      setClock(jump)
      sendJson(response, 200, { status: count < 3 ? 'running' : 'complete', sources: [] })
    })
    const client = createClient({ baseUrl: server.url })
    const followed = { request_id: 'rq_a', query_term: 'oat', socketID: 's' }
    expect(await pollQueryStatus(client, followed, { delayMs: 1 })).toMatchObject({ status: 'complete' })
  })
})

describe('a clock that is wrong', () => {
  test.each(jumps)('%s waits as long as the server asks by a date', async (_name, jump) => {
    setClock(jump)
    const waits: number[] = []
    const now = Date.UTC(2026, 10, 21, 8)
    const server = await serve((_request, response, count) =>
      sendJson(
        response,
        count === 1 ? 503 : 200,
        {},
        {
          date: new Date(now).toUTCString(),
          'retry-after': new Date(now + 20_000).toUTCString(),
        },
      ),
    )
    const sleep = async (ms: number): Promise<void> => void waits.push(ms)
    await getMe({ client: createClient({ baseUrl: server.url, clock: { sleep } }) })
    expect(waits).toEqual([20_000])
  })

  test.each(jumps)('%s still gets a service a valid token', async (_name, jump) => {
    let issued = 0
    const server = await serve((request, response) => {
      if (request.url?.endsWith('/openid-configuration'))
        return sendJson(response, 200, { token_endpoint: `${server.url}/token` })
      if (request.url?.endsWith('/token'))
        return sendJson(response, 200, { access_token: `t${(issued += 1)}`, expires_in: 300 })
      // The first token has expired by the server's clock, whatever the local one shows.
      return request.headers.authorization === 'Bearer t1' && issued > 0 && isOver
        ? sendJson(response, 401, problem(401, 'identity.unauthenticated'))
        : sendJson(response, 200, { ok: true })
    })
    let isOver = false
    const auth = clientCredentials({ issuer: server.url, clientId: 'c', clientSecret: 's' })
    const client = createClient({ baseUrl: server.url, auth })
    await getMe({ client })
    setClock(jump)
    isOver = true
    expect(await getMe({ client })).toEqual({ ok: true })
    expect(issued).toBe(2)
  })
})
