import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { describeDocumentSource, escapeMarkup } from '../source.contract.ts'
import type { SourceQuery } from '../source.types.ts'
import { answer, type FaultServer, startFaultServer, testHttp, testNow } from '../testing/fault-server.ts'
import { parseStackExchange, textForms } from './stack-exchange.parse.ts'
import { createStackExchangeSource } from './stack-exchange.source.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/search-advanced.json'), 'utf8')
const query: SourceQuery = {
  terms: { text: 'heat pump', phrases: ['heat pump'] },
  geo: null,
  from: '2026-05-01',
  to: null,
}

const readQuestion = (fields: object) => {
  const question = { question_id: 1, title: 'T', link: 'https://q.example/1', creation_date: 1_764_237_600, ...fields }
  return parseStackExchange(JSON.stringify({ items: [question], has_more: false }))?.documents
}

describeDocumentSource('Stack Exchange', {
  create: ({ http, url }) => createStackExchangeSource({ http, clock: () => testNow, baseUrl: url }),
  sample: { body: sample, type: 'application/json' },
  documents: 2,
  empty: '{"items":[],"has_more":false,"quota_max":300,"quota_remaining":299}',
  query: () => query,
  probes: true,
  texts: {
    forms: textForms,
    read: {
      title: (text) => readQuestion({ title: escapeMarkup(text) }),
      body: (text) => readQuestion({ body: `<p>${escapeMarkup(text)}</p>` }),
      display_name: (text) => readQuestion({ owner: { display_name: escapeMarkup(text) } }),
    },
  },
})

describe('parseStackExchange', () => {
  test('a question has its text without markup, its site, and its counts', () => {
    expect(parseStackExchange(sample)?.documents).toEqual([
      expect.objectContaining({
        nativeId: 'stackoverflow.com:90000001',
        outlet: 'stackoverflow.com',
        title: "How do I read my heat pump's Modbus registers?",
        body: 'I have two heat pumps.\n\nread(40001)',
        author: 'Aiko & Co',
        publishedAt: '2026-05-26T12:00:00Z',
        engagement: { score: 7, comments: 2, views: 431, reposts: null },
      }),
      expect.objectContaining({
        author: null,
        body: null,
        engagement: { score: null, comments: null, views: null, reposts: null },
      }),
    ])
  })

  test.each(['', '{}', '{"items":[{"a":1}],"has_more":false}'])('%j is an unexpected response', (body) => {
    expect(parseStackExchange(body)).toBeNull()
  })
})

describe('searching', () => {
  let server: FaultServer
  let now = testNow
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  const create = (apiKey?: string) =>
    createStackExchangeSource({ http: testHttp({ timeoutMs: 2000 }), clock: () => now, baseUrl: server.url, apiKey })
  const search = (source = create()) => source.search(query, { signal: AbortSignal.timeout(5000), limit: 100 })

  test('observes a requested pause without another request, and then continues', async () => {
    const source = create()
    server.behave(answer({ body: sample.replace('"has_more": false', '"has_more": false, "backoff": 30') }))
    expect((await search(source)).run.status).toBe('ok')
    const requestCount = server.requestPaths.length
    now = new Date(testNow.getTime() + 10_000)
    expect((await search(source)).run).toMatchObject({ status: 'rate_limited', retryAfterMs: 20_000 })
    expect(await source.probe(AbortSignal.timeout(1000))).toMatchObject({ status: 'rate_limited' })
    expect(server.requestPaths).toHaveLength(requestCount)
    now = new Date(testNow.getTime() + 31_000)
    expect((await search(source)).run.status).toBe('ok')
  })

  test('reads no second page when the daily quota is nearly used up, and says so', async () => {
    const scarce = sample.replace('"has_more": false', '"has_more": true').replace('280', '12')
    server.behave(answer({ body: scarce }))
    const { run } = await search()
    expect(run).toMatchObject({ requests: 1 })
    expect(run.notHonoured.join(' ')).toMatch(/Only 12 requests are left today/)
  })

  test('sends a key, which allows more sites, and never exposes it', async () => {
    server.requestPaths.length = 0
    server.behave(answer({ body: sample }))
    const { run } = await search(create('secret'))
    expect(run.requests).toBe(6)
    expect(server.requestPaths.every((path) => path.includes('key=secret'))).toBe(true)
    expect(JSON.stringify(run)).not.toContain('secret')
  })

  test.each([
    [
      '{"error_id":502,"error_message":"too many requests from this IP","error_name":"throttle_violation"}',
      'rate_limited',
    ],
    ['{"error_id":400,"error_message":"`key` is not valid","error_name":"bad_parameter"}', 'auth'],
    ['{"error_id":400,"error_message":"fromdate","error_name":"bad_parameter"}', 'bad_query'],
  ])('%s is %s', async (body, status) => {
    server.behave(answer({ status: 400, body }))
    expect((await search()).run).toMatchObject({ status, complete: false })
  })
})
