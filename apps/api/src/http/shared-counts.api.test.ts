import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../adapters/database/database.port.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { createTestDatabase } from '../testing/test-database.ts'

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

async function start(sharesCounts: boolean): Promise<[TestApi, TestApi]> {
  const create = () => createTestApi({ database, sharesCounts, config: { requestsPerMinute: 8 } })
  const pair: [TestApi, TestApi] = [await create(), await create()]
  apis = pair
  return pair
}

const me = (api: TestApi, authorization?: string) =>
  authorization === undefined
    ? api.request({ method: 'GET', path: '/users/me', as: 'root' })
    : api.request({ method: 'GET', path: '/users/me', headers: { authorization } })

test('processes that share the work count the requests of a person together', async () => {
  const [one, other] = await start(true)
  for (let n = 0; n < 8; n += 1) expect((await me(n % 2 === 0 ? one : other)).statusCode).toBe(200)
  for (const api of [one, other]) {
    const refused = await me(api)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('they count the refused tokens of a network together, and those that were good pass', async () => {
  const [one, other] = await start(true)
  await me(one)
  for (const [n, api] of [one, other].entries()) expect((await me(api, `Bearer bad.${n}`)).statusCode).toBe(401)
  expect((await me(other, 'Bearer bad.again')).statusCode).toBe(429)
  expect((await me(one)).statusCode).toBe(200)
})

test('a process by itself counts in its memory and writes nothing', async () => {
  const [one, other] = await start(false)
  for (let n = 0; n < 8; n += 1) await me(one)
  expect([(await me(one)).statusCode, (await me(other)).statusCode]).toEqual([429, 200])
  expect((await database.pool.query('select 1 from request_count')).rows).toEqual([])
})
