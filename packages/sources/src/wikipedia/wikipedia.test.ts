import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  answer,
  type Behaviour,
  cutOff,
  type FaultServer,
  silence,
  startFaultServer,
  testHttp,
  testNow,
} from '../testing/fault-server.ts'
import { createWikipediaSource } from './wikipedia.source.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')
const clock = () => testNow

describe('Wikipedia page views', () => {
  let server: FaultServer
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())

  function fetchSeries(metrics: Behaviour, { found = sample('search.json'), signal = AbortSignal.timeout(5000) } = {}) {
    server.behave((request, response) => {
      const search = request.url?.startsWith('/search') ? answer({ body: found }) : metrics
      search(request, response)
    })
    const http = testHttp({ timeoutMs: 300 })
    const source = createWikipediaSource({ http, clock, searchUrl: server.url, metricsUrl: server.url })
    const terms = { text: 'heat pumps', phrases: ['heat pumps'] }
    return source.fetchSeries({ terms, geo: 'DE', from: '2026-03-01', to: '2026-03-02' }, { signal })
  }

  test('returns the daily views of the matching article, and says what they exclude', async () => {
    const { run, series } = await fetchSeries(answer({ body: sample('pageviews.json') }))
    expect(series).toEqual({
      name: 'Heat pump (en.wikipedia)',
      unit: 'views per day',
      points: [
        { day: '2026-03-01', value: 2114 },
        { day: '2026-03-02', value: 2390 },
      ],
    })
    expect(run).toMatchObject({ status: 'ok', complete: true, requests: 2 })
    expect(run.notHonoured.join(' ')).toMatch(/redirects.*per language, not per country/)
    expect(server.requestPaths.at(-1)).toBe(
      '/pageviews/per-article/en.wikipedia/all-access/user/Heat_pump/daily/2026030100/2026030200',
    )
  })

  test('404 means no views in that period', async () => {
    const { run, series } = await fetchSeries(answer({ status: 404, body: '{"type":"not_found"}' }))
    expect(series).toBeNull()
    expect(run).toMatchObject({ status: 'empty', complete: true })
  })

  test('is empty without a matching article', async () => {
    const { run } = await fetchSeries(silence, { found: '{"pages":[]}' })
    expect(run).toMatchObject({ status: 'empty', reason: 'No article fits the query.', requests: 1 })
  })

  test.each<[string, Behaviour, string]>([
    ['429', answer({ status: 429, body: '' }), 'rate_limited'],
    ['503', answer({ status: 503, body: '' }), 'upstream_down'],
    ['another shape', answer({ body: '{"rows":[]}' }), 'schema_changed'],
    ['a page', answer({ type: 'text/html', body: '<html></html>' }), 'schema_changed'],
    ['a cut body', cutOff('{"items":['), 'upstream_down'],
    ['silence', silence, 'upstream_down'],
  ])('%s is a named failure', async (_, behaviour, status) => {
    const { run, series } = await fetchSeries(behaviour)
    expect(run).toMatchObject({ status, complete: false })
    expect(series).toBeNull()
  })

  test('cancelling throws an AbortError', async () => {
    const stop = new AbortController()
    const waiting = fetchSeries(() => stop.abort(), { signal: stop.signal })
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })
})
