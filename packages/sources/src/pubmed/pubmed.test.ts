import { readdirSync, readFileSync } from 'node:fs'
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
import { sharedData } from '../testing/shared-data.ts'
import { parsePubmedArticles, parsePubmedSearch } from './pubmed.parse.ts'
import { createPubmedSource } from './pubmed.source.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')
const clock = () => testNow
const query: SourceQuery = {
  terms: { text: 'heat pumps', phrases: ['heat pumps'] },
  geo: null,
  from: '2026-05-01',
  to: null,
}
/** Answers the search with this, and the fetch with the sample's articles. */
const serve =
  (found: string): Behaviour =>
  (request, response) => {
    const isSearch = request.url?.startsWith('/esearch') ?? false
    const good = isSearch ? answer({ body: found }) : answer({ type: 'text/xml', body: sample('efetch.xml') })
    good(request, response)
  }

describeDocumentSource('PubMed', {
  create: ({ http, url }) => createPubmedSource({ http, clock, baseUrl: url }),
  sample: { body: sample('esearch.json'), type: 'application/json' },
  documents: 2,
  empty: '{"esearchresult":{"count":"0","idlist":[]}}',
  serve,
  query: () => query,
  probes: true,
  texts: null,
})

describe('parsePubmedArticles', () => {
  test('a paper has its labelled abstract as plain text, its journal, and the known part of its date', () => {
    expect(parsePubmedArticles(sample('efetch.xml'), testNow)).toEqual([
      expect.objectContaining({
        nativeId: '90000001',
        outlet: 'Journal of Warm Homes',
        title: 'Heat pumps and CO2 in old houses & flats.',
        body: 'BACKGROUND: Heat pumps are rare where p < 0.05.\nRESULTS: Indoor air improved.',
        author: 'Eszter Nádasdy',
        publishedAt: '2026-05-04T00:00:00Z',
        datePrecision: 'day',
        lang: 'en',
      }),
      expect.objectContaining({ title: 'Heat pumps in hospitals', author: 'Working Group Heat', lang: 'de' }),
    ])
  })

  test.each(['', '<a/>', '<PubmedArticleSet><PubmedArticle><x/></PubmedArticle></PubmedArticleSet>'])(
    '%j is an unexpected response',
    (body) => expect(parsePubmedArticles(body, testNow)).toBeNull(),
  )

  const folder = sharedData('payloads/pubmed_eutils')
  test.skipIf(!folder)('reads the recorded articles, each with a title and a day', () => {
    const names = readdirSync(folder ?? '').filter((name) => /^pubmed\d\.xml$/.test(name))
    const bodies = names.map((name) => readFileSync(join(folder ?? '', name), 'utf8'))
    const sets = bodies.filter((body) => body.includes('<PubmedArticle>'))
    expect(sets.length).toBeGreaterThan(2)
    for (const body of sets) {
      const written = body.split('<PubmedArticle>').length - 1
      expect(parsePubmedArticles(body, testNow)).toHaveLength(written)
    }
  })
})

describe('parsePubmedSearch', () => {
  test('raw control characters in strings are accepted', () => {
    const body = '{"esearchresult":{"count":"1","idlist":["7"],"querytranslation":"a\u0001b\u0009c"}}'
    expect(parsePubmedSearch(body)).toEqual({ total: 1, ids: ['7'], translation: 'a b c' })
  })

  test('an error is reported with its message', () => {
    expect(parsePubmedSearch('{"esearchresult":{"ERROR":"Empty term"}}')).toEqual({ error: 'Empty term' })
  })

  test.each(['', '{}', '{"esearchresult":{}}', '{"esearchresult":{"count":"many","idlist":[]}}'])(
    '%j is an unexpected response',
    (body) => expect(parsePubmedSearch(body)).toBeNull(),
  )
})

describe('searching', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  const search = (options: { apiKey?: string } = {}) =>
    createPubmedSource({ http: testHttp({ timeoutMs: 2000 }), clock, baseUrl: server.url, ...options }).search(query, {
      signal: AbortSignal.timeout(5000),
      limit: 100,
    })

  test('sends the key to NCBI and never exposes it', async () => {
    server.behave(serve(sample('esearch.json')))
    const { run } = await search({ apiKey: 'very-secret' })
    expect(server.requestPaths.every((path) => path.includes('api_key=very-secret'))).toBe(true)
    expect(run.requests).toBe(2)
    expect(JSON.stringify(run)).not.toContain('very-secret')
  })

  test.each([
    ['{"error":"API key invalid","api-key":"x","type":"api-key"}', 'auth'],
    ['{"error":"API rate limit exceeded","api-key":"1.2.3.4","count":"4","limit":"3"}', 'rate_limited'],
    ['{"esearchresult":{"ERROR":"Search Backend failed: try again"}}', 'upstream_down'],
    ['{"esearchresult":{"ERROR":"Invalid query"}}', 'bad_query'],
  ])('%s is %s', async (body, status) => {
    server.behave(answer({ body }))
    expect((await search()).run).toMatchObject({ status, complete: false })
  })
})
