import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CodedError } from '../kernel/errors.ts'
import { people } from '../testing/people.ts'
import { createTestApi, type TestApi, type TestApiOptions } from '../testing/test-api.ts'
import { createTestDatabase } from '../testing/test-database.ts'

describe('authenticate api', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ isTokenRevoked: async (tokenId) => tokenId === 'revoked' })
  })
  afterAll(() => api.close())

  const me = (headers: Record<string, string>) => api.request({ method: 'GET', path: '/users/me', headers })

  describe('a caller', () => {
    test('is identified as the owner of their token, whatever the case of Bearer', async () => {
      const token = await api.tokenOf('mira')
      for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`]) {
        expect((await me({ authorization })).json()).toMatchObject({ profile: { name: 'Mira Solberg' } })
      }
    })

    test('with another scheme, an empty token or two tokens is anonymous', async () => {
      const token = await api.tokenOf('mira')
      for (const authorization of [`Basic ${token}`, 'Bearer', 'Bearer ', `Bearer ${token} ${token}`, token]) {
        expect((await me({ authorization })).json()).toMatchObject({ status: 401, code: 'identity.unauthenticated' })
      }
    })

    test('whose token has expired gets a specific error', async () => {
      const now = api.clock.now().getTime() / 1000
      const token = await api.tokenOf({ ...people.mira, iat: now - 361, exp: now - 61 })
      const reply = await me({ authorization: `Bearer ${token}` })
      expect(reply.json()).toMatchObject({
        status: 401,
        code: 'identity.invalid_token',
        detail: 'The access token has expired.',
      })
    })

    test('whose token was revoked is anonymous', async () => {
      const token = await api.tokenOf({ ...people.mira, jti: 'revoked' })
      expect((await me({ authorization: `Bearer ${token}` })).statusCode).toBe(401)
    })

    test('cannot gain a role through their name or group', async () => {
      const token = await api.tokenOf({ ...people.mira, name: 'godmode', groups: ['godmode', 'importer'] })
      const reply = await api.request({
        method: 'GET',
        path: '/imports/imp_0000',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(reply.statusCode).toBe(403)
    })
  })

  /** Another server on the same database. */
  async function withServer(options: TestApiOptions, check: (other: TestApi) => Promise<void>): Promise<void> {
    const other = await createTestApi({ ...options, database: api.database })
    try {
      await check(other)
    } finally {
      await other.app.close()
    }
  }

  describe('a provider that does not answer', () => {
    test('causes 503 with the seconds to wait, never 401', async () => {
      const failure = new CodedError({
        kind: 'unavailable',
        code: 'identity.provider_unreachable',
        title: 'Down',
        retryAfterSeconds: 10,
      })
      await withServer({ verifier: { verify: async () => Promise.reject(failure) } }, async (other) => {
        const reply = await other.request({ method: 'GET', path: '/users/me', as: 'mira' })
        expect(reply.statusCode).toBe(503)
        expect(reply.headers['retry-after']).toBe('10')
        expect(reply.json()).toMatchObject({ code: 'identity.provider_unreachable' })
      })
    })
  })

  describe('an API on a host of its own', () => {
    test('serves its operations at the root, and answers 404 elsewhere', async () => {
      await withServer({ prefix: '' }, async (other) => {
        expect((await other.request({ method: 'GET', path: '/health/getStatus' })).statusCode).toBe(200)
        expect((await other.request({ method: 'GET', path: '/api/health/getStatus' })).json()).toMatchObject({
          code: 'request.no_such_route',
        })
      })
    })
  })
})

describe('token gate api', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  /** A separate server for each test: earlier refusals of the same network would count. */
  async function withApi(options: TestApiOptions, check: (api: TestApi) => Promise<void>): Promise<void> {
    await database.pool.query('delete from request_count')
    const api = await createTestApi({ database, ...options, config: { requestsPerMinute: 40, ...options.config } })
    try {
      await check(api)
    } finally {
      await api.app.close()
    }
  }

  const refusals = 10

  const me = (api: TestApi, authorization: string) =>
    api.request({ method: 'GET', path: '/users/me', headers: authorization === '' ? {} : { authorization } })

  async function flood(api: TestApi, count = refusals) {
    for (let n = 0; n < count; n++) await me(api, `Bearer bad.token.${n}`)
  }

  describe('a network whose tokens are refused', () => {
    test('too often is refused before verification, with the seconds to wait', async () => {
      let verified = 0
      const refusal = new CodedError({ kind: 'unauthenticated', code: 'identity.invalid_token', title: 'No' })
      const verify = async () => {
        verified += 1
        throw refusal
      }
      await withApi({ verifier: { verify } }, async (api) => {
        const replies = await Promise.all(Array.from({ length: 3000 }, (_, n) => me(api, `Bearer bad.token.${n}`)))
        expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(refusals)
        expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3000 - refusals)
        expect(verified).toBe(refusals)
        const last = await me(api, 'Bearer bad.token')
        expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
        expect(last.json()).toMatchObject({ status: 429, code: 'request.rate_limited' })
      })
    })

    test('is counted for requests without a token too', async () => {
      await withApi({}, async (api) => {
        for (let n = 0; n < refusals; n++) expect((await me(api, '')).statusCode).toBe(401)
        expect((await me(api, '')).statusCode).toBe(429)
      })
    })

    test('does not lock out callers who were accepted before', async () => {
      await withApi({}, async (api) => {
        const token = await api.tokenOf('mira')
        expect((await me(api, `Bearer ${token}`)).statusCode).toBe(200)
        await flood(api, refusals * 2)
        const together = await Promise.all(Array.from({ length: 5 }, () => me(api, `Bearer ${token}`)))
        expect(together.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
        expect((await me(api, `Bearer ${await api.tokenOf('jon')}`)).statusCode).toBe(429)
      })
    })

    test('is not limited for valid tokens, however many', async () => {
      await withApi({}, async (api) => {
        for (let n = 0; n < refusals * 3; n++)
          expect((await me(api, `Bearer ${await api.tokenOf({ sub: `person-${n}` })}`)).statusCode).toBe(200)
      })
    })

    test('is not limited while the provider is down', async () => {
      const failure = new CodedError({ kind: 'unavailable', code: 'identity.provider_unreachable', title: 'Down' })
      await withApi({ verifier: { verify: async () => Promise.reject(failure) } }, async (api) => {
        await flood(api, refusals * 2)
        expect((await me(api, 'Bearer good.token')).statusCode).toBe(503)
      })
    })
  })

  /** The API as it runs behind another server, which passes raw requests on. */
  async function listen(api: TestApi): Promise<{ server: Server; url: string }> {
    await api.app.ready()
    const server = createServer((request, response) => api.app.routing(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // a listening TCP server has an address object
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/users/me` }
  }

  describe('the network of a caller', () => {
    async function statusesOf(trustProxy: number | string[], addresses: readonly string[]): Promise<number[]> {
      const statuses: number[] = []
      await withApi({ config: { trustProxy, requestsPerMinute: 4 } }, async (api) => {
        const { server, url } = await listen(api)
        for (const address of addresses) {
          const headers = { authorization: 'Bearer bad.token', 'x-forwarded-for': address }
          statuses.push((await fetch(url, { headers })).status)
        }
        server.close()
        server.closeAllConnections()
      })
      return statuses
    }

    test('is not taken from a header', async () => {
      expect(await statusesOf(0, ['203.0.113.1', '203.0.113.2'])).toEqual([401, 429])
    })

    test('is the address seen by the trusted proxy, ignoring earlier entries', async () => {
      expect(await statusesOf(1, ['203.0.113.1', '203.0.113.2', '198.51.100.9, 203.0.113.1'])).toEqual([401, 401, 429])
      expect(await statusesOf(['loopback'], ['203.0.113.1', '203.0.113.2'])).toEqual([401, 401])
      expect(await statusesOf(['10.0.0.0/8'], ['203.0.113.1', '203.0.113.2'])).toEqual([401, 429])
    })
  })
})
