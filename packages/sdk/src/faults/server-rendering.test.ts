import {
  dehydrate,
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { createElement, type ReactElement, type ReactNode, Suspense } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { AssistantProvider } from '../assistant.ts'
import { type AuspexClient, createClient } from '../index.ts'
import * as react from '../react.ts'
import { problem, sendJson, serve } from '../testing/server.ts'

const serveNames = () =>
  serve((request, response) => sendJson(response, 200, { email: request.headers.authorization ?? 'nobody' }))
const Name = (): ReactNode => {
  const { data, isPending } = react.useGetMe()
  // This server's response is not a profile.
  return isPending ? 'waiting' : (data as unknown as { email: string }).email
}
const SuspendedName = (): ReactNode => (react.useGetMeSuspense().data as unknown as { email: string }).email

const page = (client: AuspexClient, queries: QueryClient, child: ReactNode = createElement(Name)): ReactElement =>
  createElement(
    QueryClientProvider,
    { client: queries },
    createElement(react.AuspexProvider, { client }, createElement(Suspense, { fallback: 'waiting' }, child)),
  )

const renderStream = (element: ReactElement): Promise<string> =>
  new Promise((resolve, reject) => {
    let html = ''
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        html += String(chunk)
        done()
      },
      final: (done) => {
        done()
        resolve(html)
      },
    })
    const { pipe } = renderToPipeableStream(element, { onAllReady: () => pipe(sink), onError: reject })
  })

describe('on a server', () => {
  test('a page renders without data, and sends no request', async () => {
    const server = await serveNames()
    const html = renderToString(page(createClient({ baseUrl: server.url }), new QueryClient()))
    expect(html).toContain('waiting')
    expect(server.requests).toHaveLength(0)
  })

  test('data fetched before rendering is rendered, and hydrated without another request', async () => {
    const server = await serveNames()
    const client = createClient({ baseUrl: server.url, id: 'ada', auth: { getToken: () => 'a' } })
    const queries = new QueryClient()
    await queries.prefetchQuery(react.getMeQueryOptions({ request: { client } }))
    expect(renderToString(page(client, queries))).toContain('Bearer a')
    // The page contains the state as JSON.
    const state = JSON.parse(JSON.stringify(dehydrate(queries))) as DehydratedState
    const inBrowser = createClient({ baseUrl: server.url, id: 'ada' })
    const hydrated = createElement(HydrationBoundary, { state }, createElement(Name))
    expect(renderToString(page(inBrowser, new QueryClient(), hydrated))).toContain('Bearer a')
    expect(server.requests).toHaveLength(1)
  })

  test('data fetched for one user is not rendered for another', async () => {
    const server = await serveNames()
    const queries = new QueryClient()
    const ada = createClient({ baseUrl: server.url, auth: { getToken: () => 'a' } })
    await queries.prefetchQuery(react.getMeQueryOptions({ request: { client: ada } }))
    const bob = createClient({ baseUrl: server.url, auth: { getToken: () => 'b' } })
    expect(renderToString(page(bob, queries))).not.toContain('Bearer a')
  })

  test('a failed fetch is not hydrated, and the page still renders', async () => {
    const server = await serve((_request, response) => sendJson(response, 404, problem(404, 'x.not_found')))
    const client = createClient({ baseUrl: server.url, id: 'ada' })
    const queries = new QueryClient()
    await queries.prefetchQuery(react.getMeQueryOptions({ request: { client } }))
    expect(dehydrate(queries).queries).toEqual([])
    expect(renderToString(page(client, new QueryClient()))).toContain('waiting')
  })

  test('a streamed page waits for suspended data, and requests it once', async () => {
    const server = await serveNames()
    const client = createClient({ baseUrl: server.url, auth: { getToken: () => 'a' } })
    expect(await renderStream(page(client, new QueryClient(), createElement(SuspendedName)))).toContain('Bearer a')
    expect(server.requests).toHaveLength(1)
  })

  test('forty pages rendered concurrently for forty users each show the right name', async () => {
    const server = await serveNames()
    const pages = await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const client = createClient({ baseUrl: server.url, auth: { getToken: () => `person-${n}.` } })
        return renderStream(page(client, new QueryClient(), createElement(SuspendedName)))
      }),
    )
    pages.forEach((html, n) => expect(html).toContain(`Bearer person-${n}.`))
  })

  test('a hook outside its provider fails by name instead of calling without a client', async () => {
    const queries = new QueryClient()
    await queries.prefetchQuery(react.getMeQueryOptions())
    expect(queries.getQueryState(react.getMeQueryKey(undefined))?.error?.message).toContain('Pass { client')
  })

  test('the provider of Zeus renders, and sends no request', async () => {
    const server = await serveNames()
    const client = createClient({ baseUrl: server.url })
    const props = { client, runtimeUrl: `${server.url}/assistant` }
    expect(renderToString(createElement(AssistantProvider, props, 'page'))).toContain('page')
    expect(server.requests).toHaveLength(0)
  })
})
