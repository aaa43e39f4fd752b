import { describe, expect, test } from 'vitest'
import {
  AbortedError,
  ApiError,
  AuspexError,
  autocompleteTerm,
  type CallLog,
  createClient,
  DataTooSparseError,
  DecodeError,
  getMe,
  getSharedItem,
  getSignalReport,
  getSignalSection,
  listActivity,
  NetworkError,
  ProductError,
  ServerError,
  topicQuery,
} from '../index.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { failure, problem, sendJson, serve, startServer } from '../testing/server.ts'
import { request as call } from './request.ts'

describe('responses', () => {
  test('withResponse gives the data, the response and the request id of the server', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 200, { email: 'ada@example.com' }, { 'x-request-id': 'r-9', 'x-total': '1' }),
    )
    const client = createClient({ baseUrl: server.url })
    const { data, response, requestId } = await getMe({ client }).withResponse()
    expect(data).toEqual({ email: 'ada@example.com' })
    expect({ status: response.status, total: response.headers.get('x-total'), requestId }).toEqual({
      status: 200,
      total: '1',
      requestId: 'r-9',
    })
    expect(server.requests).toHaveLength(1)
  })

  test('a failure awaited through withResponse is not reported as unhandled', async () => {
    const server = await serve((_request, response) => sendJson(response, 404, problem(404, 'x.not_found')))
    const unhandled: unknown[] = []
    const note = (error: unknown): void => void unhandled.push(error)
    process.on('unhandledRejection', note)
    const asked = getMe({ client: createClient({ baseUrl: server.url }) })
    expect(await failure(asked.withResponse())).toBeInstanceOf(ApiError)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})

describe('failures', () => {
  test.each([
    [{ message: 'error' }, 'Error while loading profile'],
    [{ error: true }, 'Error while loading profile'],
    [{ error: 'it broke' }, 'Error while loading profile'],
    [{ error: { code: 1 } }, 'Error while loading profile'],
    [{ message: 'These do not overlap', error: true, display: true }, 'These do not overlap'],
    [{ message: 'error', error: 'No prices', display: false }, 'No prices'],
    [{ message: 'error', display: true }, 'Error while loading profile'],
  ])('a success whose body says %o fails with %j', async (body, message) => {
    const server = await serve((_request, response) => sendJson(response, 200, body))
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url }) }))
    expect(error).toBeInstanceOf(ProductError)
    expect(error).toMatchObject({
      message,
      code: 'product.error',
      status: 200,
      isRetryable: false,
      body,
      display: 'display' in body ? body.display : null,
    })
  })

  test.each([{ error: false }, { error: null }, { error: '' }, { message: 'errors' }])(
    'the body %o is no failure',
    async (body) => {
      const server = await serve((_request, response) => sendJson(response, 200, body))
      expect(await getMe({ client: createClient({ baseUrl: server.url }) })).toEqual(body)
    },
  )

  test('a search with too few documents fails as data-too-sparse and keeps the suggestions', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 200, { message: 'data-too-sparse', suggestions: ['Use a wider term'] }),
    )
    const error = await failure(topicQuery({ query_term: 'x' }, { client: createClient({ baseUrl: server.url }) }))
    expect(error).toBeInstanceOf(DataTooSparseError)
    expect(error).toMatchObject({ code: 'data-too-sparse', body: { suggestions: ['Use a wider term'] } })
  })

  test('a web page, an invalid body, an unreachable server and an aborted call are different errors', async () => {
    const page = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    )
    expect(await failure(getMe({ client: createClient({ baseUrl: page.url }) }))).toBeInstanceOf(DecodeError)
    const broken = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
    )
    expect(await failure(getMe({ client: createClient({ baseUrl: broken.url }) }))).toBeInstanceOf(DecodeError)
    const stopping = new AbortController()
    // A signal that aborts with its own timeout error still counts as the caller's abort.
    const silent = await serve(() => stopping.abort(new DOMException('The time is over', 'TimeoutError')))
    const client = createClient({ baseUrl: silent.url })
    expect(await failure(getMe({ client, signal: stopping.signal }))).toBeInstanceOf(AbortedError)
    expect(await failure(getMe({ client, signal: AbortSignal.abort() }))).toBeInstanceOf(AbortedError)
    expect(silent.requests).toHaveLength(1)
    const stoppedServer = await startServer(() => undefined)
    await stoppedServer.close()
    const error = await failure(getMe({ client: createClient({ baseUrl: stoppedServer.url, retry: false }) }))
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ isRetryable: true, status: null, operation: 'getMe' })
  })

  test('an error page of a proxy keeps the status', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    )
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url, retry: false }) }))
    expect(error).toBeInstanceOf(ServerError)
    expect(error).toMatchObject({ status: 502, code: 'http.502', problem: null, requestId: expect.any(String) })
  })

  test('a call without a client, with an invalid address or to an unconfigured service is not sent', async () => {
    for (const asked of [
      getMe(),
      getMe({ client: createClient({ baseUrl: '/api' }) }),
      call('/me', { client: createClient({ baseUrl: 'http://127.0.0.1:1' }) }, 'getMe', { service: 'assistant' }),
    ])
      expect(await failure(asked)).toMatchObject({ name: 'AuspexError', isRetryable: false, operation: 'getMe' })
  })

  test.each(['', '.', '..'])('the id %j, which would match another operation, is not sent', async (id) => {
    const server = await serve((_request, response) => sendJson(response, 200, {}))
    const client = createClient({ baseUrl: server.url })
    const refused = await failure(getSignalSection(id, 'tone', {}, { client }))
    expect(refused).toBeInstanceOf(AuspexError)
    expect(String(refused)).toContain('getSignalSection needs ')
    expect(server.requests).toHaveLength(0)
  })

  test('an id cannot escape its path segment', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, {}))
    await getSignalReport('a/../b', {}, { client: createClient({ baseUrl: server.url }) })
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/signal/json/a%2F..%2Fb'])
  })
})

