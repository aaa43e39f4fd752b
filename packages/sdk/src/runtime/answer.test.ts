import { describe, expect, test, vi } from 'vitest'
import {
  AuspexError,
  createClient,
  DecodeError,
  deleteProject,
  getMe,
  getProject,
  isAuspexError,
  listActivity,
  NetworkError,
  NotFoundError,
  recordEvent,
  streamZeusReply,
} from '../index.ts'
import { failure, problem, sendJson, serve } from '../testing/server.ts'
import { request } from './request.ts'

describe('invalid responses', () => {
  test.each(['text/plain', 'text/html; charset=utf-8', 'application/octet-stream', 'text/csv'])(
    'a success of type %s is no data, and the error gives the received type',
    async (type) => {
      const server = await serve((_request, response) =>
        response.writeHead(200, { 'content-type': type, 'x-request-id': 'r-7' }).end('"hello"'),
      )
      const error = await failure(getMe({ client: createClient({ baseUrl: server.url }) }))
      expect(error).toBeInstanceOf(DecodeError)
      expect(error).toMatchObject({ status: 200, requestId: 'r-7', contentType: type, operation: 'getMe' })
      expect(error).toMatchObject({
        url: `GET ${server.url}/users/me`,
        message: expect.stringContaining(
          `The answer (200 ${type}) is not what the contract says: GET ${server.url}/users/me`,
        ),
      })
    },
  )

  test('an invalid body keeps the status and the request id of the server', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(201, { 'content-type': 'application/json', 'x-request-id': 'r-8' }).end('{"a":'),
    )
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url }) }))
    expect(error).toBeInstanceOf(DecodeError)
    expect(error).toMatchObject({ status: 201, requestId: 'r-8', contentType: 'application/json' })
  })

  test.each([204, 205])('%i of a write has no body, whatever type a proxy claims', async (status) => {
    const server = await serve((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(),
    )
    const client = createClient({ baseUrl: server.url })
    expect(await request('/thing', { client }, 'deleteThing', { method: 'DELETE' })).toBeNull()
  })

  test('a body that is cut after 200 fails as broken off, although the server was reached', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100', 'x-request-id': 'r-9' })
      response.write('{"a":', () => response.destroy())
    })
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url, retry: false }) }))
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ status: 200, requestId: 'r-9', isRetryable: true })
    expect((error as Error).message).toBe(`The answer broke off: GET ${server.url}/users/me (try again)`)
  })
})

describe('addresses', () => {
  test.each([
    'localhost:4000/api',
    'auspex.example/api',
    'ftp://auspex.example',
    'http://h/api?tenant=1',
    'http://h/api#x',
    '',
  ])('the address %j is refused immediately without a request', async (baseUrl) => {
    let requestCount = 0
    const fetch = async (): Promise<Response> => {
      requestCount += 1
      return Response.json({})
    }
    const error = await failure(getMe({ client: createClient({ baseUrl, fetch }) }))
    expect(error).toMatchObject({ name: 'AuspexError', isRetryable: false })
    expect((error as Error).message).toContain('https://auspex.example/api')
    expect(requestCount).toBe(0)
  })

  test.each(['', '.', '..'])('the id %j at the end of a path is not sent', async (id) => {
    const server = await serve((_request, response) => sendJson(response, 200, {}))
    const client = createClient({ baseUrl: server.url })
    expect(await failure(deleteProject(id, { client }))).toMatchObject({ name: 'AuspexError' })
    expect(await failure(getProject(id, { client }))).toMatchObject({ name: 'AuspexError' })
    expect(server.requests).toHaveLength(0)
  })

  test('a path that ends with a slash in the contract keeps it', async () => {
    const server = await serve((_request, response) => sendJson(response, 201, {}))
    await recordEvent({ event: 'x' } as never, { client: createClient({ baseUrl: server.url }) })
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/events/'])
  })
})

