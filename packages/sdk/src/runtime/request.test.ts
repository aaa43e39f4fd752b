import { afterEach, describe, expect, test } from 'vitest'
import {
  createClient,
  DataTooSparseError,
  getMe,
  getStatus,
  InvalidError,
  NetworkError,
  NotFoundError,
  ProductError,
  RateLimitedError,
  ServerError,
  TimeoutError,
  topicQuery,
  UnauthenticatedError,
  AbortedError,
  DecodeError,
  getSignalReport,
} from '../index.ts'
import { type LocalServer, problem, sendJson, startServer } from '../testing/server.ts'

const open: LocalServer[] = []
const serve = async (...args: Parameters<typeof startServer>): Promise<LocalServer> => {
  const server = await startServer(...args)
  open.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

const failure = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('the call should fail'),
    (error: unknown) => error,
  )

describe('tokens', () => {
  test("two clients in one process never send each other's token", async () => {
    let crossed = 0
    const server = await serve((request, response) => {
      if (request.headers.authorization !== `Bearer ${String(request.headers['x-who'])}`) crossed += 1
      sendJson(response, 200, {})
    })
    const clients = ['ada', 'bob'].map((name) => ({
      name,
      client: createClient({ baseUrl: server.url, auth: { getToken: () => name } }),
    }))
    await Promise.all(
      Array.from({ length: 20 }, () =>
        clients.map(({ name, client }) => getMe({ client, headers: { 'x-who': name } })),
      ).flat(),
    )
    expect({ calls: server.requests.length, crossed }).toEqual({ calls: 40, crossed: 0 })
  })

  test('fifty calls that are refused at once refresh the token once and then succeed', async () => {
    let current = 'old'
    let refreshes = 0
    const server = await serve((request, response) =>
      request.headers.authorization === 'Bearer new'
        ? sendJson(response, 200, { ok: true })
        : sendJson(response, 401, problem(401, 'identity.unauthenticated')),
    )
    const client = createClient({
      baseUrl: server.url,
      auth: {
        getToken: () => current,
        refresh: async () => {
          refreshes += 1
          current = await Promise.resolve('new')
          return current
        },
      },
    })
    await Promise.all(Array.from({ length: 50 }, () => getMe({ client })))
    expect(refreshes).toBe(1)
  })

  test('a token that stays refused is refreshed once, then the app is told and the call fails', async () => {
    let told = 0
    const server = await serve((_request, response) =>
      sendJson(response, 401, problem(401, 'identity.unauthenticated')),
    )
    const client = createClient({
      baseUrl: server.url,
      auth: { getToken: () => 'a', refresh: async () => 'b', onUnauthorized: () => (told += 1) },
    })
    expect(await failure(getMe({ client }))).toBeInstanceOf(UnauthenticatedError)
    expect(server.requests.map(({ token }) => token)).toEqual(['a', 'b'])
    expect(told).toBe(1)
  })
})

describe('retries', () => {
  const fastClient = (baseUrl: string) => createClient({ baseUrl, retry: 2 })

  test('a failing read is tried three times in all', { timeout: 20_000 }, async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 503, problem(503, 'request.failed'), { 'retry-after': '0' }),
    )
    expect(await failure(getStatus({ client: fastClient(server.url) }))).toBeInstanceOf(ServerError)
    expect(server.requests).toHaveLength(3)
  })

  test(
    'a failing write is tried once, and three times when it carries an idempotency key',
    { timeout: 20_000 },
    async () => {
      const server = await serve((_request, response) =>
        sendJson(response, 503, problem(503, 'request.failed'), { 'retry-after': '0' }),
      )
      await failure(topicQuery({ query_term: 'oat milk' }, { client: fastClient(server.url) }))
      expect(server.requests).toHaveLength(1)
      await failure(
        topicQuery(
          { query_term: 'oat milk' },
          { client: fastClient(server.url), headers: { 'idempotency-key': 'k1' } },
        ),
      )
      expect(server.requests).toHaveLength(4)
    },
  )

  test('a refusal that will not change is not tried again', async () => {
    const server = await serve((_request, response) => sendJson(response, 404, problem(404, 'signals.not_found')))
    expect(await failure(getSignalReport('sig_k2m4p6q8', {}, { client: fastClient(server.url) }))).toBeInstanceOf(
      NotFoundError,
    )
    expect(server.requests).toHaveLength(1)
  })
})

describe('errors', () => {
  test('a problem arrives with its code, request id, wait and the sentence of the contract', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 429, problem(429, 'request.rate_limited'), { 'retry-after': '7' }),
    )
    const error = await failure(topicQuery({ query_term: 'x' }, { client: createClient({ baseUrl: server.url }) }))
    expect(error).toBeInstanceOf(RateLimitedError)
    expect(error).toMatchObject({
      code: 'request.rate_limited',
      requestId: 'r-1',
      retryAfter: 7,
      isRetryable: true,
      operation: 'topicQuery',
      productMessage: 'Error while searching trends',
    })
  })

  test('places that do not match the contract are listed', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 422, {
        ...problem(422, 'request.invalid'),
        errors: [{ in: 'body', pointer: '/query_term', message: 'too long' }],
      }),
    )
    const error = await failure(topicQuery({ query_term: 'x' }, { client: createClient({ baseUrl: server.url }) }))
    expect(error).toBeInstanceOf(InvalidError)
    expect((error as InvalidError).problem?.errors?.[0]?.pointer).toBe('/query_term')
  })

  test.each([{ message: 'error' }, { error: true }, { error: 'it broke' }])(
    'a success whose body says %o fails with the product message',
    async (body) => {
      const server = await serve((_request, response) => sendJson(response, 200, body))
      const error = await failure(getMe({ client: createClient({ baseUrl: server.url }) }))
      expect(error).toBeInstanceOf(ProductError)
      expect((error as Error).message).toBe('Error while loading profile')
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

  test(
    'a web page instead of an answer, a broken body, a dead server, a late one and a stopped call are told apart',
    { timeout: 20_000 },
    async () => {
      const page = await serve((_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      )
      expect(await failure(getMe({ client: createClient({ baseUrl: page.url }) }))).toBeInstanceOf(DecodeError)
      const broken = await serve((_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
      )
      expect(await failure(getMe({ client: createClient({ baseUrl: broken.url }) }))).toBeInstanceOf(DecodeError)
      const silent = await serve(() => undefined)
      expect(await failure(getMe({ client: createClient({ baseUrl: silent.url }), timeout: 50 }))).toBeInstanceOf(
        TimeoutError,
      )
      expect(
        await failure(getMe({ client: createClient({ baseUrl: silent.url }), signal: AbortSignal.timeout(50) })),
      ).toBeInstanceOf(AbortedError)
      const gone = await startServer(() => undefined)
      await gone.close()
      expect(await failure(getMe({ client: createClient({ baseUrl: gone.url, retry: false }) }))).toBeInstanceOf(
        NetworkError,
      )
    },
  )
})

describe('logging', () => {
  test('the log of a call has its request id and status, and neither query nor token', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, {}))
    const calls: object[] = []
    const client = createClient({
      baseUrl: server.url,
      auth: { getToken: () => 'secret-token' },
      logger: (call) => calls.push(call),
    })
    await getSignalReport('sig_k2m4p6q8', { entity: 'private words' }, { client })
    expect(calls).toMatchObject([
      { operation: 'getSignalReport', status: 200, requestId: server.requests[0]?.requestId },
    ])
    expect(JSON.stringify(calls)).not.toMatch(/secret-token|private/)
  })
})
