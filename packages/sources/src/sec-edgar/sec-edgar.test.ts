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
import { createSecEdgarSource, excerptOf } from './sec-edgar.source.ts'
import { parseSecEdgar } from './sec-edgar.parse.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')
const clock = () => testNow
const query: SourceQuery = {
  terms: { text: 'heat pumps', phrases: ['heat pumps'] },
  geo: null,
  from: '2026-05-01',
  to: null,
}
/** Answers the search with this, and opens every filing as the sample. */
const serve =
  (found: string): Behaviour =>
  (request, response) => {
    const isSearch = request.url?.startsWith('/search') ?? false
    const good = isSearch ? answer({ body: found }) : answer({ type: 'text/html', body: sample('filing.htm') })
    good(request, response)
  }

describeDocumentSource('SEC EDGAR', {
  create: ({ http, url }) =>
    createSecEdgarSource({ http, clock, searchUrl: `${url}/search`, archiveUrl: `${url}/data` }),
  sample: { body: sample('search-index.json'), type: 'application/json' },
  documents: 2,
  empty: '{"hits":{"total":{"value":0},"hits":[]}}',
  serve,
  query: () => query,
  probes: true,
  texts: null,
})

describe('parseSecEdgar', () => {
  test('a filing has its company, its form and the address of its text', () => {
    expect(parseSecEdgar(sample('search-index.json'), 'https://archive.example')).toMatchObject({
      entryCount: 2,
      total: 2,
      filings: [
        {
          document: {
            nativeId: '0009000001-26-000012:northfield-10k.htm',
            url: 'https://archive.example/9000001/000900000126000012/northfield-10k.htm',
            title: 'Northfield Devices Inc. (NFD) · 10-K · ANNUAL REPORT',
            author: 'Northfield Devices Inc. (NFD)',
            publishedAt: '2026-05-20T00:00:00Z',
          },
        },
        { document: { title: 'Warm & Well Ltd · EX-99.1' } },
      ],
    })
  })

  test.each(['', '{}', '{"hits":{"total":{"value":1},"hits":[{"a":1}]}}'])('%j is an unexpected response', (body) => {
    expect(parseSecEdgar(body, 'https://a.example')).toBeNull()
  })
})

describe('excerptOf', () => {
  const long = `${'Nothing here. '.repeat(100)}We sell heat\npumps abroad. ${'Nothing there. '.repeat(100)}`
  test('quotes the surroundings of the phrase, in whole words', () => {
    const text = excerptOf(long, ['Heat Pumps'])
    expect(text).toContain('We sell heat pumps abroad.')
    expect(text).toMatch(/^… \w.* …$/)
    expect(text?.length).toBeLessThan(700)
  })

  test('does not match inside a word', () => expect(excerptOf(long, ['heat pump'])).toBeNull())
  test('matches the beginning of a word', () => expect(excerptOf(long, ['heat pum*'])).not.toBeNull())
})

describe('searching', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  const search = (more: { stopAtMs?: number } = {}) =>
    createSecEdgarSource({
      http: testHttp({ timeoutMs: 2000 }),
      clock,
      searchUrl: `${server.url}/search`,
      archiveUrl: `${server.url}/data`,
    }).search(query, { signal: AbortSignal.timeout(5000), limit: 100, ...more })

  test('opens the filings it found, and uses the matching text', async () => {
    server.behave(serve(sample('search-index.json')))
    const { run, documents } = await search()
    expect(run).toMatchObject({ status: 'ok', complete: true, requests: 3 })
    expect(documents[0]?.body).toContain('Our heat pumps warm operating rooms')
    expect(new URL(server.requestPaths[0] ?? '', server.url).searchParams.get('startdt')).toBe('2026-05-01')
  })

  test('opens none at its time limit, and still returns them', async () => {
    server.behave(serve(sample('search-index.json')))
    const { run, documents } = await search({ stopAtMs: testNow.getTime() })
    expect(run.requests).toBe(1)
    expect(documents.map(({ body }) => body)).toEqual([null, null])
  })

  test('a page about undeclared tools counts as blocked', async () => {
    const body = '<html><title>SEC.gov | Request Rate Threshold Exceeded</title></html>'
    server.behave(answer({ status: 403, type: 'text/html', body }))
    expect((await search()).run).toMatchObject({ status: 'blocked', complete: false })
  })
})
