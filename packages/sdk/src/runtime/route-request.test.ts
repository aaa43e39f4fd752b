import { describe, expect, test } from 'vitest'
import { createClient, type Project, request } from '../index.ts'
import { failure, serve } from '../testing/open-servers.ts'
import { problem, sendJson } from '../testing/server.ts'

const answering = () => serve((_request, response) => sendJson(response, 200, { ok: true }))

describe('calls by method and path', () => {
  test('a known route is typed, and sent as its function sends it', async () => {
    const server = await answering()
    const client = createClient({ baseUrl: server.url, auth: { getToken: () => 't' } })
    const project: Project = await request('GET /project/{id}', { path: { id: 'pj a/b' }, client })
    expect(project).toEqual({ ok: true })
    await request('GET /users/inbox-list', { query: { perPage: 5 }, client })
    expect(server.requests).toMatchObject([
      { method: 'GET', path: '/api/project/pj%20a%2Fb', token: 't' },
      { method: 'GET', path: '/api/users/inbox-list?perPage=5', token: 't' },
    ])
  })

  test('what the contract forbids of a known route does not compile', async () => {
    const client = createClient({
      baseUrl: 'http://127.0.0.1:1/api',
      retry: false,
      fetch: async () => Response.json({}),
    })
    // @ts-expect-error a project has an id
    expect(await failure(request('GET /project/{id}', { client }))).toMatchObject({ name: 'AuspexError' })
    // @ts-expect-error no such parameter
    await request('GET /users/inbox-list', { query: { colour: 'red' }, client })
    // @ts-expect-error what it answers is no text
    const name: string = await request('GET /users/me', { client })
    expect(name).toEqual({})
  })

  test('a route that the contract does not know answers what has to be checked first', async () => {
    const server = await answering()
    const client = createClient({ baseUrl: server.url })
    const answer: unknown = await request('POST /next/thing', { json: { a: 1 }, client })
    expect(answer).toEqual({ ok: true })
    const { response } = await request('GET /next/thing', { client }).withResponse()
    expect(response.status).toBe(200)
  })

  test('a write is repeated with a key of the caller alone, and a failure is that of any call', async () => {
    const server = await serve((_request, response) => sendJson(response, 503, problem(503, 'request.failed')))
    const clock = { sleep: async () => undefined }
    const client = createClient({ baseUrl: server.url, clock })
    const error = await failure(request('POST /next/thing', { client }))
    expect(error).toMatchObject({ name: 'UnavailableError', operation: null, code: 'request.failed' })
    expect(server.requests).toHaveLength(1)
    await failure(request('POST /next/thing', { client, idempotencyKey: 'k1' }))
    expect(server.requests).toHaveLength(4)
  })
})
