// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode, StrictMode, Suspense, useEffect, useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { type AuspexClient, createClient, streamZeusReply } from '../index.ts'
import * as react from '../react.ts'
import { eventText, openEvents, startEventServer } from '../runtime/streaming/testing/event-server.ts'
import { sendJson, serve } from '../testing/server.ts'

afterEach(cleanup)

const within = (client: () => AuspexClient, queries = new QueryClient()) => ({
  wrapper: ({ children }: { children: ReactNode }) =>
    createElement(
      StrictMode,
      null,
      createElement(
        QueryClientProvider,
        { client: queries },
        createElement(
          react.AuspexProvider,
          { client: client() },
          createElement(Suspense, { fallback: null }, children),
        ),
      ),
    ),
})
const answering = () => serve((_request, response) => sendJson(response, 200, { ok: true }))

describe('in StrictMode, which mounts everything twice', () => {
  test('a query sends one request', async () => {
    const server = await answering()
    const client = createClient({ baseUrl: server.url })
    const { result } = renderHook(
      () => react.useGetMe(),
      within(() => client),
    )
    await waitFor(() => expect(result.current.data).toEqual({ ok: true }))
    expect(server.requests).toHaveLength(1)
  })

  test('a suspended query sends one request', async () => {
    const server = await answering()
    const client = createClient({ baseUrl: server.url })
    const { result } = renderHook(
      () => react.useGetMeSuspense(),
      within(() => client),
    )
    await waitFor(() => expect(result.current?.data).toEqual({ ok: true }))
    expect(server.requests).toHaveLength(1)
  })

  test('a list sends one request per page', async () => {
    const server = await serve(({ url }, response) => {
      const page = Number(new URL(url ?? '', 'http://x').searchParams.get('page') ?? 1)
      sendJson(response, 200, {
        items: [page],
        page: { page, perPage: 1, total: 2, totalPages: 2, nextCursor: null },
      })
    })
    const client = createClient({ baseUrl: server.url })
    const { result } = renderHook(
      () => react.useListInboxInfinite({}),
      within(() => client),
    )
    await waitFor(() => expect(result.current.data?.pages).toHaveLength(1))
    await act(() => result.current.fetchNextPage())
    expect(server.requests).toHaveLength(2)
  })

  test('a mutation writes once', async () => {
    const server = await answering()
    const client = createClient({ baseUrl: server.url })
    const { result } = renderHook(
      () => react.useSaveRecentSearch(),
      within(() => client),
    )
    await act(() => result.current.mutateAsync({ data: { query_term: 'oat' } }))
    expect(server.requests.map(({ method }) => method)).toEqual(['POST'])
  })

  test('a component that remounts during its request gets the data', async () => {
    const server = await answering()
    const client = createClient({ baseUrl: server.url })
    const queries = new QueryClient()
    const first = renderHook(
      () => react.useGetMe(),
      within(() => client, queries),
    )
    first.unmount()
    const { result } = renderHook(
      () => react.useGetMe(),
      within(() => client, queries),
    )
    await waitFor(() => expect(result.current.data).toEqual({ ok: true }))
    expect(result.current.error).toBeNull()
  })

  test('a client created in each render sends one request each at most, and never shows data of another client', async () => {
    const server = await answering()
    let made = 0
    const wrapped = within(() => createClient({ baseUrl: server.url, id: `c${(made += 1)}` }))
    const { result } = renderHook(() => react.useGetMe(), wrapped)
    await waitFor(() => expect(result.current.data).toEqual({ ok: true }))
    expect(server.requests.length).toBeLessThanOrEqual(made)
  })

  test('a stream of an undone effect is closed, and the second run reads all events', async () => {
    const server = await startEventServer(({ response }) => {
      openEvents(response)
      response.end(eventText(1, { type: 'text-delta', delta: 'Oat' }) + eventText(2, { type: 'run-end' }))
    })
    const client = createClient({ baseUrl: server.url, assistantUrl: server.url })
    const useTypes = (): readonly string[] => {
      const [types, setTypes] = useState<readonly string[]>([])
      useEffect(() => {
        const stopping = new AbortController()
        const read = async (): Promise<void> => {
          for await (const { type } of streamZeusReply({ message: 'Why?' }, { client, signal: stopping.signal }))
            setTypes((before) => [...before, type])
        }
        // The run that was undone ends with its abort.
        read().catch(() => undefined)
        return () => stopping.abort()
      }, [])
      return types
    }
    const { result } = renderHook(
      useTypes,
      within(() => client),
    )
    await waitFor(() => expect(result.current).toEqual(['text-delta', 'run-end']))
    await server.idle()
    expect(server.sockets.size).toBe(0)
    await server.close()
  })
})
