import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { anySourceAnswers, createSources } from './sources.registry.ts'
import { answer, type FaultServer, startFaultServer } from './testing/fault-server.ts'
import { testGuardedHttp, testHttp, testNow } from './testing/test-http.ts'

describe('createSources', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())

  function create(mode: 'live' | 'demo') {
    const { url, endpoint } = server
    return createSources({
      mode,
      clock: () => testNow,
      http: testHttp({ timeoutMs: 500 }),
      guardedHttp: testGuardedHttp({ endpoint, timeoutMs: 500 }),
      baseUrls: { hackerNews: url, gdelt: url, wikipediaSearch: url, wikipediaMetrics: url },
    })
  }

  test('live has every keyless source once, each with its terms', () => {
    const { documents, series } = create('live')
    expect([...documents, ...series].map(({ key }) => key)).toEqual(['gdelt', 'hacker_news', 'rss', 'wikipedia'])
    for (const source of [...documents, ...series]) {
      expect(source.licence).toMatch(/\.$/)
      expect(source.rate).toMatch(/\.$/)
      expect(source.homepage).toMatch(/^https:\/\//)
    }
  })

  test('demo asks nobody', async () => {
    const sources = create('demo')
    expect(sources).toEqual({ documents: [], series: [] })
    expect(await anySourceAnswers(sources, AbortSignal.timeout(1000))).toBe(false)
    expect(server.asked).toEqual([])
  })

  test('one source that answers is enough; none is none', async () => {
    server.behave((request, response) => {
      const status = request.url?.startsWith('/search_by_date') ? 200 : 503
      answer({ status, body: '{"hits":[],"nbHits":0}' })(request, response)
    })
    expect(await anySourceAnswers(create('live'), AbortSignal.timeout(5000))).toBe(true)
    server.behave(answer({ status: 503, body: '' }))
    expect(await anySourceAnswers(create('live'), AbortSignal.timeout(5000))).toBe(false)
  })
})
