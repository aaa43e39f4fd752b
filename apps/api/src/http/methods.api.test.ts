import { METHODS } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

/** Every method that a request can arrive with. CONNECT never reaches the API: the server in front of it refuses it. */
const methods = METHODS.filter((method) => method !== 'CONNECT')
const everyType: Record<string, string>[] = [{}, { 'content-type': 'application/json' }, { 'content-type': '/' }]
/** The library's type only has the methods that it mounts; a caller may send any. */
const call = (method: string, url: string, headers: Record<string, string>) =>
  api.app.inject({ method: method as 'GET', url, headers })

describe('any HTTP method', () => {
  test.each(['/api/health/getStatus', '/api/users/me', '/api/nothing/here', '/api'])(
    '%s never causes an internal error',
    async (url) => {
      for (const headers of everyType)
        for (const method of methods) {
          const { statusCode } = await call(method, url, headers)
          expect([method, headers, statusCode]).toEqual([method, headers, expect.toSatisfy((code) => code < 500)])
        }
    },
  )
})

describe('an operation with side effects', () => {
  test('is never run by a GET, even with method overrides in a header, query or path', async () => {
    // the stream of Zeus has its own path
    const changing = api.contract.operations.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/v1/'))
    const readable = new Set(api.contract.operations.filter(({ method }) => method === 'GET').map(({ path }) => path))
    const token = await api.tokenOf('root')
    expect(changing.length).toBeGreaterThan(80)
    for (const { id, method, path } of changing.filter((operation) => !readable.has(operation.path))) {
      const url = `/api${path.replaceAll(/{\w+}/g, 'x')}?_method=${method}`
      const headers = {
        authorization: `Bearer ${token}`,
        'x-http-method-override': method,
        'x-method-override': method,
      }
      const { statusCode } = await call('GET', url, headers)
      expect([id, statusCode]).toEqual([id, expect.toSatisfy((code) => [404, 405, 422].includes(code))])
    }
  })
})
