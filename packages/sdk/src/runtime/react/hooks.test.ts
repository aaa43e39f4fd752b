// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode, Suspense } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { type AuspexClient, createClient } from '../../index.ts'
import { operations } from '../../operations.ts'
import * as react from '../../react.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { problem, sendJson, serve } from '../../testing/server.ts'

afterEach(cleanup)

/** Renders below an unconfigured QueryClient, as an app may have it. */
const within = (client: AuspexClient | undefined, queryClient = new QueryClient()) => ({
  wrapper: ({ children }: { children: ReactNode }) => {
    const inner = createElement(Suspense, { fallback: null }, children)
    return createElement(
      QueryClientProvider,
      { client: queryClient },
      client ? createElement(react.AuspexProvider, { client }, inner) : inner,
    )
  },
})

const clientOf = (baseUrl: string, token?: string): AuspexClient =>
  createClient({ baseUrl, clock: createFakeClock(), auth: { getToken: () => token } })

describe('hooks', () => {
  test('a failing read makes three requests in all, and none when the window regains focus', async () => {
    const server = await serve((_request, response) => sendJson(response, 503, problem(503, 'request.failed')))
    const { result } = renderHook(() => react.useGetMe(), within(clientOf(server.url)))
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(result.current.error).toMatchObject({
      name: 'UnavailableError',
      productMessage: 'Error while loading profile',
    })
    await act(async () => {
      window.dispatchEvent(new Event('visibilitychange'))
      window.dispatchEvent(new Event('focus'))
      await new Promise((resolve) => setImmediate(resolve))
    })
    expect(server.requests).toHaveLength(3)
  })

  test('a suspended read that fails makes three requests too', async () => {
    const server = await serve((_request, response) => sendJson(response, 503, problem(503, 'request.failed')))
    const queryClient = new QueryClient()
    const options = react.getMeSuspenseQueryOptions({ request: { client: clientOf(server.url) } })
    await expect(queryClient.fetchQuery(options)).rejects.toMatchObject({ name: 'UnavailableError' })
    expect(server.requests).toHaveLength(3)
  })

  test('queries, suspended queries and mutations take their client from the provider', async () => {
    const server = await serve((request, response) => sendJson(response, 200, { email: request.headers.authorization }))
    const view = within(clientOf(server.url, 'ada'))
    const query = renderHook(() => react.useGetMe(), view)
    await waitFor(() => expect(query.result.current.data).toEqual({ email: 'Bearer ada' }))
    const suspended = renderHook(() => react.useListInboxSuspense({ perPage: 5 }), view)
    await waitFor(() => expect(suspended.result.current?.data).toEqual({ email: 'Bearer ada' }))
    const mutation = renderHook(() => react.useSaveRecentSearch(), view)
    await act(() => mutation.result.current.mutateAsync({ data: { query_term: 'oat milk' } }))
    expect(mutation.result.current.isError).toBe(false)
    expect(new Set(server.requests.map(({ token }) => token))).toEqual(new Set(['ada']))
  })

  test('an explicit client takes precedence over the provider, and without either the query fails', async () => {
    const server = await serve((request, response) => sendJson(response, 200, { email: request.headers.authorization }))
    const bob = clientOf(server.url, 'bob')
    const passed = renderHook(() => react.useGetMe({ request: { client: bob } }), within(clientOf(server.url, 'ada')))
    await waitFor(() => expect(passed.result.current.data).toEqual({ email: 'Bearer bob' }))
    const none = renderHook(() => react.useGetMe(), within(undefined))
    await waitFor(() => expect(none.result.current.error).toMatchObject({ name: 'AuspexError' }))
    expect(() => renderHook(() => react.useAuspexClient(), within(undefined))).toThrow(/AuspexProvider/)
  })

  test('an unmounted component closes its connection', async () => {
    const closed = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const server = await serve((_request, response) => {
      response.on('close', () => closed.resolve())
      asked.resolve()
    })
    const view = renderHook(() => react.useGetMe(), within(clientOf(server.url)))
    await asked.promise
    view.unmount()
    await closed.promise
    expect(server.requests).toHaveLength(1)
  })

  test('every operation except streams has hooks', () => {
    const names = new Set(Object.keys(react))
    for (const [id, { streams }] of Object.entries(operations)) {
      const hook = `use${id.charAt(0).toUpperCase()}${id.slice(1)}`
      expect({ hook, exists: names.has(hook) }).toEqual({ hook, exists: !streams })
    }
  })

  test('the defaults can be applied to the queries of an app', () => {
    const queryClient = new QueryClient({ defaultOptions: react.createQueryClientDefaults() })
    expect(queryClient.getDefaultOptions()).toEqual({
      queries: { retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    })
  })
})
