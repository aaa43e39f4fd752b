import { createRouteMatcher } from '@auspex/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi, type TestRequest } from '../testing/test-api.ts'
import { limitHeaders } from './api-scope.ts'

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
  test.each(requests)('is told with %i where the contract says so', async (status, request) => {
    const reply = await api.request(request)
    expect(reply.statusCode).toBe(status)
    const isCounted = status !== 401 && status !== 403
    expect(limitHeaders.filter((name) => name in reply.headers)).toEqual(isCounted ? limitHeaders : [])

    const route = createRouteMatcher(api.contract)(request.method, request.path.replace(/\?.*/, ''))
    const documented = route.kind === 'found' ? route.operation.responseHeaders.get(status) : undefined
    // 403 may also be returned after counting
    expect(limitHeaders.filter((name) => documented?.has(name))).toEqual(status === 401 ? [] : limitHeaders)
  })

  test('goes down by one with each request of a person, and says when it is whole again', async () => {
    const readHeaders = async () => (await api.request({ method: 'GET', path: '/users/me', as: 'jon' })).headers
    const [first, second] = [await readHeaders(), await readHeaders()]
    expect(first).toMatchObject({ 'x-ratelimit-limit': '100000', 'x-ratelimit-reset': '60' })
    expect(Number(first['x-ratelimit-remaining']) - Number(second['x-ratelimit-remaining'])).toBe(1)
  })
})
