import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { tell } from '@auspex/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTraces, readTraceparent } from './open-traces.ts'

interface Span {
  name: string
  traceId: string
  parentSpanId?: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code: number }
}

const exportRequests: { path: string | undefined; body: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] } }[] =
  []
const collector = createServer((request, response) => {
  const receive = async () => {
    // the collector's side of OTLP over HTTP with JSON
    exportRequests.push({ path: request.url, body: (await json(request)) as (typeof exportRequests)[number]['body'] })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  void receive()
})
let tracesUrl: URL
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  // a listening TCP server has an address object
  tracesUrl = new URL(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`)
})
afterAll(() => void collector.close())

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const request = {
  operation: 'getSignalReport',
  method: 'GET',
  route: '/api/signal/json/:id',
  status: 503,
  milliseconds: 250,
  requestId: 'r-1',
  traceparent,
}

describe('a trace collector', () => {
  test('receives requests in the trace of their caller, jobs and searches', async () => {
    const traces = await openTraces({ tracesUrl })
    tell('request', () => request)
    tell('job', () => ({ queue: 'exports', outcome: 'done', milliseconds: 20 }))
    tell('search', () => ({ outcome: 'complete', milliseconds: 900 }))
    await traces?.close()
    const spans = exportRequests.flatMap(({ body }) =>
      body.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)),
    )
    expect(exportRequests.every(({ path }) => path === '/v1/traces')).toBe(true)
    expect(spans.map(({ name }) => name)).toEqual(['getSignalReport', 'job exports', 'search'])
    const [span] = spans
    expect(span).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
      status: { code: 2 },
      attributes: expect.arrayContaining([
        { key: 'http.route', value: { stringValue: '/api/signal/json/:id' } },
        { key: 'http.response.status_code', value: { intValue: 503 } },
      ]),
    })
    expect(Number(BigInt(span?.endTimeUnixNano ?? 0) - BigInt(span?.startTimeUnixNano ?? 0)) / 1e6).toBeCloseTo(250, 0)
  })

  test('that is unavailable delays nothing', async () => {
    const traces = await openTraces({ tracesUrl: new URL('http://127.0.0.1:9') })
    tell('request', () => request)
    await expect(traces?.close()).resolves.toBeUndefined()
  })

  test('is not used without a setting', async () => {
    expect(await openTraces({ tracesUrl: null })).toBeNull()
  })
})

describe('the trace of a caller', () => {
  test.each([
    null,
    '',
    'no trace',
    `01${traceparent.slice(2)}`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `${traceparent}-more`,
  ])('is not read from %j', (header) => {
    expect(readTraceparent(header)).toBeNull()
  })

  test('includes whether it is sampled', () => {
    expect(readTraceparent(`${traceparent.slice(0, -2)}00`)).toMatchObject({ traceFlags: 0, isRemote: true })
  })
})
