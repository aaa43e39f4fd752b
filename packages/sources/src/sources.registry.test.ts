import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { anySourceAnswers, createSources, type SourceSettings } from './sources.registry.ts'
import { sourceCatalogue } from './sources.catalogue.ts'
import { answer, type FaultServer, startFaultServer } from './testing/fault-server.ts'
import { testGuardedHttp, testHttp, testNow } from './testing/test-http.ts'

describe('createSources', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())

  function create(mode: 'live' | 'demo', settings: SourceSettings = {}) {
    const { url, endpoint } = server
    const baseUrls = new Proxy({}, { get: () => url })
    return createSources({
      mode,
      clock: () => testNow,
      http: testHttp({ timeoutMs: 500 }),
      guardedHttp: testGuardedHttp({ endpoint, timeoutMs: 500 }),
      settings,
      baseUrls,
    })
  }

  const searched = sourceCatalogue.filter(({ kind }) => kind !== 'prices')
  const keysOf = ({ documents, series }: ReturnType<typeof create>) => [...documents, ...series].map(({ key }) => key)

  test('live has every source that needs nothing, once, in the order of the catalogue', () => {
    const listed = searched.filter(({ setting }) => setting?.required !== true).map(({ key }) => key)
    expect(keysOf(create('live'))).toEqual(listed)
  })

  test('a source that needs a setting is there exactly when it is given', () => {
    const given = create('live', {
      contact: 'ops@auspex.example',
      googleNews: true,
      redditCredentials: 'app:secret',
      youtubeKey: 'secret',
    })
    expect(keysOf(given)).toEqual(searched.map(({ key }) => key))
    expect(keysOf(create('live', { contact: 'ops@auspex.example' }))).not.toContain('google_news')
    expect(keysOf(create('live', { googleNews: true }))).not.toContain('sec_edgar')
  })

  test('each states its terms, its rate, how far it reaches, and where to get what it needs', () => {
    for (const source of sourceCatalogue) {
      for (const sentence of [source.licence, source.rate, source.reach, source.setting?.how ?? 'None.'])
        expect(sentence).toMatch(/^[A-Z].*\.$/)
      expect(source.homepage).toMatch(/^https:\/\//)
      expect(source.setting?.name ?? 'NONE').toMatch(/^[A-Z][A-Z_]+$/)
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
