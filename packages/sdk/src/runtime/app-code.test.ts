import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  AbortedError,
  type Auth,
  createClient,
  getMe,
  type Hooks,
  HookError,
  TimeoutError,
  TokenError,
} from '../index.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { failure, problem, sendJson, serve } from '../testing/server.ts'

const forever = (): Promise<never> => new Promise(() => undefined)
const serveRefusals = () =>
  serve((_request, response) => sendJson(response, 401, problem(401, 'identity.unauthenticated')))
const answering = () => serve((_request, response) => sendJson(response, 200, { ok: true }))

/** The callbacks of an app that can keep a call waiting, by name. */
const hanging: readonly (readonly [name: string, auth: Partial<Auth>, hooks: Hooks])[] = [
  ['getToken', { getToken: forever }, {}],
  ['refresh', { refresh: forever }, {}],
  ['beforeRequest', {}, { beforeRequest: forever }],
  ['afterResponse', {}, { afterResponse: forever }],
]

afterEach(() => {
  vi.restoreAllMocks()
})

describe('app code that never ends', () => {
  test.each(hanging)('%s times out with the call, and is named', async (name, auth, hooks) => {
    const server = await serveRefusals()
    const client = createClient({ baseUrl: server.url, auth: { getToken: () => 't', ...auth }, hooks, retry: false })
    const error = await failure(getMe({ client, timeout: 500 }))
    expect(error).toBeInstanceOf(TimeoutError)
    expect((error as Error).message).toBe(`${name} did not end in time`)
  })

  test.each(hanging)('%s ends with the signal of the call', async (_name, auth, hooks) => {
    const server = await serveRefusals()
    const client = createClient({ baseUrl: server.url, auth: { getToken: () => 't', ...auth }, hooks })
    const stopping = new AbortController()
    setImmediate(() => stopping.abort())
    expect(await failure(getMe({ client, signal: stopping.signal }))).toBeInstanceOf(AbortedError)
  })

  test('a call whose signal has aborted requests no token', async () => {
    const getToken = vi.fn(() => 't')
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', auth: { getToken } })
    expect(await failure(getMe({ client, signal: AbortSignal.abort() }))).toBeInstanceOf(AbortedError)
    expect(getToken).not.toHaveBeenCalled()
  })

  test('onError does not delay the failure of a call', async () => {
    const server = await serveRefusals()
    const client = createClient({ baseUrl: server.url, hooks: { onError: forever } })
    vi.spyOn(console, 'error').mockReturnValue()
    expect(await failure(getMe({ client, timeout: 500 }))).toMatchObject({ name: 'UnauthenticatedError' })
  })
})

describe('app code that throws', () => {
  test.each(['beforeRequest', 'afterResponse', 'onRetry'] as const)(
    'an error from %s is the cause of a HookError, without a retry',
    async (turn) => {
      const server = await serve((_request, response) =>
        sendJson(response, turn === 'onRetry' ? 503 : 200, problem(503, 'request.failed')),
      )
      const thrown = new Error('It broke')
      const fail = (): never => {
        throw thrown
      }
      const client = createClient({ baseUrl: server.url, clock: createFakeClock(), hooks: { [turn]: fail } })
      const error = await failure(getMe({ client }))
      expect(error).toBeInstanceOf(HookError)
      expect(error).toMatchObject({ message: `${turn} failed: It broke`, cause: thrown, operation: 'getMe' })
      expect(server.requests).toHaveLength(turn === 'beforeRequest' ? 0 : 1)
    },
  )

  test('getToken that throws fails the call by name, and nothing is sent', async () => {
    const server = await answering()
    const thrown = new Error('The vault is closed')
    for (const getToken of [
      () => Promise.reject(thrown),
      () => {
        throw thrown
      },
    ] satisfies Auth['getToken'][]) {
      const error = await failure(getMe({ client: createClient({ baseUrl: server.url, auth: { getToken } }) }))
      expect(error).toBeInstanceOf(TokenError)
      expect(error).toMatchObject({ cause: thrown, isRetryable: false })
    }
    expect(server.requests).toHaveLength(0)
  })

  test.each(['sec\r\nret', 'sec ret', 'secrét', 42, {}])(
    'the token %j, which no header can contain, fails by name and is not printed',
    async (token) => {
      const server = await answering()
      // An app in JavaScript can return what the types forbid.
      const auth = { getToken: () => token as string }
      const error = await failure(getMe({ client: createClient({ baseUrl: server.url, auth }) }))
      expect(error).toBeInstanceOf(TokenError)
      expect(`${String(error)} ${String((error as Error).cause)}`).not.toMatch(/sec|42/)
      expect(server.requests).toHaveLength(0)
    },
  )

  test.each([null, undefined, ''])('the token %j counts as missing', async (token) => {
    const server = await answering()
    await getMe({ client: createClient({ baseUrl: server.url, auth: { getToken: () => token } }) })
    expect(server.requests.map((each) => each.token)).toEqual([undefined])
  })

  test('a header that cannot be sent fails by name and is not printed', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
    const error = await failure(getMe({ client, headers: { authorization: 'sec\nret' } }))
    expect(error).toMatchObject({ name: 'AuspexError', operation: 'getMe' })
    expect(String(error)).not.toContain('sec')
  })

  test('a logger that throws does not change the result', async () => {
    const complaints = vi.spyOn(console, 'error').mockReturnValue()
    const logger = (): never => {
      throw new Error('The disk is full')
    }
    const server = await answering()
    expect(await getMe({ client: createClient({ baseUrl: server.url, logger }) })).toEqual({ ok: true })
    const refusing = await serveRefusals()
    const onError = logger
    const onUnauthorized = logger
    const auth = { getToken: () => 't', onUnauthorized }
    const client = createClient({ baseUrl: refusing.url, logger, auth, hooks: { onError } })
    expect(await failure(getMe({ client }))).toMatchObject({ name: 'UnauthenticatedError' })
    expect(complaints).toHaveBeenCalledTimes(4)
  })

  test('an error thrown in validate is not a connection error', async () => {
    const server = await answering()
    const thrown = new Error('I expected more')
    const validate = (): never => {
      throw thrown
    }
    const error = await failure(getMe({ client: createClient({ baseUrl: server.url, validate }) }))
    expect(error).toMatchObject({ name: 'HookError', cause: thrown })
    expect(server.requests).toHaveLength(1)
  })
})
