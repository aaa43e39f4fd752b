import { createRouteMatcher } from '@auspex/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi, type TestRequest } from '../testing/test-api.ts'
import { limitHeaders } from './api-scope.ts'
import type { Database } from '../adapters/database/database.port.ts'
import { createFixedClock } from '../kernel/clock.ts'
import { people } from '../testing/people.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createTokenIssuer } from '../testing/token-issuer.ts'

describe('rate limit api', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  const requests: readonly (readonly [status: number, request: TestRequest])[] = [
    [200, { method: 'GET', path: '/users/me', as: 'mira' }],
    [200, { method: 'GET', path: '/health/getStatus' }],
    [404, { method: 'GET', path: '/signal/json/sig_unknown0', as: 'mira' }],
    [422, { method: 'GET', path: '/users/inbox-list?nonsense=1', as: 'mira' }],
    [
      415,
      { method: 'POST', path: '/explore/topicQuery', as: 'mira', headers: { 'content-type': 'text/plain' }, body: '' },
    ],
    [401, { method: 'GET', path: '/users/me' }],
    [403, { method: 'GET', path: '/godmode/audit', as: 'mira' }],
  ]

  describe('how much of the limit is left', () => {
    test.each(requests)('is returned with %i as in the contract', async (status, request) => {
      const reply = await api.request(request)
      expect(reply.statusCode).toBe(status)
      const isCounted = status !== 401 && status !== 403
      expect(limitHeaders.filter((name) => name in reply.headers)).toEqual(isCounted ? limitHeaders : [])

      const route = createRouteMatcher(api.contract)(request.method, request.path.replace(/\?.*/, ''))
      const documented = route.kind === 'found' ? route.operation.responseHeaders.get(status) : undefined
      // 403 may also be returned after counting
      expect(limitHeaders.filter((name) => documented?.has(name))).toEqual(status === 401 ? [] : limitHeaders)
    })

    test('decreases with each request of a person, with the time of its reset', async () => {
      const readHeaders = async () => (await api.request({ method: 'GET', path: '/users/me', as: 'jon' })).headers
      const [first, second] = [await readHeaders(), await readHeaders()]
      expect(first).toMatchObject({ 'x-ratelimit-limit': '100000', 'x-ratelimit-reset': '60' })
      expect(Number(first['x-ratelimit-remaining']) - Number(second['x-ratelimit-remaining'])).toBe(1)
    })
  })
})

describe('shared counts api', () => {
  let database: Database
  let apis: TestApi[] = []
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    for (const api of apis) await api.app.close()
    await database.pool.query('delete from request_count')
  })

  // one provider, whose tokens are valid for both
  const issuer = createTokenIssuer(createFixedClock('2026-11-21T08:00:00Z'))

  async function start(sharesCounts: boolean): Promise<[TestApi, TestApi]> {
    const { verifier } = issuer
    const create = () => createTestApi({ database, sharesCounts, verifier, config: { requestsPerMinute: 8 } })
    const pair: [TestApi, TestApi] = [await create(), await create()]
    apis = pair
    return pair
  }

  const me = async (api: TestApi, authorization?: string) =>
    api.request({
      method: 'GET',
      path: '/users/me',
      headers: { authorization: authorization ?? `Bearer ${await issuer.signToken(people.root)}` },
    })

  test('processes count the requests of a person together', async () => {
    const [first, second] = await start(true)
    for (let n = 0; n < 8; n += 1) expect((await me(n % 2 === 0 ? first : second)).statusCode).toBe(200)
    for (const api of [first, second]) {
      const refused = await me(api)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test('processes count the refused tokens of a network together, and accepted ones pass', async () => {
    const [first, second] = await start(true)
    await me(first)
    for (const [n, api] of [first, second].entries()) expect((await me(api, `Bearer bad.${n}`)).statusCode).toBe(401)
    expect((await me(second, 'Bearer bad.again')).statusCode).toBe(429)
    for (const api of [first, second]) expect((await me(api)).statusCode).toBe(200)
    // but not a token that neither has seen
    expect((await me(second, `Bearer ${await issuer.signToken(people.jon)}`)).statusCode).toBe(429)
  })

  test('a caller of one process passes at another for as long as they keep calling', async () => {
    const [first, second] = await start(true)
    await me(first)
    // nearly ten minutes later the database is about to forget the token; a further call renews it
    const expiry = async () =>
      Number(
        (await database.pool.query<{ expire: string }>("select expire from request_count where key like 'good-token%'"))
          .rows[0]?.expire,
      )
    await database.pool.query("update request_count set expire = expire - 590000 where key like 'good-token%'")
    const before = await expiry()
    first.clock.set('2026-11-21T08:10:00Z')
    await me(first)
    expect((await expiry()) - before).toBeGreaterThan(500_000)
    for (const n of [1, 2]) expect((await me(second, `Bearer bad.${n}`)).statusCode).toBe(401)
    expect((await me(second, 'Bearer bad.again')).statusCode).toBe(429)
    expect((await me(second)).statusCode).toBe(200)
  })

  test('the stored counts do not identify anyone', async () => {
    const [api] = await start(true)
    const { id } = (await me(api)).json<{ profile: { id: string } }>().profile
    await me(api, 'Bearer bad')
    const { rows } = await database.pool.query('select key from request_count')
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toContain(id)
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
  })

  test('a process that cannot count still reports that it is alive', async () => {
    const closing = await createTestDatabase()
    const api = await createTestApi({ database: closing, sharesCounts: true })
    await closing.close()
    expect((await api.request({ method: 'GET', path: '/health/live' })).statusCode).toBe(200)
    await api.app.close()
  })

  test.skipIf(process.env['AUSPEX_TEST_PROCESSES'] !== undefined)(
    'a single process counts in memory and writes nothing',
    async () => {
      const [first, second] = await start(false)
      for (let n = 0; n < 8; n += 1) await me(first)
      expect([(await me(first)).statusCode, (await me(second)).statusCode]).toEqual([429, 200])
      expect((await database.pool.query('select 1 from request_count')).rows).toEqual([])
    },
  )
})
