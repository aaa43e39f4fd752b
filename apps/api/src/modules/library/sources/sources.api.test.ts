import type { DocumentSource, SourceProbe } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

const answers: SourceProbe[] = []
const waiting: (() => void)[] = []
let probeCount = 0

/** A connector that never reaches the network, and whose probe answers as and when the test wants. */
const connector = (key: DocumentSource['key'], label: string): DocumentSource => ({
  key,
  label,
  kind: 'documents',
  licence: 'Own terms',
  rate: 'none',
  homepage: `https://${key}.example`,
  probe: async () => {
    probeCount += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
    const answer = answers.shift()
    if (answer === undefined) throw new Error('out of answers')
    return answer
  },
  search: async () => Promise.reject(new Error('not asked here')),
})

let live: TestApi
let demo: TestApi
beforeAll(async () => {
  const connectors = ['hacker_news', 'arxiv', 'openfda', 'rss'].map((key) =>
    // Cast: the keys are four of the union.
    connector(key as DocumentSource['key'], `The ${key}`),
  )
  live = await createTestApi({ connectors, config: { sources: 'live' } })
  demo = await createTestApi({ connectors: [], config: { sources: 'demo' }, database: live.database })
})
afterAll(async () => {
  await live.app.close()
  await demo.close()
})

const list = async (api: TestApi) => (await api.request({ method: 'GET', path: '/sources', as: 'mira' })).json().items
const send = (api: TestApi, source: string) =>
  api.request({ method: 'POST', path: '/sourceProbes', as: 'mira', body: { source } })
/** Probes a source that returns this answer at once. */
async function probe(source: string, answer: SourceProbe) {
  answers.push(answer)
  const sent = send(live, source)
  while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
  waiting.shift()?.()
  return (await sent).json()
}
const well: SourceProbe = { status: 'ok', reason: null, retryAfterMs: null }

describe('listSources', () => {
  test('lists every supported source once, with its requirements', async () => {
    const items = await list(live)
    const keys = items.map(({ key }: { key: string }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(expect.arrayContaining(['imported', 'gdelt_archive', 'pubmed', 'sec_edgar', 'wikipedia']))
    expect(items).toContainEqual({
      key: 'sec_edgar',
      label: 'SEC EDGAR',
      kind: 'documents',
      enabled: false,
      documents: 0,
      firstDay: null,
      lastDay: null,
      homepage: 'https://www.sec.gov/search-filings',
      licence: expect.stringContaining('public'),
      attribution: expect.stringContaining('EDGAR'),
      rate: expect.stringContaining('second'),
      reach: expect.stringContaining('2001'),
      needsKey: true,
      keyName: 'AUSPEX_CONTACT',
      keyAdvice: expect.stringContaining('e-mail'),
      configured: false,
    })
  })

  test('queries enabled sources, and none with missing settings', async () => {
    const enabled = (await list(live)).filter((source: { enabled: boolean }) => source.enabled)
    expect(enabled.map(({ key }: { key: string }) => key)).toEqual([
      'imported',
      'hacker_news',
      'arxiv',
      'openfda',
      'rss',
      // providers of prices that need no key
      'binance',
      'coinbase',
    ])
  })

  test('queries only the demo source in demo mode', async () => {
    const enabled = (await list(demo)).filter((source: { enabled: boolean }) => source.enabled)
    expect(enabled).toMatchObject([{ key: 'demo' }])
  })
})

describe('createSourceProbe works', () => {
  test('reports a source that answers as healthy and stores the result', async () => {
    expect(await probe('arxiv', well)).toEqual({
      source: 'arxiv',
      status: 'ok',
      reason: null,
      advice: null,
      durationMs: expect.any(Number),
      retryAfterMs: null,
      probedAt: '2026-11-21T08:00:00.000Z',
    })
    const storedProbes = (await live.request({ method: 'GET', path: '/sourceProbes', as: 'mira' })).json().items
    expect(storedProbes).toContainEqual(expect.objectContaining({ source: 'arxiv', status: 'ok' }))
  })

  test('who asks meanwhile, or within half a minute, gets the same answer and no second request', async () => {
    probeCount = 0
    answers.push(well)
    const both = [send(live, 'hacker_news'), send(live, 'hacker_news')]
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
    waiting.shift()?.()
    const [one, other] = await Promise.all(both)
    expect(one?.json()).toEqual(other?.json())
    expect((await send(live, 'hacker_news')).json()).toEqual(one?.json())
    expect(probeCount).toBe(1)
  })

  test('probes again after half a minute; a failure says what to do', async () => {
    live.clock.set('2026-11-21T08:00:31Z')
    const reason = 'The source answered 429: too many requests.'
    expect(await probe('hacker_news', { status: 'rate_limited', reason, retryAfterMs: 90_000 })).toMatchObject({
      status: 'rate_limited',
      reason,
      retryAfterMs: 90_000,
      advice: 'Wait 90 s and probe again; searches wait by themselves.',
    })
  })

  test('a rate limit names the key that would raise it', async () => {
    const limited = { status: 'rate_limited' as const, reason: 'Used up.', retryAfterMs: null }
    expect((await probe('openfda', limited)).advice).toMatch(/OPENFDA_API_KEY/)
  })

  test('feeds cannot be probed', async () => {
    const reason = 'Feeds have no address of their own.'
    expect(await probe('rss', { status: 'empty', reason, retryAfterMs: null })).toMatchObject({
      status: 'not_asked',
      reason,
      durationMs: null,
    })
  })

  test('reports a crashed probe as a named failure', async () => {
    live.clock.set('2026-11-21T08:05:00Z')
    const sent = send(live, 'arxiv')
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
    waiting.shift()?.()
    expect((await sent).json()).toMatchObject({
      status: 'upstream_down',
      reason: expect.stringContaining('unexpectedly'),
    })
  })

  test('names the missing setting of a source without querying it', async () => {
    expect((await send(live, 'sec_edgar')).json()).toMatchObject({
      status: 'not_configured',
      reason: 'SEC EDGAR is not asked: AUSPEX_CONTACT is not set.',
      advice: expect.stringMatching(/^Set AUSPEX_CONTACT and restart the server\./),
    })
  })

  test('queries nothing in demo mode, and says so', async () => {
    expect((await send(demo, 'arxiv')).json()).toMatchObject({
      status: 'not_asked',
      reason: 'Sources are not asked in demo mode.',
      advice: expect.stringContaining('AUSPEX_SOURCES'),
      durationMs: null,
    })
    expect((await send(demo, 'imported')).json()).toMatchObject({ status: 'not_asked', advice: null })
  })
})

describe('createSourceProbe refuses', () => {
  test('a source that does not exist', async () => {
    expect((await send(live, 'the_moon')).statusCode).toBe(422)
  })
})

describe('probes protect', () => {
  test('require sign-in', async () => {
    expect((await live.request({ method: 'GET', path: '/sourceProbes' })).statusCode).toBe(401)
    const sent = await live.request({ method: 'POST', path: '/sourceProbes', body: { source: 'arxiv' } })
    expect(sent.statusCode).toBe(401)
  })
})