describe('error messages', () => {
  test('contain the operation, the status, the code and the first invalid field', async () => {
    const errors = [
      { in: 'query', pointer: '/perPage', message: 'must be at most 200' },
      { in: 'query', pointer: '/page', message: 'must be a number' },
    ]
    const server = await serve((_request, response) =>
      sendJson(response, 422, { ...problem(422, 'request.invalid'), title: 'The request is not valid', errors }),
    )
    const error = await failure(
      listActivity({ perPage: 9999, searchTerm: 'private' }, { client: createClient({ baseUrl: server.url }) }),
    )
    expect((error as Error).message).toBe(
      'listActivity failed with 422 request.invalid: The request is not valid (query /perPage must be at most 200)',
    )
    expect(error).toMatchObject({
      url: `GET ${server.url}/activity?perPage=…&searchTerm=…`,
      contentType: 'application/problem+json',
      requestId: 'r-1',
      problem: { title: 'The request is not valid' },
    })
  })

  test('contain the advice of the server without a field, and only what is known without a problem', async () => {
    const server = await serve(({ url }, response) =>
      url?.endsWith('/me')
        ? response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>')
        : sendJson(response, 404, { ...problem(404, 'project.not_found'), detail: 'Look at the list of projects.' }),
    )
    const client = createClient({ baseUrl: server.url })
    expect(await failure(getProject('prj_a', { client }))).toMatchObject({
      message:
        'getProject failed with 404 project.not_found: Refused with project.not_found (Look at the list of projects.)',
    })
    expect(await failure(getMe({ client }))).toMatchObject({
      message: 'getMe failed with 404 (this is not the API: add /api to baseUrl, and /assistant to assistantUrl)',
      contentType: 'text/html',
    })
  })

  test('name the field whose fault is the title', async () => {
    const title = 'The last day is before the first day.'
    const errors = [{ in: 'query', pointer: '/to', message: title }]
    const server = await serve((_request, response) =>
      sendJson(response, 422, { ...problem(422, 'signals.query_invalid'), title, errors }),
    )
    expect(await failure(getMe({ client: createClient({ baseUrl: server.url }) }))).toMatchObject({
      message: `getMe failed with 422 signals.query_invalid: ${title} (query /to)`,
    })
  })

  test('name the address that was called: assistantUrl for Zeus', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }))
    const client = createClient({ baseUrl: 'http://a.test/api', assistantUrl: 'http://z.test', fetch, retry: false })
    expect(await failure(getMe({ client }))).toMatchObject({
      message: expect.stringMatching(/runs there, and baseUrl/),
    })
    expect(await failure(streamZeusReply({ message: 'Why?' }, { client }).next())).toMatchObject({
      message: expect.stringMatching(/runs there, and assistantUrl/),
    })
  })

  test('do not send somebody to the network for a mistake in a program', async () => {
    const fetch = () => Promise.reject(new TypeError('Promise.withResolvers is not a function'))
    const client = createClient({ baseUrl: 'http://a.test/api', fetch, retry: false })
    const { message } = (await failure(getMe({ client }))) as Error
    expect(message).toMatch(
      /\(Promise\.withResolvers is not a function: a mistake in what replaces fetch, or too old a runtime for it\)/,
    )
  })

  test('do not repeat the title', async () => {
    const title = 'This idempotency key belongs to another request'
    const errors = [{ in: 'header', pointer: '/idempotency-key', message: title }]
    const server = await serve((_request, response) =>
      sendJson(response, 422, { ...problem(422, 'request.key_reused'), title, detail: 'Send a new key.', errors }),
    )
    expect(await failure(getMe({ client: createClient({ baseUrl: server.url }) }))).toMatchObject({
      message: `getMe failed with 422 request.key_reused: ${title} (header /idempotency-key: Send a new key.)`,
    })
  })

  test('name the missing argument of a call without a client', async () => {
    expect(await failure(getProject('prj_a'))).toMatchObject({
      message: 'Pass { client: createClient({ baseUrl: … }) } as the last argument of getProject',
    })
  })

  test('are recognized across copies of the package', async () => {
    vi.resetModules()
    const other = await import('../index.ts')
    const error = await failure(other.getMe())
    expect(error).not.toBeInstanceOf(AuspexError)
    expect(isAuspexError(error)).toBe(true)
    const server = await serve((_request, response) => sendJson(response, 404, problem(404, 'x.not_found')))
    const ownError = await failure(getMe({ client: createClient({ baseUrl: server.url }) }))
    expect(ownError).toBeInstanceOf(NotFoundError)
    expect(isAuspexError(ownError)).toBe(true)
    expect(other.isAuspexError(ownError)).toBe(true)
    for (const nothing of [null, undefined, 'AuspexError', new Error('x'), { name: 'AuspexError' }])
      expect(isAuspexError(nothing)).toBe(false)
  })
})
