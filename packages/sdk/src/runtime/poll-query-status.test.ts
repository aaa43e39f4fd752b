import { describe, expect, test } from 'vitest'
import { AbortedError, createClient, pollQueryStatus, ProductError, type QueryProgress } from '../index.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { failure, type LocalServer, problem, sendJson, serve } from '../testing/server.ts'
import type { AuspexClient } from './client.ts'

const query = { request_id: 'req_k2m4p6q8' }
const source = (status: string): object => ({ source: 'gdelt', status })
const state = (status: string, sources: object[] = [], message: string | null = null): object => ({
  ...query,
  status,
  message,
  sources,
})

interface PollingParties {
  readonly server: LocalServer
  readonly clock: FakeClock
  readonly client: AuspexClient
}

/** Answers each status request with the next of the answers; repeats the last one. */
const poll = async (...answers: readonly (object | number)[]): Promise<PollingParties> => {
  let requestCount = 0
  const server = await serve((request, response) => {
    if (request.method === 'DELETE') return sendJson(response, 200, state('cancelled'))
    const answer = answers[Math.min(requestCount++, answers.length - 1)] ?? {}
    return typeof answer === 'number'
      ? sendJson(response, answer, problem(answer, 'test.failed'), { 'retry-after': '9' })
      : sendJson(response, 200, answer)
  })
  const clock = createFakeClock()
  return { server, clock, client: createClient({ baseUrl: server.url, clock }) }
}

describe('polling', () => {
  test('follows a search until it ends, with growing delays and its progress', async () => {
    const { client, clock } = await poll(
      state('queued', [source('pending'), source('pending')]),
      state('running', [source('ok'), source('running')]),
      state('running', [source('ok'), source('rate_limited')]),
      state('complete', [source('ok'), source('rate_limited')]),
    )
    const progressReports: QueryProgress[] = []
    const found = await pollQueryStatus(client, query, { onProgress: (progress) => progressReports.push(progress) })
    expect(found.status).toBe('complete')
    expect(clock.waits).toEqual([500, 750, 1125])
    expect(progressReports.map((each) => [each.state.status, each.endedSources, each.elapsedMs])).toEqual([
      ['queued', 0, 0],
      ['running', 1, 500],
      ['running', 2, 1250],
      ['complete', 2, 2375],
    ])
  })

  test('limits the delay, and gives up after 600 s', async () => {
    const { client, clock, server } = await poll(state('running'))
    const error = await failure(pollQueryStatus(client, query))
    expect(error).toMatchObject({ name: 'TimeoutError', message: 'The search did not end within 600 s' })
    expect(Math.max(...clock.waits)).toBe(5000)
    const waited = clock.waits.reduce((sum, each) => sum + each, 0)
    expect(waited).toBe(600_000)
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  })

  test('uses a short limit fully, with a last request at its end', async () => {
    const { client, clock, server } = await poll(state('running'))
    expect(await failure(pollQueryStatus(client, query, { limitMs: 1200 }))).toMatchObject({ name: 'TimeoutError' })
    expect(clock.waits).toEqual([500, 700])
    expect(server.requests).toHaveLength(3)
    const late = await poll(state('running'), state('running'), state('complete'))
    expect((await pollQueryStatus(late.client, query, { limitMs: 1200 })).status).toBe('complete')
  })

  test('stops when the server asks to wait beyond the limit', async () => {
    const { client, clock, server } = await poll(503)
    const error = await failure(pollQueryStatus(client, query, { limitMs: 5000 }))
    expect(error).toMatchObject({ name: 'TimeoutError' })
    expect([clock.waits, server.requests.length]).toEqual([[], 1])
  })

  test('retries temporary failures when the server says', async () => {
    const { client, clock } = await poll(503, 429, state('complete'))
    expect((await pollQueryStatus(client, query)).status).toBe('complete')
    expect(clock.waits).toEqual([9000, 9000])
  })

  test('throws a repeated failure after five requests, and a permanent one immediately', async () => {
    const passing = await poll(503)
    expect(await failure(pollQueryStatus(passing.client, query))).toMatchObject({ name: 'UnavailableError' })
    expect(passing.server.requests).toHaveLength(5)
    const lasting = await poll(404)
    expect(await failure(pollQueryStatus(lasting.client, query))).toMatchObject({ name: 'NotFoundError' })
    expect(lasting.server.requests).toHaveLength(1)
  })

  test('has named errors for a search that failed, was cancelled or found too little', async () => {
    const failed = await poll(state('failed', [], 'No source could be reached'))
    const error = await failure(pollQueryStatus(failed.client, query))
    expect(error).toBeInstanceOf(ProductError)
    expect(error).toMatchObject({
      code: 'search.failed',
      message: 'No source could be reached',
      body: { status: 'failed' },
    })
    const cancelled = await poll(state('cancelled'))
    expect(await failure(pollQueryStatus(cancelled.client, query))).toMatchObject({ code: 'search.cancelled' })
    const sparse = await poll(state('failed', [], 'data-too-sparse'))
    expect(await failure(pollQueryStatus(sparse.client, query))).toMatchObject({ name: 'DataTooSparseError' })
  })

  test('stops on an abort, and cancels the search too when configured', async () => {
    for (const cancelSearch of [false, true]) {
      const { client, server } = await poll(state('running'))
      const stopping = new AbortController()
      const error = await failure(
        pollQueryStatus(client, query, { signal: stopping.signal, cancelSearch, onProgress: () => stopping.abort() }),
      )
      expect(error).toBeInstanceOf(AbortedError)
      expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'POST /api/explore/getQueryStatus',
        ...(cancelSearch ? ['DELETE /api/searches/req_k2m4p6q8'] : []),
      ])
    }
  })
})
