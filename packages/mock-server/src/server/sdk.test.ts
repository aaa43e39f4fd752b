import {
  type AssistantEvent,
  AuspexError,
  createClient,
  getImport,
  getMe,
  streamZeusReply,
  topicQuery,
} from '@auspex/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MockServer, startMockServer } from './start-mock-server.ts'

let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ eventDelayMs: 0 })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const connect = () =>
  createClient({
    baseUrl: server.apiUrl,
    assistantUrl: server.assistantUrl,
    auth: { getToken: () => 'mira' },
    clock: { sleep: () => Promise.resolve() },
  })

const failure = async (call: PromiseLike<unknown>): Promise<AuspexError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof AuspexError) return error
    throw error
  }
  throw new Error('The call succeeded')
}

describe('a client of the SDK handles', () => {
  test.each([
    ['forbidden', 'ForbiddenError', 403],
    ['not-found', 'NotFoundError', 404],
    ['rate-limited=90', 'RateLimitedError', 429],
    ['server-error', 'ServerError', 500],
    ['maintenance=90', 'UnavailableError', 503],
    ['expired-token', 'UnauthenticatedError', 401],
    ['reset', 'NetworkError', null],
    ['cut-off', 'NetworkError', 200],
    ['truncated', 'DecodeError', 200],
    ['wrong-content-type', 'DecodeError', 200],
    ['product-error', 'ProductError', 200],
    ['hang', 'TimeoutError', null],
  ])('%s as %s', async (scenario, name, status) => {
    const client = connect()
    const timeout = scenario === 'hang' ? 500 : 60_000
    const options = { client, headers: { 'X-Mock-Scenario': scenario }, retry: false, timeout } as const
    // some callers may not read imports, and some imports do not exist
    const call = status === 403 || status === 404 ? getImport('imp_1', options) : getMe(options)
    const error = await failure(call)
    expect(error).toMatchObject({ name, status })
  })

  test('data-too-sparse as a failure of that code', async () => {
    const headers = { 'X-Mock-Scenario': 'data-too-sparse' }
    const error = await failure(topicQuery({ query_term: 'oat milk' }, { client: connect(), headers }))
    expect(error).toMatchObject({ name: 'DataTooSparseError', code: 'data-too-sparse' })
  })

  test('a burst of failures, and recovers by retrying', async () => {
    const [scenario] = server.addScenarios('server-error=2;operation=getMe')
    const me = await getMe({ client: connect() })
    expect(me.profile.name).toBe('Mira Solberg')
    expect(server.requests().map(({ status }) => status)).toEqual([500, 500, 200])
    expect(scenario).toMatchObject({ remaining: 0 })
  })

  test('a stream that is cut after every second event, without repeating or missing one', async () => {
    const read = async (): Promise<AssistantEvent[]> => {
      const events: AssistantEvent[] = []
      const stream = streamZeusReply({ message: 'How is the tone of oat milk?' }, { client: connect() })
      for await (const event of stream) events.push(event)
      return events
    }
    const whole = await read()
    server.reset()
    server.addScenarios('sse-drop=2')
    expect(await read()).toEqual(whole)
    expect(server.requests().length).toBeGreaterThan(whole.length / 2 - 1)
  })
})