describe('logger and hooks', () => {
  test('the log of a call contains neither token nor body nor query values', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, { answer: 'private-answer' }))
    const calls: CallLog[] = []
    const client = createClient({
      baseUrl: server.url,
      auth: { getToken: () => 'secret-token' },
      logger: (log) => calls.push(log),
      clock: createFakeClock(),
    })
    await getSignalReport('sig_k2m4p6q8', { entity: 'private words' }, { client })
    await listActivity({ searchTerm: 'private&term=x', userId: 'usr_private' }, { client })
    await topicQuery({ query_term: 'private topic' }, { client })
    await autocompleteTerm('private term', { client })
    await getSharedItem('secret-share-token', { client })
    expect(calls).toMatchObject([
      {
        operation: 'getSignalReport',
        method: 'GET',
        url: '/signal/json/sig_k2m4p6q8?entity=…',
        status: 200,
        attempt: 0,
      },
      { url: '/activity?searchTerm=…&userId=…' },
      { operation: 'topicQuery', method: 'POST', error: null, durationMs: 0 },
      { url: '/autocomplete/{term}' },
      { url: '/sharedItems/{token}' },
    ])
    expect(calls.map(({ requestId }) => requestId)).toEqual(server.requests.map(({ requestId }) => requestId))
    expect(JSON.stringify(calls)).not.toMatch(/secret|private/)
  })

  test('the log of a failure has the number of attempts and its kind, not the text of the server', async () => {
    const body = { ...problem(503, 'request.failed'), detail: 'secret detail' }
    const server = await serve((_request, response) => sendJson(response, 503, body))
    const calls: CallLog[] = []
    const client = createClient({ baseUrl: server.url, clock: createFakeClock(), logger: (log) => calls.push(log) })
    await failure(getMe({ client }))
    expect(calls).toMatchObject([{ status: 503, attempt: 2, error: 'UnavailableError', durationMs: 3750 }])
    expect(JSON.stringify(calls)).not.toContain('secret')
  })

  test('hooks are called for each step of a call in order, and may add headers', async () => {
    const server = await serve((request, response, count) =>
      sendJson(response, count === 1 ? 503 : 404, problem(404, `x.${String(request.headers['x-trace'])}`)),
    )
    const turns: string[] = []
    const client = createClient({
      baseUrl: server.url,
      clock: createFakeClock(),
      hooks: {
        beforeRequest: async ({ headers, attempt, operation }) => {
          headers.set('x-trace', `t${attempt}`)
          turns.push(`before ${operation} ${attempt}`)
        },
        afterResponse: async ({ response }) => void turns.push(`after ${response.status}`),
        onRetry: ({ error, delayMs }) => void turns.push(`retry ${error.status} in ${delayMs}`),
        onError: ({ error }) => void turns.push(`error ${(error as ApiError).code}`),
      },
    })
    await failure(getMe({ client }))
    expect(turns).toEqual([
      'before getMe 0',
      'after 503',
      'retry 503 in 1250',
      'before getMe 1',
      'after 404',
      'error x.t1',
    ])
  })

  test('a fetch that must not be called as a method, as in browsers, is called without a receiver', async () => {
    const called: unknown[] = []
    const fetch = async function (this: unknown): Promise<Response> {
      called.push(this)
      return Response.json({})
    }
    await getMe({ client: createClient({ baseUrl: 'https://auspex.example/api', fetch }) })
    expect(called).toEqual([undefined])
  })

  test('fetch can be replaced for a client and for one call', async () => {
    const asked: string[] = []
    const fetchAs =
      (name: string): typeof fetch =>
      async (input) => {
        asked.push(`${name} ${new Request(input).url}`)
        return Response.json({})
      }
    const client = createClient({ baseUrl: 'https://auspex.example/api/', fetch: fetchAs('client') })
    await getMe({ client })
    await getMe({ client, fetch: fetchAs('call') })
    expect(asked).toEqual(['client https://auspex.example/api/users/me', 'call https://auspex.example/api/users/me'])
  })
})
