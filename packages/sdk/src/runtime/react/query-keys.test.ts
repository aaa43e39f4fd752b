// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { type AuspexClient, createClient, type UserProfile } from '../../index.ts'
import * as react from '../../react.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { sendJson, serve } from '../../testing/server.ts'

afterEach(cleanup)

const within =
  (queryClient: QueryClient, client: () => AuspexClient) =>
  ({ children }: { children: ReactNode }) =>
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(react.AuspexProvider, { client: client() }, children),
    )

/** Answers each request with the caller's name. */
const serveNames = () =>
  serve((request, response) => sendJson(response, 200, { email: request.headers.authorization, items: [] }))

const clientOf = (baseUrl: string, token: string): AuspexClient =>
  createClient({ baseUrl, clock: createFakeClock(), auth: { getToken: () => token } })

const keys = (queryClient: QueryClient): unknown[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey)

describe('query keys', () => {
  test('two users of one QueryClient each get their own data and request', async () => {
    const server = await serveNames()
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    for (const name of ['ada', 'bob']) {
      const client = clientOf(server.url, name)
      const { result } = renderHook(() => react.useGetMe(), { wrapper: within(queryClient, () => client) })
      await waitFor(() => expect(result.current.data).toEqual({ email: `Bearer ${name}`, items: [] }))
    }
    expect(server.requests.map(({ token }) => token)).toEqual(['ada', 'bob'])
  })

  test('another client in the provider is queried immediately, and data of the first is hidden', async () => {
    const server = await serveNames()
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    let client = clientOf(server.url, 'ada')
    const { result, rerender } = renderHook(() => react.useGetMe(), { wrapper: within(queryClient, () => client) })
    await waitFor(() => expect(result.current.data).toMatchObject({ email: 'Bearer ada' }))
    client = clientOf(server.url, 'bob')
    rerender()
    expect(result.current.data).toBeUndefined()
    await waitFor(() => expect(result.current.data).toMatchObject({ email: 'Bearer bob' }))
  })

  test('a key contains our prefix, the client, the operation and its parameters', () => {
    const client = { id: 'c1' }
    expect(react.getMeQueryKey(client)).toEqual(['auspex', 'c1', 'getMe'])
    expect(react.listSignalDocumentsQueryKey(client, 'sig_a', { page: 2 })).toEqual([
      'auspex',
      'c1',
      'listSignalDocuments',
      'sig_a',
      { page: 2 },
    ])
    expect(react.parseQueryQueryKey(client, { query_term: 'oat' })).toEqual([
      'auspex',
      'c1',
      'parseQuery',
      { query_term: 'oat' },
    ])
  })

  test('undefined, nothing and an empty object are one key', () => {
    const expected = ['auspex', 'c1', 'listPortfolios']
    for (const params of [undefined, {}, { page: undefined }])
      expect(react.listPortfoliosQueryKey({ id: 'c1' }, params as object)).toEqual(expected)
    expect(react.listPortfoliosQueryKey({ id: 'c1' })).toEqual(expected)
  })

  test('a key of the app never equals one of ours, and a short key matches all that begin with it', async () => {
    const server = await serveNames()
    const client = clientOf(server.url, 'ada')
    const queryClient = new QueryClient()
    queryClient.setQueryData(['portfolio'], 'my own')
    await queryClient.fetchQuery(react.listPortfoliosQueryOptions({}, { request: { client } }))
    expect(queryClient.getQueryData(['portfolio'])).toBe('my own')
    await queryClient.fetchQuery(react.getSignalReportQueryOptions('sig_a', {}, { request: { client } }))
    await queryClient.fetchQuery(
      react.getSignalReportQueryOptions('sig_a', { entity: 'Oatly' }, { request: { client } }),
    )
    queryClient.removeQueries({ queryKey: react.getSignalReportQueryKey(client, 'sig_a') })
    expect(keys(queryClient)).toEqual([['portfolio'], ['auspex', client.id, 'listPortfolios']])
  })

  test('the data under a key has the type of the response', async () => {
    const queryClient = new QueryClient()
    const client = { id: 'c1' }
    const profile: UserProfile | undefined = queryClient.getQueryData(react.getMeQueryKey(client))
    expect(profile).toBeUndefined()
    // @ts-expect-error a profile is no list
    expect(queryClient.setQueryData(react.getMeQueryKey(client), { items: [] })).toBeDefined()
  })
})

