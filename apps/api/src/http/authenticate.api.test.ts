import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CodedError } from '../kernel/errors.ts'
import { people } from '../testing/people.ts'
import { createTestApi, type TestApi, type TestApiOptions } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ isTokenRevoked: async (tokenId) => tokenId === 'revoked' })
})
afterAll(() => api.close())

const me = (headers: Record<string, string>) => api.request({ method: 'GET', path: '/users/me', headers })

describe('a caller', () => {
  test('is taken for the owner of their token, however they write Bearer', async () => {
    const token = await api.tokenOf('mira')
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`]) {
      expect((await me({ authorization })).json()).toMatchObject({ profile: { name: 'Mira Solberg' } })
    }
  })

  test('with another scheme, an empty token or two tokens is nobody', async () => {
    const token = await api.tokenOf('mira')
    for (const authorization of [`Basic ${token}`, 'Bearer', 'Bearer ', `Bearer ${token} ${token}`, token]) {
      expect((await me({ authorization })).json()).toMatchObject({ status: 401, code: 'identity.unauthenticated' })
    }
  })

  test('whose token has expired is told so', async () => {
    const now = api.clock.now().getTime() / 1000
    const token = await api.tokenOf({ ...people.mira, iat: now - 900, exp: now - 301 })
    const reply = await me({ authorization: `Bearer ${token}` })
    expect(reply.json()).toMatchObject({
      status: 401,
      code: 'identity.invalid_token',
      detail: 'The access token has expired.',
    })
  })

  test('whose token was revoked is nobody', async () => {
    const token = await api.tokenOf({ ...people.mira, jti: 'revoked' })
    expect((await me({ authorization: `Bearer ${token}` })).statusCode).toBe(401)
  })

  test('cannot give themselves a role by their name or their group', async () => {
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
  test('is no fault of the caller: 503 with the seconds to wait, never 401', async () => {
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
  test('has its operations at the root, and tells an address that it does not have', async () => {
    await withServer({ prefix: '' }, async (other) => {
      expect((await other.request({ method: 'GET', path: '/health/getStatus' })).statusCode).toBe(200)
      expect((await other.request({ method: 'GET', path: '/api/health/getStatus' })).json()).toMatchObject({
        code: 'request.no_such_route',
      })
    })
  })
})
