// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as own from '../index.ts'
import * as react from '../react.ts'
import { eventText, openEvents } from '../runtime/streaming/testing/event-server.ts'
import { failure, problem, sendJson, serve } from '../testing/server.ts'

let other: typeof own
beforeAll(async () => {
  vi.resetModules()
  other = await import('../index.ts')
})
afterEach(cleanup)

const answering = () => serve((_request, response) => sendJson(response, 200, { ok: true }))
const refusing = () => serve((_request, response) => sendJson(response, 404, problem(404, 'x.not_found')))

describe('two copies of the package in one process', () => {
  test('have different classes', async () => {
    const error = await failure(other.getMe())
    expect(error).toBeInstanceOf(other.AuspexError)
    expect(error).not.toBeInstanceOf(own.AuspexError)
  })

  test.each(['a refusal', 'a dead server', 'a call without a client'])(
    'recognize each other’s errors: %s',
    async (kind) => {
      const server = await refusing()
      const baseUrl = kind === 'a dead server' ? 'http://127.0.0.1:1' : server.url
      const client = kind === 'a call without a client' ? undefined : other.createClient({ baseUrl, retry: false })
      const error = await failure(other.getMe(client && { client }))
      expect(own.isAuspexError(error)).toBe(true)
      expect(own.isAuspexError(error) && error.name).toBe(
        { 'a refusal': 'NotFoundError', 'a dead server': 'NetworkError' }[kind] ?? 'AuspexError',
      )
    },
  )

  test('use each other’s clients, with their tokens and retries', async () => {
    const server = await serve((_request, response, count) =>
      sendJson(response, count === 1 ? 503 : 200, { ok: true }, { 'retry-after': '0' }),
    )
    const client = own.createClient({ baseUrl: server.url, auth: { getToken: () => 't' } })
    expect(await other.getMe({ client })).toEqual({ ok: true })
    expect(server.requests.map(({ token }) => token)).toEqual(['t', 't'])
  })

  test('read each other’s lists and streams', async () => {
    const server = await serve(({ url }, response) => {
      if (!url?.includes('zeus'))
        return sendJson(response, 200, {
          items: [1],
          page: { page: 1, perPage: 1, total: 1, totalPages: 1, nextCursor: null },
        })
      openEvents(response)
      return response.end(eventText(1, { type: 'run-end' }))
    })
    const client = own.createClient({ baseUrl: server.url, assistantUrl: server.url })
    expect(await own.paginate(other.listInbox, {}, { client }).toArray({ limit: 5 })).toEqual([1])
    expect(await other.streamZeusReply({ message: 'Why?' }, { client }).next()).toMatchObject({
      value: { type: 'run-end' },
    })
  })

  test('share one cache, whose keys depend on the client and not the copy', async () => {
    const server = await answering()
    const otherReact = await import('../react.ts')
    const client = own.createClient({ baseUrl: server.url })
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    await queries.fetchQuery(react.getMeQueryOptions({ request: { client } }))
    await queries.fetchQuery(otherReact.getMeQueryOptions({ request: { client } }))
    expect(server.requests).toHaveLength(1)
  })

  test('have two providers, and a hook of the other copy says what is missing', async () => {
    const otherReact = await import('../react.ts')
    const client = own.createClient({ baseUrl: 'http://127.0.0.1:1' })
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(
        QueryClientProvider,
        { client: new QueryClient() },
        createElement(react.AuspexProvider, { client }, children),
      )
    const { result } = renderHook(() => otherReact.useGetMe(), { wrapper })
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(result.current.error?.message).toContain('Pass { client')
  })
})
