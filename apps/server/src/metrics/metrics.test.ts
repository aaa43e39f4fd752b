import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, tell } from '@auspex/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve, type Serving } from '../start/serve.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { removeData } from '../testing/spawn-server.ts'
import { createMetrics } from './open-metrics.ts'

const token = 'a-token-of-the-monitor'
const dataDir = mkdtempSync(join(tmpdir(), 'auspex-metrics-'))
let serving: Serving
let url: string
let port: number

beforeAll(async () => {
  const publicPort = await findFreePort()
  port = await findFreePort()
  url = `http://localhost:${publicPort}`
  const settings = {
    AUSPEX_PORT: String(publicPort),
    AUSPEX_DATA: dataDir,
    AUSPEX_SOURCES: 'live',
    AUSPEX_LOG_LEVEL: 'silent',
    AUSPEX_METRICS_PORT: String(port),
    AUSPEX_METRICS_TOKEN: token,
  }
  serving = await serve(readConfig(settings), { withWeb: false })
})
afterAll(async () => {
  await serving.close()
  removeData(dataDir)
})

const scrape = async (headers: Record<string, string> = { authorization: `Bearer ${token}` }) => {
  const response = await fetch(`${url}/metrics`, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe('Prometheus', () => {
  test('reads requests by operation and status, the database, jobs and the event loop', async () => {
    await fetch(`${url}/api/health/live`)
    await fetch(`${url}/api/users/me`)
    await fetch(`${url}/api/nowhere?q=typed`)
    const { status, type, text } = await scrape()
    expect([status, type]).toEqual([200, expect.stringContaining('text/plain')])
    for (const line of [
      'auspex_http_requests_total{operation="getLiveness",status="200"} 1',
      'auspex_http_requests_total{operation="getMe",status="401"} 1',
      'auspex_http_requests_total{operation="none",status="404"} 1',
      'auspex_http_request_duration_seconds_count{operation="getLiveness"} 1',
      'auspex_database_up 1',
      'auspex_database_places 1',
      'auspex_database_statements{state="running"}',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(text).toContain(line)
    expect(text).not.toContain('typed')
  })

  test.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another-token-of-a-monitor' }],
    ['a token of a person', { authorization: 'Bearer a.b.c' }],
  ])('is refused at the public port with %s', async (_with, headers) => {
    const { status, text } = await scrape(headers)
    expect([status, JSON.parse(text)]).toEqual([401, expect.objectContaining({ code: 'metrics.unauthenticated' })])
  })

  test('needs no token on a separate port for this machine only, which serves nothing else', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/api/health/live`)).status).toBe(404)
  })
})

describe('metrics', () => {
  const readLoad = () => ({ running: 1, places: 10, waiting: { interactive: 2, analysis: 3 } })

  test('count jobs, sources and searches', async () => {
    const overview = {
      waiting: { exports: 4 },
      running: [{ id: '1', queue: 'trends', startedAt: new Date(), progress: null }],
    }
    const metrics = await createMetrics({ readLoad, readJobs: async () => overview })
    tell('job', () => ({ queue: 'exports', outcome: 'failed', milliseconds: 1500 }))
    tell('source', () => ({ source: 'gdelt', outcome: 'no_answer' }))
    tell('search', () => ({ outcome: 'complete', milliseconds: 700 }))
    const text = await metrics.write()
    metrics.close()
    for (const line of [
      'auspex_job_duration_seconds_sum{queue="exports",outcome="failed"} 1.5',
      'auspex_source_attempts_total{source="gdelt",outcome="no_answer"} 1',
      'auspex_search_duration_seconds_bucket{le="1",outcome="complete"} 1',
      'auspex_jobs_waiting{queue="exports"} 4',
      'auspex_jobs_running{queue="trends"} 1',
      'auspex_database_statements{state="waiting_analysis"} 3',
    ])
      expect(text).toContain(line)
  })

  test('report that the database is unavailable, and omit job counts', async () => {
    const metrics = await createMetrics({ readLoad, readJobs: async () => Promise.reject(new Error('gone')) })
    const text = await metrics.write()
    metrics.close()
    expect(text).toContain('auspex_database_up 0')
    expect(text).not.toMatch(/^auspex_jobs_waiting/m)
  })
})
