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

test('the log names the operation and the person, and never what was searched for or the token', async () => {
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
