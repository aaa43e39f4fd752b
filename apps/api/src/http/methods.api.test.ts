import { METHODS } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

/** Every method that a request can arrive with. CONNECT never reaches the API: the server in front refuses it. */
const methods = METHODS.filter((method) => method !== 'CONNECT')
const everyType: Record<string, string>[] = [{}, { 'content-type': 'application/json' }, { 'content-type': '/' }]
/** The library's type names the methods that it mounts; a caller may send any. */
const ask = (method: string, url: string, headers: Record<string, string>) =>
  api.app.inject({ method: method as 'GET', url, headers })

describe('whatever method a request has', () => {
  test.each(['/api/health/getStatus', '/api/users/me', '/api/nothing/here', '/api'])(
    '%s is answered or refused, and never a failure of the server',
    async (url) => {
      for (const headers of everyType)
        for (const method of methods) {
          const { statusCode } = await ask(method, url, headers)
          expect([method, headers, statusCode]).toEqual([method, headers, expect.toSatisfy((code) => code < 500)])
        }
    },
  )
})
