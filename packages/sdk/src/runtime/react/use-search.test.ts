// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode, StrictMode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from '../../index.ts'
import { AuspexProvider, getSignalReportQueryKey, useSearch } from '../../react.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { problem, sendJson, serve } from '../../testing/server.ts'

afterEach(cleanup)

const state = (status: string, sources: string[] = []): object => ({
  request_id: 'req_a',
  signal_id: 'sig_a',
  status,
  message: null,
  sources: sources.map((each) => ({ source: 'gdelt', status: each })),
})

/** A page with a search. An answer is a body, or the status of a failure; the last status answer is repeated. */
const renderSearch = async (startAnswer: object | number, ...statusAnswers: readonly (object | number)[]) => {
  let pollCount = 0
  const firstPoll = Promise.withResolvers<void>()
  const cancellation = Promise.withResolvers<void>()
  const answerTo = (url: string): object | number => {
    if (url.endsWith('/topicQuery')) return startAnswer
    if (url.includes('/signal/json/')) return { id: 'sig_a' }
    return statusAnswers[Math.min(pollCount++, statusAnswers.length - 1)] ?? {}
  }
  const server = await serve(({ method, url = '' }, response) => {
    const answer = answerTo(url)
    if (url.endsWith('/getQueryStatus')) firstPoll.resolve()
    if (method === 'DELETE') cancellation.resolve()
    if (typeof answer === 'number') sendJson(response, answer, problem(answer, 'test.failed'))
    else sendJson(response, 200, answer)
  })
  // waits end after the current turn on a fake clock, so that intermediate states can be observed
  const clock = { ...createFakeClock(), sleep: async () => new Promise<void>((resolve) => setImmediate(resolve)) }
  const client = createClient({ baseUrl: server.url, clock, retry: false })
  const queryClient = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(
      StrictMode,
      null,
      createElement(QueryClientProvider, { client: queryClient }, createElement(AuspexProvider, { client }, children)),
    )
  return { ...renderHook(() => useSearch(), { wrapper }), server, client, queryClient, firstPoll, cancellation }
}

const oatMilk = { query_term: 'oat milk' }

describe('useSearch', () => {
  test('follows a search to its report, which is then in the cache', async () => {
    const { result, client, queryClient } = await renderSearch(
      state('queued', ['pending']),
      state('running', ['running', 'ok']),
      state('complete', ['ok', 'ok']),
    )
    expect(result.current).toMatchObject({ status: 'idle', report: null })
    act(() => result.current.start(oatMilk))
    expect(result.current.status).toBe('searching')
    await waitFor(() => expect(result.current.status).toBe('done'))
    expect(result.current).toMatchObject({
      report: { id: 'sig_a' },
      search: { status: 'complete' },
      progress: { endedSources: 2 },
      error: null,
    })
    expect(queryClient.getQueryData(getSignalReportQueryKey(client, 'sig_a'))).toEqual({ id: 'sig_a' })
  })

  test('does not poll a search that is complete immediately', async () => {
    const { result, server } = await renderSearch(state('complete'))
    act(() => result.current.start(oatMilk))
    await waitFor(() => expect(result.current.status).toBe('done'))
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/explore/topicQuery', '/api/signal/json/sig_a'])
  })

  test('ends the search on the server when cancelled, and shows no more updates', async () => {
    const { result, firstPoll, cancellation } = await renderSearch(state('running'), state('running'))
    act(() => result.current.start(oatMilk))
    await act(() => firstPoll.promise)
    act(() => result.current.cancel())
    await act(() => cancellation.promise)
    expect(result.current).toMatchObject({ status: 'cancelled', error: null, report: null })
  })

  test('ends the search when cancelled before the first response, as soon as its id is known', async () => {
    const { result, server, cancellation } = await renderSearch(state('running'), state('running'))
    act(() => {
      result.current.start(oatMilk)
      result.current.cancel()
    })
    await act(() => cancellation.promise)
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/explore/topicQuery',
      'DELETE /api/searches/req_a',
    ])
    expect(result.current.status).toBe('cancelled')
  })

  test('replaces the first search with another, and ends the first on the server', async () => {
    const { result, cancellation } = await renderSearch(state('complete'), state('running'))
    act(() => {
      result.current.start(oatMilk)
      result.current.start({ query_term: 'cold brew' })
    })
    await act(() => cancellation.promise)
    await waitFor(() => expect(result.current.status).toBe('done'))
  })

  test('reports why it failed', async () => {
    const { result } = await renderSearch(422)
    act(() => result.current.start(oatMilk))
    await waitFor(() => expect(result.current.status).toBe('failed'))
    expect(result.current.error).toMatchObject({ name: 'InvalidError', code: 'test.failed' })
  })

  test('reports an error of this package when the app cancels its queries while the report is read', async () => {
    const { result, queryClient } = await renderSearch(state('complete'))
    queryClient.getQueryCache().subscribe((event) => {
      const isStarting = event.type === 'updated' && event.action.type === 'fetch'
      if (isStarting) queueMicrotask(() => void queryClient.cancelQueries())
    })
    act(() => result.current.start(oatMilk))
    await waitFor(() => expect(result.current.status).toBe('failed'))
    expect(result.current.error).toMatchObject({ name: 'AbortedError', operation: 'getSignalReport' })
  })

  test('stops polling when the component unmounts, and lets the search continue', async () => {
    const { result, server, firstPoll, unmount } = await renderSearch(state('running'), state('running'))
    act(() => result.current.start(oatMilk))
    await act(() => firstPoll.promise)
    unmount()
    const pollCount = server.requests.length
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(server.requests.length - pollCount).toBeLessThanOrEqual(1)
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  })
})
