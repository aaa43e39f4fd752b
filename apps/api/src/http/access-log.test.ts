import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

const lines: string[] = []
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString())
    done()
  },
})

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ logger: pino({ level: 'trace' }, sink) })
})
afterAll(() => api.close())

interface Line {
  time: number
  level: number
  requestId?: string
  operation?: string | null
  status?: number
  userId?: string | null
}
const readLines = () =>
  lines
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line) // the fields that pino writes

test('writes one JSON object per line, with a UTC timestamp and the request id, whatever a caller sends', async () => {
  lines.length = 0
  const forged = '{"level":30,"msg":"forged"}'
  await api.request({ method: 'GET', path: `/autocomplete/${encodeURIComponent(`a\r\n${forged}`)}`, as: 'mira' })
  await api.request({
    method: 'GET',
    path: '/nothing',
    headers: { 'user-agent': `x\u2028${forged}`, 'x-request-id': forged, authorization: `Bearer ${forged}` },
  })
  await api.request({
    method: 'POST',
    path: '/explore/saveRecentSearch',
    as: 'mira',
    body: { query_term: `\n${forged}` },
  })
  expect(lines.join('')).not.toContain('forged')
  const requests = readLines().filter(({ status }) => status !== undefined)
  expect(requests).toHaveLength(3)
  for (const line of requests)
    expect(line).toMatchObject({ time: expect.any(Number), requestId: expect.stringMatching(/^r-/) })
})

test('logs the status of requests refused by the contract, permissions or a module', async () => {
  lines.length = 0
  const as = 'mira'
  await api.request({
    method: 'POST',
    path: '/explore/saveRecentSearch',
    as,
    body: { query_term: 'oat', force: 'yes' },
  })
  await api.request({ method: 'GET', path: '/godmode/users', as })
  await api.request({ method: 'GET', path: '/portfolio/pf_ofsomebodyelse', as })
  const refused = readLines().filter(({ status = 0 }) => status >= 400)
  expect(refused.map(({ operation, status }) => [operation, status])).toEqual([
    ['saveRecentSearch', 422],
    ['listUsers', 403],
    ['getPortfolio', 404],
  ])
  expect(refused.map(({ userId }) => userId)).toEqual([expect.any(String), expect.any(String), expect.any(String)])
})

test('logs the operation and the person, but never search terms or the token', async () => {
  const token = await api.tokenOf('mira')
  const headers = { authorization: `Bearer ${token}` }
  await api.request({ method: 'GET', path: '/autocomplete/secret-topic?also=secret', headers })
  await api.request({ method: 'GET', path: '/no-such/secret-topic', headers })
  await api.request({ method: 'POST', path: '/explore/saveRecentSearch', body: { query_term: '"secret' }, headers })
  const log = lines.join('')
  expect(log).toContain('"operation":"autocompleteTerm"')
  expect(log).toContain('"route":"/api/autocomplete/:term"')
  expect(log).toMatch(/"userId":"usr_/)
  expect(log).not.toContain('secret')
  expect(log).not.toContain(token)
})
