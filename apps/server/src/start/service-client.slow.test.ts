import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RealServer, startRealServer } from '../testing/real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer({ sources: 'demo' })
})
afterAll(() => server.close())

const call = (token: string, method: string, path: string, body?: unknown) =>
  fetch(`${server.apiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const file = { name: 'news.jsonl', sha256: 'ab'.repeat(32), bytes: 10 }

const forPeople: [string, string, unknown?][] = [
  ['GET', '/users/inbox-list'],
  ['PUT', '/onboarding/updatePreferences', {}],
  ['POST', '/explore/deleteContextSpaceData', {}],
  ['GET', '/explore/getMonitorSubscriptions'],
  ['GET', '/godmode/users'],
]

describe('the service client of the first start', () => {
  test('works as the README says: it searches, follows the search and reads the report', async () => {
    const started = await call(server.token, 'POST', '/explore/topicQuery', { query_term: 'oat milk' })
    expect(started.status).toBe(200)
    const { signal_id, request_id } = (await started.json()) as { signal_id: string; request_id: string }
    expect((await call(server.token, 'POST', '/explore/getQueryStatus', { request_id })).status).toBe(200)
    expect((await call(server.token, 'GET', `/signal/json/${signal_id}`)).status).toBe(200)
    expect((await call(server.token, 'GET', '/users/me')).status).toBe(200)
  })

  test.each(forPeople)('is refused operations for people: %s %s', async (method, path, body) => {
    const reply = await call(server.token, method, path, body)
    expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'identity.insufficient_scope' }])
  })

  test('with a token for importing can only import', async () => {
    const token = await server.tokenFor('import')
    expect((await call(token, 'POST', '/imports', file)).status).toBe(200)
    for (const [method, path, body] of [
      ...forPeople,
      ['GET', '/users/me'],
      ['POST', '/explore/topicQuery', {}],
    ] as const) {
      const reply = await call(token, method, path, body)
      expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'identity.insufficient_scope' }])
    }
  })

  test('with a token for searching cannot import', async () => {
    const token = await server.tokenFor('search')
    expect((await call(token, 'GET', '/users/me')).status).toBe(200)
    expect((await call(token, 'POST', '/imports', file)).status).toBe(403)
  })

  test('cannot use its secret as a token: only a short-lived token that was issued to it is accepted', async () => {
    const { client_id: id, client_secret: secret } = server.serviceClient
    for (const authorization of [
      `Bearer ${secret}`,
      `Bearer ${id}`,
      `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    ]) {
      const reply = await fetch(`${server.apiUrl}/users/me`, { headers: { authorization } })
      expect([authorization.split(' ')[0], reply.status]).toEqual([authorization.split(' ')[0], 401])
    }
    const claims = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iat: number; exp: number }
    const tokens = [await server.tokenFor('search'), await server.tokenFor('search')]
    expect(new Set(tokens).size).toBe(2)
    expect(tokens.map(claims).map(({ iat, exp }) => exp - iat)).toEqual([300, 300])
  })

  test('gets no token for other scopes', async () => {
    await expect(server.tokenFor('settings')).rejects.toThrow('(400)')
  })
})
