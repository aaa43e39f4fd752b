import { describe, expect, test } from 'vitest'
import {
  createClient,
  createPortfolio,
  DecodeError,
  getMe,
  NetworkError,
  saveRecentSearch,
  streamZeusReply,
} from '../index.ts'
import { fetchWithProgress } from '../uploads.ts'
import { failure, type LocalServer, sendJson, serve } from '../testing/server.ts'

const statuses = [301, 302, 303, 307, 308]
const clock = { sleep: async () => undefined }
const auth = { getToken: () => 'secret' }

const answering = () => serve((_request, response) => sendJson(response, 200, { ok: true }))
/** A server that redirects every request to another one, to the same path. */
const sendingTo = (other: LocalServer, status: number) =>
  serve(({ url }, response) => response.writeHead(status, { location: other.url.replace('/api', '') + url }).end())

describe('a redirect', () => {
  test.each(statuses)('of a read by %i is followed', async (status) => {
    const home = await answering()
    const server = await sendingTo(home, status)
    expect(await getMe({ client: createClient({ baseUrl: server.url, auth }) })).toEqual({ ok: true })
    expect(home.requests).toMatchObject([{ method: 'GET', path: '/api/users/me' }])
  })

  test('to another origin drops the token', async () => {
    const stranger = await answering()
    const server = await sendingTo(stranger, 302)
    await getMe({ client: createClient({ baseUrl: server.url, auth }) })
    expect(server.requests.map(({ token }) => token)).toEqual(['secret'])
    expect(stranger.requests.map(({ token }) => token)).toEqual([undefined])
  })

  test('within one origin keeps the token', async () => {
    const server = await serve(({ url }, response) =>
      url?.startsWith('/api/v2/')
        ? sendJson(response, 200, { ok: true })
        : response.writeHead(308, { location: '/api/v2/users/me' }).end(),
    )
    await getMe({ client: createClient({ baseUrl: server.url, auth }) })
    expect(server.requests.map(({ token }) => token)).toEqual(['secret', 'secret'])
  })

  test('in a circle fails as a connection error', async () => {
    const server = await serve(({ url }, response) => response.writeHead(302, { location: url }).end())
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url, retry: false }) }))
    expect(error).toBeInstanceOf(NetworkError)
  })

  test('to nowhere fails with its status', async () => {
    const server = await serve((_request, response) => response.writeHead(302).end())
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url, clock }) }))
    expect(error).toMatchObject({ name: 'ApiError', status: 302 })
    expect(server.requests).toHaveLength(1)
  })

  test('to a sign-in page is no data', async () => {
    const server = await serve(({ url }, response) =>
      url === '/login'
        ? response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
        : response.writeHead(302, { location: '/login' }).end(),
    )
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url }) }))
    expect(error).toBeInstanceOf(DecodeError)
    expect(error).toMatchObject({ contentType: 'text/html', status: 200 })
  })

  test.each(statuses)('of a write by %i is not followed, and the error says why', async (status) => {
    const stranger = await answering()
    const server = await sendingTo(stranger, status)
    const client = createClient({ baseUrl: server.url, auth, clock })
    const error = await failure(saveRecentSearch({ query_term: 'oat' }, { client }))
    expect(error).toMatchObject({ name: 'ApiError', status, isRetryable: false })
    expect((error as Error).message).toBe(
      `saveRecentSearch failed with ${status} (a redirect to ${stranger.url.replace('/api', '')}${server.requests[0]?.path}, which only a read follows: see baseUrl)`,
    )
    expect([server.requests.length, stranger.requests.length]).toEqual([1, 0])
  })

  test('of a write is followed when enabled', async () => {
    const home = await answering()
    const server = await sendingTo(home, 307)
    const client = createClient({ baseUrl: server.url })
    expect(await saveRecentSearch({ query_term: 'oat' }, { client, redirect: 'follow' })).toEqual({ ok: true })
    expect(home.requests.map(({ method }) => method)).toEqual(['POST'])
  })

  test('of a write that a browser hides is still reported', async () => {
    // Browsers return status 0 for a redirect that is not followed, which only they can create.
    const hidden = Object.defineProperty(new Response(null), 'status', { value: 0 })
    const opaque = Object.defineProperty(hidden, 'ok', { value: false })
    const client = createClient({ baseUrl: 'https://auspex.test/api', fetch: async () => opaque, clock })
    const error = await failure(saveRecentSearch({ query_term: 'oat' }, { client }))
    expect((error as Error).message).toContain('a redirect: see baseUrl')
  })

  test('of an upload with progress is not followed', async () => {
    const stranger = await answering()
    const server = await sendingTo(stranger, 302)
    const file = new File([new Uint8Array(100_000)], 'cover.png', { type: 'image/png' })
    const client = createClient({ baseUrl: server.url })
    const fetch = fetchWithProgress(() => undefined)
    expect(await failure(createPortfolio({ title: 'Oat drinks', file }, { client, fetch }))).toMatchObject({
      status: 302,
    })
    expect(stranger.requests).toHaveLength(0)
  })

  test('of a stream is not followed', async () => {
    const stranger = await answering()
    const server = await sendingTo(stranger, 302)
    const client = createClient({ baseUrl: server.url, assistantUrl: server.url, auth })
    const error = await failure(streamZeusReply({ message: 'Why?' }, { client }).next())
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 302,
      message: expect.stringMatching(/a redirect to http.*: see assistantUrl/),
    })
    expect(stranger.requests).toHaveLength(0)
  })
})
