import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { describeDocumentSource } from '../source.contract.ts'
import type { SourceQuery } from '../source.types.ts'
import {
  answer,
  type Behaviour,
  type FaultServer,
  startFaultServer,
  testHttp,
  testNow,
} from '../testing/fault-server.ts'
import { parseOpenfda } from './openfda.parse.ts'
import { createOpenfdaSource } from './openfda.source.ts'

const sample = readFileSync(join(import.meta.dirname, 'samples/enforcement.json'), 'utf8')
const nothing = '{"error":{"code":"NOT_FOUND","message":"No matches found!"}}'
const notFound = answer({ status: 404, body: nothing })
const clock = () => testNow
const query: SourceQuery = {
  terms: { text: 'heat pump', phrases: ['heat pump'] },
  geo: null,
  from: '2026-05-01',
  to: null,
}
/** Answers queries about devices with this, and has no other products. */
const serve =
  (body: string): Behaviour =>
  (request, response) => {
    const isDevice = request.url?.startsWith('/device') ?? false
    const deviceResponse = isDevice && body !== nothing ? answer({ body }) : notFound
    deviceResponse(request, response)
  }

describeDocumentSource('openFDA', {
  create: ({ http, url }) => createOpenfdaSource({ http, clock, baseUrl: url }),
  sample: { body: sample, type: 'application/json' },
  documents: 2,
  empty: nothing,
  serve,
  query: () => query,
  probes: true,
  texts: null,
})

describe('parseOpenfda', () => {
  test('a recall has its product as title and its reason as text', () => {
    expect(parseOpenfda(sample, 'https://api.example/device/enforcement.json')).toMatchObject({
      entryCount: 3,
      total: 3,
      documents: [
        {
          nativeId: 'Z-0001-2026',
          title: 'Heat pump for operating rooms, model A, serial numbers 1 to 400',
          body: 'Class II recall: The heat pump may leak.\nProduct: Heat pump for operating rooms, model A, serial numbers 1 to 400\nDistribution: Nationwide',
          author: 'Northfield Devices Inc.',
          country: 'US',
          countryBasis: 'author',
          publishedAt: '2026-05-13T00:00:00Z',
        },
        { title: 'Warming blanket', country: 'CA', body: 'Recall: Labels were mixed up.\nProduct: Warming blanket' },
      ],
    })
  })

  test('a long product is cut between words, and stays whole in the text', () => {
    const long = `Heat pump ${'with parts '.repeat(40)}`.trim()
    const [first] = parseOpenfda(sample.replace(/Heat pump for[^"]+/, long), 'https://a.example')?.documents ?? []
    expect(first?.title).toMatch(/^Heat pump with parts .*\w…$/)
    expect(first?.title.length).toBeLessThanOrEqual(161)
    expect(first?.body).toContain(long)
  })

  test.each(['', '{}', '{"error":{"code":"SERVER_ERROR"}}', '{"meta":{"results":{"total":1}},"results":[{}]}'])(
    '%j is an unexpected response',
    (body) => expect(parseOpenfda(body, 'https://a.example')).toBeNull(),
  )
})

describe('searching', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  const search = () =>
    createOpenfdaSource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url, apiKey: 'secret' }).search(
      query,
      { signal: AbortSignal.timeout(5000), limit: 100 },
    )

  test('requests drugs, devices and food with the key, which is never exposed', async () => {
    server.behave(notFound)
    const { run } = await search()
    expect(run).toMatchObject({ status: 'empty', complete: true, requests: 3, nativeQuery: '"heat pump"' })
    expect(server.requestPaths.map((path) => path.split('/')[1])).toEqual(['drug', 'device', 'food'])
    expect(new URL(server.requestPaths[0] ?? '', server.url).searchParams.get('search')).toBe(
      '("heat pump") AND report_date:[20260501 TO 20260601]',
    )
    expect(server.requestPaths[0]).toContain('api_key=secret')
    expect(JSON.stringify(run)).not.toContain('secret')
  })

  test.each([
    [403, '{"error":{"code":"API_KEY_INVALID","message":"An invalid api_key was supplied."}}', 'auth'],
    [429, '{"error":{"code":"OVER_RATE_LIMIT","message":"You have exceeded your rate limit."}}', 'rate_limited'],
    [400, '{"error":{"code":"BAD_REQUEST","message":"Search not supported"}}', 'bad_query'],
    [404, '<html>not here</html>', 'schema_changed'],
  ])('%i %s is %s', async (status, body, expected) => {
    server.behave(answer({ status, body }))
    expect((await search()).run).toMatchObject({ status: expected, complete: false })
  })
})