describe('hooks of reads', () => {
  test('no request is sent until an id is available', async () => {
    const server = await serveNames()
    const client = clientOf(server.url, 'ada')
    let id: string | undefined
    const { result, rerender } = renderHook(() => react.useGetProject(id), {
      wrapper: within(new QueryClient(), () => client),
    })
    expect(result.current).toMatchObject({ fetchStatus: 'idle', isPending: true })
    expect(server.requests).toHaveLength(0)
    id = 'pj_a'
    rerender()
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/project/pj_a'])
  })

  test('a refetch without an id fails with an explanation, and sends nothing', async () => {
    const server = await serveNames()
    const client = clientOf(server.url, 'ada')
    const wrapper = within(new QueryClient(), () => client)
    const { result } = renderHook(() => react.useGetProject(undefined), { wrapper })
    const { error } = await act(() => result.current.refetch())
    expect(error).toMatchObject({ name: 'AuspexError', message: 'getProject has to wait for its id' })
    const list = renderHook(() => react.useListSignalDocumentsInfinite(undefined, {}), { wrapper })
    expect((await act(() => list.result.current.refetch())).error).toMatchObject({ operation: 'listSignalDocuments' })
    expect(server.requests).toHaveLength(0)
  })

  test('a POST that only reads is a query', async () => {
    const server = await serveNames()
    const client = clientOf(server.url, 'ada')
    const wrapper = within(new QueryClient(), () => client)
    const { result } = renderHook(() => react.useParseQuery({ query_term: 'oat milk' }), { wrapper })
    await waitFor(() => expect(result.current.data).toBeDefined())
    expect(server.requests.map(({ method }) => method)).toEqual(['POST'])
  })

  test('each mutation sends its own idempotency key', async () => {
    const sent: unknown[] = []
    const server = await serve((request, response) => {
      sent.push(request.headers['idempotency-key'])
      sendJson(response, 200, {})
    })
    const client = clientOf(server.url, 'ada')
    const { result } = renderHook(() => react.useSaveRecentSearch(), {
      wrapper: within(new QueryClient(), () => client),
    })
    await act(() => result.current.mutateAsync({ data: { query_term: 'oat' } }))
    await act(() => result.current.mutateAsync({ data: { query_term: 'oat' } }))
    expect(new Set(sent).size).toBe(2)
    expect(sent.every((key) => typeof key === 'string')).toBe(true)
  })

  test.each(['pages', 'cursors'])('an infinite query reads a list by %s completely', async (kind) => {
    const server = await serve(({ url }, response) => {
      const { searchParams } = new URL(url ?? '', 'http://x')
      const page = Number(searchParams.get('cursor') ?? searchParams.get('page') ?? 1)
      const nextCursor = kind === 'cursors' && page < 3 ? String(page + 1) : null
      const totalPages = kind === 'pages' ? 3 : 1
      sendJson(response, 200, { items: [page], page: { page, perPage: 1, total: 3, totalPages, nextCursor } })
    })
    const client = clientOf(server.url, 'ada')
    const { result } = renderHook(() => react.useListInboxInfinite({ perPage: 1 }), {
      wrapper: within(new QueryClient(), () => client),
    })
    await waitFor(() => expect(result.current.data?.pages).toHaveLength(1))
    while (result.current.hasNextPage) await act(() => result.current.fetchNextPage())
    expect(result.current.data?.pages.flatMap(({ items }) => items)).toEqual([1, 2, 3])
    expect(server.requests.every(({ path }) => path.includes('perPage=1'))).toBe(true)
  })
})
