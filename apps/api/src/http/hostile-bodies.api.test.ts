import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PersonName } from '../testing/people.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let address: string
beforeAll(async () => {
  api = await createTestApi()
  address = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}/api`
})
afterAll(() => api.close())

const send = async (path: string, as: PersonName, type: string, body: string): Promise<Response> =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await api.tokenOf(as)}`, 'content-type': type },
    body,
  })
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

const wrongItems = (count: number, item: string) => `{"queries":[${`${item},`.repeat(count - 1)}${item}]}`

// fails after five seconds: each of these bodies used to block the process for seconds to minutes
test.each<[string, string, PersonName, string, string, number]>([
  ['500,000 wrong items', '/explore/topicQueryLiteBulk', 'mira', json, wrongItems(500_000, '0'), 422],
  ['more bytes than are read', '/explore/topicQueryLiteBulk', 'mira', json, wrongItems(500_000, '{}'), 413],
  ['brackets without an end', '/explore/topicQueryLiteBulk', 'mira', json, '['.repeat(1_000_000), 422],
  [
    'a field of 20,000 items that must be unique',
    '/signal/query',
    'mira',
    json,
    JSON.stringify({ query_term: 'oat', sources: Array.from({ length: 20_000 }, (_, n) => `s${n}`) }),
    422,
  ],
  [
    '25,000 fields of a form',
    '/signal/getContextSnippets',
    'mira',
    form,
    Array.from({ length: 25_000 }, (_, n) => `f${n}=1`).join('&'),
    422,
  ],
  [
    '4 MB of an import',
    '/imports/imp_0000/batches',
    'importer',
    json,
    `{"documents":[${'{},'.repeat(1_390_000)}{}]}`,
    422,
  ],
])('%s are refused at once, and others are answered meanwhile', async (_what, path, as, type, body, status) => {
  const replies = await Promise.all([
    ...Array.from({ length: 5 }, () => send(path, as, type, body)),
    ...Array.from({ length: 10 }, () => fetch(`${address}/health/getStatus`)),
  ])
  const statuses = replies.map((reply) => reply.status)
  expect(statuses.slice(0, 5)).toEqual([status, status, status, status, status])
  expect(new Set(statuses.slice(5))).toEqual(new Set([200]))
})
