import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../server/start-mock-server.ts'

let server: MockServer
beforeEach(async () => (server = await startMockServer()))
afterEach(() => server.close())

interface CallOptions extends Omit<RequestInit, 'headers'> {
  token?: string
  headers?: Record<string, string>
}

const send = (path: string, { token = 'mira', headers, ...init }: CallOptions = {}) =>
  fetch(`${server.apiUrl}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...headers } })
const admin = async (path: string, body: unknown) => {
  const reply = await fetch(`${server.url}/__mock${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: reply.status, body: await reply.json() }
}

describe('a custom reply', () => {
  test('answers the requests that it matches a limited number of times, and no others', async () => {
    await admin('/replies', { match: { operation: 'listPortfolios', user: 'ana' }, status: 503, times: 2 })
    const statuses = []
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await send('/portfolio', { token: 'ana' })).status)
    expect(statuses).toEqual([503, 503, 200])
    expect((await send('/portfolio')).status).toBe(200)
  })

  test('is selected by query, header and fields of the body', async () => {
    const body = { items: [], page: { page: 7, perPage: 20, total: 0, totalPages: 0, nextCursor: null } }
    await admin('/replies', { match: { operation: 'listPortfolios', query: { page: '7' } }, body })
    expect(await (await send('/portfolio?page=7')).json()).toEqual(body)
    expect(await (await send('/portfolio?page=1')).json()).not.toEqual(body)
    await admin('/replies', { match: { operation: 'createPortfolio', body: { title: 'Full' } }, status: 429 })
    const create = (title: string) =>
      send('/portfolio/create', {
        method: 'POST',
        body: JSON.stringify({ title }),
        headers: { 'content-type': 'application/json' },
      })
    expect((await create('Full')).status).toBe(429)
    expect((await create('Other')).status).toBe(200)
  })

  test.each([
    ['an operation that is not there', { match: { operation: 'listNothing' } }, 'names no operation'],
    ['a slip in a name of the pattern', { match: { opration: 'getMe' } }, 'match has no opration; it has operation'],
    ['a status that is not documented', { match: { operation: 'getMe' }, status: 418 }, 'documents no 418'],
    [
      'a body that the contract forbids',
      { match: { operation: 'getMe' }, body: { profile: 7 } },
      'The body is none that getMe answers',
    ],
    ['a match that means nothing', { match: { operation: 'getMe', usr: 'mira' } }, 'match has no usr'],
    ['a field that it has not', { match: { operation: 'getMe' }, stauts: 500 }, 'has no stauts'],
  ])('is refused for %s', async (_what, stub, message) => {
    const { status, body } = await admin('/replies', stub)
    expect(status).toBe(422)
    expect(body.title).toContain(message)
  })

  test('waits as long as it is told', async () => {
    await admin('/replies', { match: { operation: 'getMe' }, status: 503, delayMs: 60 })
    const startedAt = performance.now()
    expect((await send('/users/me')).status).toBe(503)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(59)
    expect((await admin('/replies', { match: { operation: 'getMe' }, delayMs: -1 })).status).toBe(422)
  })

  test('belongs to a state of a machine, and leads to the next', async () => {
    const step = (requiredState: string, newState: string, status: number) =>
      admin('/replies', { match: { operation: 'getMe' }, status, stateMachine: 'outage', requiredState, newState })
    await step('Started', 'down', 429)
    await step('down', 'recovered', 503)
    const statuses = []
    for (let call = 0; call < 4; call += 1) statuses.push((await send('/users/me')).status)
    expect(statuses).toEqual([429, 503, 200, 200])
    server.reset()
    expect((await send('/users/me')).status).toBe(200)
    expect((await admin('/replies', { match: { operation: 'getMe' }, newState: 'down' })).body.title).toContain(
      'need the name of their stateMachine',
    )
  })

  test('may have a body of another media type', async () => {
    const headers = { 'content-type': 'text/event-stream' }
    await admin('/replies', { match: { operation: 'getMe' }, text: 'data: 1\n\n', headers, isBroken: true })
    const reply = await send('/users/me')
    expect([reply.headers.get('content-type'), await reply.text()]).toEqual(['text/event-stream', 'data: 1\n\n'])
  })

  test('may break the contract when it opts out', async () => {
    await admin('/replies', { match: { operation: 'getMe' }, body: { profile: 7 }, isBroken: true })
    expect(await (await send('/users/me')).json()).toEqual({ profile: 7 })
  })

  test('is removed by a reset', async () => {
    await admin('/replies', { match: { operation: 'getMe' }, status: 503 })
    server.reset()
    expect((await send('/users/me')).status).toBe(200)
  })
})

describe('verify', () => {
  test('counts requests and lists their content', async () => {
    await send('/portfolio?page=2')
    await send('/portfolio?page=2', { token: 'org_b.usr_b', headers: { 'x-trace': 'one' } })
    const count = async (match: object, more: object = {}) => (await admin('/verify', { match, ...more })).body
    expect(await count({ operation: 'listPortfolios' }, { times: 2 })).toMatchObject({ isMet: true, count: 2 })
    expect(await count({ user: 'usr_b' })).toMatchObject({ isMet: true, count: 1 })
    expect(await count({ user: 'mira' })).toMatchObject({ isMet: true, count: 1 })
    expect(await count({ user: 'org_b.usr_b' })).toMatchObject({ isMet: true, count: 1 })
    expect(await count({ user: 'jon' }, { times: 0 })).toMatchObject({ isMet: true, count: 0 })
    expect(await count({ headers: { 'X-Trace': 'one' } }, { times: 2 })).toMatchObject({
      isMet: false,
      message: '1 matching request, 2 expected',
    })
    expect(await count({ query: { page: '3' } }, { atMost: 0 })).toMatchObject({ isMet: true, count: 0 })
    expect((await admin('/verify', { match: { operation: 'listNothing' } })).status).toBe(422)
    expect((await admin('/verify', { match: { oparation: 'listPortfolios' } })).status).toBe(422)
    expect((await admin('/verify', { match: {}, count: 2 })).status).toBe(422)
  })

  test('keeps headers, without credentials', async () => {
    await send('/users/me', { headers: { 'x-trace': 'one' } })
    const [request] = server.requests()
    expect(request?.headers['x-trace']).toBe('one')
    expect(JSON.stringify(request)).not.toContain('Bearer')
  })
})

describe('a scenario', () => {
  test('applies to whole segments of a path, a person, or a header', async () => {
    server.addScenarios('maintenance;path=/port')
    expect((await send('/portfolio')).status).toBe(200)
    server.clearScenarios()
    server.addScenarios('maintenance;path=/portfolio;user=usr_b')
    expect((await send('/portfolio')).status).toBe(200)
    expect((await send('/portfolio', { token: 'org_b.usr_b' })).status).toBe(503)
    server.clearScenarios()
    server.addScenarios('maintenance;header=x-tenant:acme')
    expect((await send('/portfolio', { headers: { 'x-tenant': 'acme' } })).status).toBe(503)
    expect((await send('/portfolio', { headers: { 'x-tenant': 'other' } })).status).toBe(200)
  })
})
