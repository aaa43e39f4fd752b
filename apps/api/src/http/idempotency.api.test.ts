import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonName } from '../testing/people.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const dayMs = 86_400_000
const later = (ms: number) => api.clock.set(new Date(api.clock.now().getTime() + ms).toISOString())

/** Saves a search under a key; each one that takes effect gets its own id. */
const save = (key: string, term: string, as: PersonName = 'mira') =>
  api.request({
    method: 'POST',
    path: '/explore/saveRecentSearch',
    as,
    body: { query_term: term },
    headers: { 'idempotency-key': key },
  })
const rule = { kind: 'volume-above', documents: 9, windowDays: 1 }
const monitor = { query: { query_term: 'oat milk' }, rule }
const createMonitor = (key: string, body: object = monitor) =>
  api.request({
    method: 'POST',
    path: '/explore/createMonitorSubscription',
    as: 'jon',
    body,
    headers: { 'idempotency-key': key },
  })
const listMonitors = async () =>
  (await api.request({ method: 'GET', path: '/explore/getMonitorSubscriptions', as: 'jon' })).json().items

describe('a request with an idempotency key', () => {
  test('that is repeated takes effect once and gets the same answer, marked as a replay', async () => {
    const first = await createMonitor('monitor-1')
    const second = await createMonitor('monitor-1')
    expect(first.statusCode).toBe(200)
    expect(second.json()).toEqual(first.json())
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(await listMonitors()).toHaveLength(1)
  })

  test('that is sent twenty times concurrently takes effect once, with the same answer for all', async () => {
    const before = (await listMonitors()).length
    const replies = await Promise.all(Array.from({ length: 20 }, () => createMonitor('monitor-2')))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    expect(await listMonitors()).toHaveLength(before + 1)
  })

  test('is the same request if the fields of its body are reordered', async () => {
    const first = await createMonitor('monitor-3')
    const second = await createMonitor('monitor-3', { rule, query: monitor.query })
    expect(second.json()).toEqual(first.json())
  })

  test('without a key takes effect each time', async () => {
    const request = { method: 'POST', path: '/explore/createMonitorSubscription', as: 'jon', body: monitor } as const
    const [first, second] = [await api.request(request), await api.request(request)]
    expect(first.json().id).not.toBe(second.json().id)
  })

  test('is processed again if the key is older than a day', async () => {
    const first = await createMonitor('monitor-4')
    later(dayMs - 1)
    expect((await createMonitor('monitor-4')).json()).toEqual(first.json())
    later(1)
    expect((await createMonitor('monitor-4')).json().id).not.toBe(first.json().id)
  })
})

describe('an idempotency key refuses', () => {
  test('a different request with 422, and keeps its original request', async () => {
    const first = await save('key-1', 'oat milk')
    const other = await save('key-1', 'solar power')
    expect(other.statusCode).toBe(422)
    expect(other.json()).toMatchObject({ code: 'request.key_reused', errors: [{ in: 'header' }] })
    expect((await save('key-1', 'oat milk')).json()).toEqual(first.json())
  })

  test('another operation, even with the same body', async () => {
    await save('key-2', 'oat milk')
    const other = await api.request({
      method: 'POST',
      path: '/explore/createMonitorSubscription',
      as: 'mira',
      body: monitor,
      headers: { 'idempotency-key': 'key-2' },
    })
    expect(other.json().code).toBe('request.key_reused')
  })

  test.each(['', ' ', 'a b', 'é', 'x'.repeat(256)])('the value %j', async (key) => {
    const reply = await save(Buffer.from(key, 'utf8').toString('latin1'), 'oat milk')
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({
      code: 'request.invalid',
      errors: expect.arrayContaining([expect.objectContaining({ in: 'header', pointer: '/idempotency-key' })]),
    })
  })

  test('no other person: the same key of two people is two requests', async () => {
    const [mira, jon] = [await save('key-3', 'oat milk', 'mira'), await save('key-3', 'solar power', 'jon')]
    expect([mira.statusCode, jon.statusCode]).toEqual([200, 200])
  })
})

describe('a request without effect', () => {
  test('frees its key if it was refused', async () => {
    expect((await save('key-4', 'oat AND')).statusCode).toBe(422)
    expect((await save('key-4', 'oat milk')).statusCode).toBe(200)
  })

  test('is not repeated if its server died during it, because its effect is unknown', async () => {
    await save('key-5', 'oat milk')
    await api.database.pool.query(
      "update idempotent_request set status = null, body = null where key = encode(sha256('key-5'::bytea), 'base64')",
    )
    later(31_000)
    const reply = await save('key-5', 'oat milk')
    expect(reply.statusCode).toBe(422)
    expect(reply.json().code).toBe('request.outcome_unknown')
  })
})
