import { describe, expect, test } from 'vitest'
import {
  AbortedError,
  type Auth,
  createClient,
  getMe,
  TimeoutError,
  TokenError,
  UnauthenticatedError,
} from '../index.ts'
import { failure, problem, sendJson, serve } from '../testing/server.ts'

const refusing = () => serve((_request, response) => sendJson(response, 401, problem(401, 'identity.unauthenticated')))
const forever = (): Promise<never> => new Promise(() => undefined)
/** An app in JavaScript can throw and return what the types forbid. */
const throwing = (thrown: unknown) => (): never => {
  throw thrown
}

const sources = ['getToken', 'refresh'] as const
const authWith = (source: (typeof sources)[number], give: () => unknown): Auth => ({
  getToken: () => 'old',
  [source]: give,
})
/** Without a token from getToken nothing is sent; before refresh fails, the rejected request was sent. */
const sentBefore = { getToken: 0, refresh: 1 }

describe.each(sources)('a %s', (source) => {
  test('that hangs times out with the call, and the server is not blamed', async () => {
    const server = await refusing()
    const client = createClient({ baseUrl: server.url, auth: authWith(source, forever), timeout: 400 })
    const error = await failure(getMe({ client }))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ message: `${source} did not end in time`, status: null })
    expect(server.requests).toHaveLength(sentBefore[source])
  })

  test('that hangs ends with the signal of the call', async () => {
    const server = await refusing()
    const stopping = new AbortController()
    const give = (): Promise<never> => {
      setImmediate(() => stopping.abort(new Error('enough')))
      return forever()
    }
    const client = createClient({ baseUrl: server.url, auth: authWith(source, give) })
    const error = await failure(getMe({ client, signal: stopping.signal }))
    expect(error).toBeInstanceOf(AbortedError)
    expect(error).toMatchObject({ cause: { message: 'enough' } })
  })

  test.each([
    ['an error', new Error('The vault is closed')],
    ['a text', 'The vault is closed'],
    ['nothing', undefined],
    ['null', null],
  ])('that throws %s fails the call by name, with what was thrown as the cause', async (_name, thrown) => {
    const server = await refusing()
    const client = createClient({ baseUrl: server.url, auth: authWith(source, throwing(thrown)) })
    const error = await failure(getMe({ client }))
    expect(error).toBeInstanceOf(source === 'getToken' ? TokenError : UnauthenticatedError)
    expect((error as Error).cause).toBe(thrown)
    expect(server.requests).toHaveLength(sentBefore[source])
  })

  test.each([
    ['a line break', 'secret\r\nx-role: admin'],
    ['a blank', 'secret token'],
    ['a letter that no header carries', 'secrét'],
    ['a zero byte', 'secret\0'],
    ['a number', 424242],
    ['an object', { secret: 'secret' }],
    ['a list', ['secret']],
    ['true', true],
    ['a symbol', Symbol('secret')],
    ['a function', () => 'secret'],
  ])('that gives %s fails by name, sends none of it and prints none of it', async (_name, token) => {
    const server = await refusing()
    const client = createClient({ baseUrl: server.url, auth: authWith(source, () => token) })
    const error = await failure(getMe({ client }))
    expect(error).toBeInstanceOf(source === 'getToken' ? TokenError : UnauthenticatedError)
    expect((error as Error).cause).toBeInstanceOf(TypeError)
    expect(`${String(error)} ${String((error as Error).cause)}`).not.toMatch(/secr|424242/)
    expect(server.requests.map((each) => each.token)).toEqual(source === 'getToken' ? [] : ['old'])
  })

  test.each([null, undefined, ''])('that returns %j has no token, and the refusal is final', async (token) => {
    const server = await refusing()
    const client = createClient({ baseUrl: server.url, auth: authWith(source, () => token) })
    const error = await failure(getMe({ client }))
    expect(error).toBeInstanceOf(UnauthenticatedError)
    expect(server.requests.map((each) => each.token)).toEqual(source === 'getToken' ? [undefined] : ['old'])
  })
})
