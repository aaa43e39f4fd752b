import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ContractEvent, ownContractFile } from './contract-file.ts'
import { type MockServer, type MockServerOptions, startMockServer } from './start-mock-server.ts'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function start(options: MockServerOptions = {}): Promise<MockServer> {
  const server = await startMockServer(options)
  closers.push(server.close)
  return server
}

const token = { authorization: 'Bearer mira' }
const jsonBody = (body: unknown, method = 'POST') => ({
  method,
  headers: { ...token, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const admin = async (
  server: MockServer,
  path: string,
  init?: RequestInit,
): Promise<{ status: number; body: unknown }> => {
  const reply = await fetch(`${server.url}/__mock${path}`, init)
  return { status: reply.status, body: await reply.json() }
}

describe('the server', () => {
  test('serves the contract below /api, with a token and without one', async () => {
    const { apiUrl } = await start()
    const reply = await fetch(`${apiUrl}/users/me`, { headers: token })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
    expect((await fetch(`${apiUrl}/users/me`)).status).toBe(401)
  })

  test('refuses what the contract refuses, with pointers', async () => {
    const { apiUrl } = await start()
    const reply = await fetch(`${apiUrl}/explore/topicQuery`, jsonBody({ query_term: 7 }))
    expect(reply.status).toBe(422)
    expect(await reply.json()).toMatchObject({ errors: [{ in: 'body', pointer: '/query_term' }] })
  })

  test('answers pages from any origin', async () => {
    const { apiUrl } = await start()
    const origin = 'https://tester.example'
    const preflight = await fetch(`${apiUrl}/explore/topicQuery`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization')
    const reply = await fetch(`${apiUrl}/users/me`, { headers: { ...token, origin } })
    expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
  })

  test('reuses a connection, even after an unread body', async () => {
    const server = await start()
    const body = '{"query_term":"oat milk"}'
    const call = `POST /api/explore/topicQuery HTTP/1.1\r\nhost: mock\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.write(call + call)
    await expect.poll(() => text.split('HTTP/1.1 401').length).toBe(3)
    socket.destroy()
  })

  test('refuses a body that no operation accepts before it is sent', async () => {
    const server = await start()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.write(
      'POST /__mock/restore HTTP/1.1\r\nhost: mock\r\ncontent-type: application/json\r\ncontent-length: 99000000\r\n\r\n{',
    )
    await expect.poll(() => text).toContain('HTTP/1.1 413')
    socket.destroy()
  })

  test('serves the contract, an HTML page, and a list of operations', async () => {
    const { url } = await start()
    expect(await (await fetch(`${url}/openapi.json`)).json()).toEqual(JSON.parse(readFileSync(ownContractFile, 'utf8')))
    expect(await (await fetch(url)).text()).toContain('/api/users/me')
    const lost = await fetch(`${url}/users/me`)
    expect(lost.status).toBe(404)
    expect(await lost.json()).toMatchObject({ detail: expect.stringContaining('/api') })
  })

  test('reports a port in use in one sentence', async () => {
    const { url } = await start()
    const port = Number(new URL(url).port)
    await expect(startMockServer({ port })).rejects.toThrow(`Port ${port} is in use by another program`)
  })

  test('closes immediately although clients are connected and one is waiting', async () => {
    const server = await startMockServer({ scenarios: ['slow=60000;operation=getMe'] })
    await fetch(`${server.apiUrl}/health/getStatus`)
    const waiting = fetch(`${server.apiUrl}/users/me`, { headers: token }).catch(() => 'closed')
    await expect.poll(() => server.scenarios()[0]?.applied).toBe(1)
    await server.close()
    expect(await waiting).toBe('closed')
  })
})

describe('scenarios over HTTP', () => {
  test('reset the connection', async () => {
    const { apiUrl } = await start()
    await expect(fetch(`${apiUrl}/users/me`, { headers: { ...token, 'x-mock-scenario': 'reset' } })).rejects.toThrow(
      'fetch failed',
    )
  })

  test('truncate a body, so that reading it fails', async () => {
    const { apiUrl } = await start()
    const reply = await fetch(`${apiUrl}/users/me`, { headers: { ...token, 'x-mock-scenario': 'cut-off' } })
    await expect(reply.text()).rejects.toThrow('terminated')
  })

  test('send half of a JSON body as if it were complete', async () => {
    const { apiUrl } = await start()
    const reply = await fetch(`${apiUrl}/users/me`, { headers: { ...token, 'x-mock-scenario': 'truncated' } })
    await expect(reply.json()).rejects.toThrow(SyntaxError)
  })

  test('answer 429 with the seconds to wait, and name themselves', async () => {
    const { apiUrl } = await start()
    const reply = await fetch(`${apiUrl}/users/me`, { headers: { ...token, 'x-mock-scenario': 'rate-limited=7' } })
    expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('x-mock-scenario')]).toEqual([
      429,
      '7',
      'rate-limited',
    ])
  })

  test('are switched on and off by the admin API', async () => {
    const server = await start()
    const me = async () => (await fetch(`${server.apiUrl}/users/me`, { headers: token })).status
    const added = await admin(server, '/scenarios', jsonBody({ scenario: 'maintenance;operation=getMe' }))
    expect(added.body).toMatchObject({ active: [{ id: 'sc_1', name: 'maintenance', scope: { operation: 'getMe' } }] })
    expect(await me()).toBe(503)
    expect((await fetch(`${server.apiUrl}/health/getStatus`)).status).toBe(200)
    await admin(server, '/scenarios/sc_1', { method: 'DELETE' })
    expect(await me()).toBe(200)
  })
})

describe('the admin API', () => {
  test('lists its routes, all of which are documented', async () => {
    const { body } = await admin(await start(), '')
    expect(body).toMatchObject({
      endpoints: expect.arrayContaining([expect.objectContaining({ path: '/__mock/reset' })]),
    })
  })

  test('refuses unknown input with an explanation', async () => {
    const server = await start()
    expect(await admin(server, '/nothing')).toMatchObject({
      status: 404,
      body: { title: expect.stringContaining('GET /__mock') },
    })
    expect(await admin(server, '/clock', jsonBody({}, 'DELETE'))).toMatchObject({ status: 405 })
    expect(await admin(server, '/clock', jsonBody({ now: 'noon' }, 'PUT'))).toMatchObject({ status: 422 })
    expect(await admin(server, '/scenarios', jsonBody({ scenario: 'nope' }))).toMatchObject({ status: 422 })
    expect(await admin(server, '/scenarios/sc_9', { method: 'DELETE' })).toMatchObject({ status: 404 })
    expect(await admin(server, '/reset', { method: 'POST', body: '{' })).toMatchObject({ status: 422 })
    expect(await admin(server, '/seed', jsonBody({ collection: 'nothing', items: 1 }))).toMatchObject({ status: 422 })
    expect(await admin(server, '/restore', jsonBody({}))).toMatchObject({ status: 422 })
  })

  test('lists each exchange with its match, status, errors and scenarios', async () => {
    const server = await start()
    await fetch(`${server.apiUrl}/users/me`, { headers: token })
    await fetch(`${server.apiUrl}/explore/topicQuery`, jsonBody({ query_term: 7 }))
    await fetch(`${server.apiUrl}/users/me`, { headers: { ...token, 'x-mock-scenario': 'slow=1, maintenance' } })
    const { body } = await admin(server, '/requests')
    expect(body).toMatchObject({
      items: [
        { operationId: 'getMe', method: 'GET', status: 200, faults: [], scenarios: [] },
        { operationId: 'topicQuery', status: 422, faults: [{ in: 'body' }] },
        { operationId: 'getMe', status: 503, scenarios: ['slow', 'maintenance'] },
      ],
    })
    expect((await admin(server, '/requests?operation=topicQuery')).body).toMatchObject({ items: [{ status: 422 }] })
    await admin(server, '/requests', { method: 'DELETE' })
    expect((await admin(server, '/requests')).body).toEqual({ items: [] })
  })

  test('sets and advances the clock', async () => {
    const server = await start()
    await admin(server, '/clock', jsonBody({ now: '2026-12-24T18:00:00Z' }, 'PUT'))
    expect((await admin(server, '/clock/advance', jsonBody({ ms: 1500 }))).body).toEqual({
      now: '2026-12-24T18:00:01.500Z',
    })
    expect(server.now()).toBe(Date.parse('2026-12-24T18:00:01.500Z'))
  })

  test('saves stored items in a snapshot and restores them after a reset', async () => {
    const server = await start()
    const list = async () =>
      (await (await fetch(`${server.apiUrl}/recentSearches`, { headers: token })).json()) as { items: unknown[] }
    const before = await list()
    await fetch(`${server.apiUrl}/explore/saveRecentSearch`, jsonBody({ query_term: 'tempeh futures' }))
    const changed = await list()
    expect(changed).not.toEqual(before)
    const { body: snapshot } = await admin(server, '/snapshot')
    await admin(server, '/reset', { method: 'POST' })
    expect((await list()).items).toEqual(before.items)
    expect((await admin(server, '/restore', jsonBody(snapshot))).status).toBe(200)
    expect((await list()).items).toEqual(changed.items)
  })

  test('resets to the scenarios of the start', async () => {
    const server = await start({ scenarios: ['server-error=1'] })
    const me = async () => (await fetch(`${server.apiUrl}/users/me`, { headers: token })).status
    expect([await me(), await me()]).toEqual([500, 200])
    await admin(server, '/scenarios', jsonBody({ scenario: 'maintenance' }))
    await admin(server, '/reset', jsonBody({ seed: 7 }))
    expect([await me(), await me()]).toEqual([500, 200])
  })
})

describe('a contract that changes', () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'auspex-mock-'))
    closers.push(() => rmSync(path, { recursive: true, force: true }))
    return path
  }
  const contractText = readFileSync(ownContractFile, 'utf8')

  async function watched() {
    const file = join(folder(), 'openapi.json')
    copyFileSync(ownContractFile, file)
    const events: ContractEvent[] = []
    const server = await start({ contractFile: file, watch: true, onContract: (event) => events.push(event) })
    return { file, events, server }
  }

  test('is reloaded while the server runs, and stored items remain', async () => {
    const { file, events, server } = await watched()
    const list = async () =>
      (await (await fetch(`${server.apiUrl}/recentSearches`, { headers: token })).json()) as { items: unknown[] }
    await fetch(`${server.apiUrl}/explore/saveRecentSearch`, jsonBody({ query_term: 'tempeh futures' }))
    const stored = await list()
    writeFileSync(`${file}.new`, contractText.replace('"/health/getStatus"', '"/health/getState"'))
    renameSync(`${file}.new`, file)
    await expect.poll(() => events.length, { interval: 5 }).toBe(1)
    // npm run bench:mock measures the delay, without other tests running at the same time
    expect(events[0]).toMatchObject({ kind: 'reloaded' })
    expect((await fetch(`${server.apiUrl}/health/getState`)).status).toBe(200)
    expect((await fetch(`${server.apiUrl}/health/getStatus`)).status).toBe(404)
    expect((await list()).items).toEqual(stored.items)
  })

  test.each([
    ['is no JSON', (text: string) => text.slice(0, text.indexOf('"/users/me"')), /line \d+: is not JSON/],
    ['has a comma too many', (text: string) => text.replace(/\}\s*$/u, ',}'), /line \d+: is not JSON: Expected/],
    ['is empty', () => '', /line 1: is not JSON: Unexpected end/],
    [
      'refers to nothing',
      (text: string) => text.replace('"#/components/schemas/Problem"', '"#/components/schemas/Prblem"'),
      /line \d+: .*Prblem/,
    ],
  ])('and %s is reported with its line, while the last valid one stays', async (_what, spoil, message) => {
    const { file, events, server } = await watched()
    writeFileSync(file, spoil(contractText))
    await expect.poll(() => events.length).toBeGreaterThan(0)
    expect(events[0]).toMatchObject({ kind: 'refused', message: expect.stringMatching(message) })
    expect((await fetch(`${server.apiUrl}/users/me`, { headers: token })).status).toBe(200)
    expect(server.contract().problem).toMatch(message)
    expect(await admin(server, '/contract/reload', { method: 'POST' })).toMatchObject({ status: 409 })
  })

  test('and cannot be looked at for a moment is reloaded once it can', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    closers.push(() => void vi.useRealTimers())
    const { file, events, server } = await watched()
    rmSync(file)
    symlinkSync(file, file)
    vi.advanceTimersByTime(500)
    expect((await fetch(`${server.apiUrl}/users/me`, { headers: token })).status).toBe(200)
    writeFileSync(`${file}.new`, contractText.replace('"/health/getStatus"', '"/health/getState"'))
    renameSync(`${file}.new`, file)
    vi.advanceTimersByTime(500)
    expect(events).toMatchObject([{ kind: 'reloaded' }])
  })

  test('may be written in YAML, and its errors name their line', async () => {
    const file = join(folder(), 'pets.yaml')
    const text = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      responses:
        '200': { description: All., content: { application/json: { schema: { type: array, items: { type: string } } } } }
`
    writeFileSync(file, text)
    const { apiUrl } = await start({ contractFile: file })
    expect(await (await fetch(`${apiUrl}/pets`)).json()).toBeInstanceOf(Array)
    writeFileSync(file, text.replace('type: string', '$ref: "#/components/schemas/Pet"'))
    await expect(startMockServer({ contractFile: file })).rejects.toThrow(/pets\.yaml, line 7: .*points to nothing/)
    writeFileSync(file, `${text}  /dogs: [`)
    await expect(startMockServer({ contractFile: file })).rejects.toThrow(/pets\.yaml, line \d+: is not YAML/)
  })

  test('that is missing at the start is reported in one sentence', async () => {
    const file = join(folder(), 'none.json')
    await expect(startMockServer({ contractFile: file })).rejects.toThrow('none.json: cannot be read (ENOENT)')
  })
})
