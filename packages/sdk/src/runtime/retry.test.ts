import { describe, expect, test } from 'vitest'
import { createClient, type RequestOptions } from '../index.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { failure, problem, sendJson, serve } from '../testing/server.ts'
import type { ContractOptions } from './request-options.ts'
import { request } from './request.ts'

const start = Date.UTC(2026, 10, 21, 8)
const httpDate = (seconds: number): string => new Date(start + seconds * 1000).toUTCString()

/** The server's responses, one after the other; the last one is repeated. */
type Answers = readonly (number | 'cut' | 'half')[]

interface Case {
  readonly name: string
  readonly answers: Answers
  readonly method?: string
  readonly options?: RequestOptions
  readonly settings?: ContractOptions
  readonly retryAfter?: string
  readonly requests: number
  /** Milliseconds; the random value is one half, so our own waits are a quarter longer than the minimum. */
  readonly waits: readonly number[]
}

const passing = [408, 425, 429, 500, 502, 503, 504, 507, 599]
const lasting = [400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 451, 501]
const repeatable = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']
const writes = ['POST', 'PATCH']
const own = [1250, 2500]

const cases: readonly Case[] = [
  ...passing.map((status) => ({ name: `${status} is asked three times`, answers: [status], requests: 3, waits: own })),
  ...lasting.map((status) => ({ name: `${status} is asked once`, answers: [status], requests: 1, waits: [] })),
  ...repeatable.map((method) => ({ name: `${method} is repeated`, method, answers: [503], requests: 3, waits: own })),
  ...writes.flatMap((method) => [
    { name: `${method} is not repeated`, method, answers: [503], requests: 1, waits: [] },
    { name: `${method} with 429 is not repeated`, method, answers: [429], requests: 1, waits: [] },
    {
      name: `${method} is not repeated when its connection breaks`,
      method,
      answers: ['cut' as const],
      requests: 1,
      waits: [],
    },
    {
      name: `${method} with an idempotency key is repeated`,
      method,
      options: { idempotencyKey: 'k1' },
      answers: [503],
      requests: 3,
      waits: own,
    },
    {
      name: `${method} with the header Idempotency-Key is repeated`,
      method,
      options: { headers: { 'Idempotency-Key': 'k1' } },
      answers: ['cut' as const, 201],
      requests: 2,
      waits: [1250],
    },
  ]),
  {
    name: 'a write that may be repeated after a time-out is not repeated after 503',
    method: 'POST',
    settings: { retryTimeouts: true },
    answers: [503],
    requests: 1,
    waits: [],
  },
  { name: 'a connection that breaks is tried again', answers: ['cut'], requests: 3, waits: own },
  { name: 'a body that breaks off is asked for again', answers: ['half', 200], requests: 2, waits: [1250] },
  { name: 'an answer ends the retries', answers: [503, 200], requests: 2, waits: [1250] },
  { name: 'a failure that lasts ends the retries', answers: [503, 404], requests: 2, waits: [1250] },
  { name: 'different failures count together', answers: [503, 'cut', 429], requests: 3, waits: own },
  { name: 'an answer at once is asked once', answers: [200], requests: 1, waits: [] },
  { name: 'retry false asks once', options: { retry: false }, answers: [503], requests: 1, waits: [] },
  { name: 'retry 0 asks once', options: { retry: 0 }, answers: [503], requests: 1, waits: [] },
  { name: 'retry 1 asks twice', options: { retry: 1 }, answers: [503], requests: 2, waits: [1250] },
  {
    name: 'retry 6 doubles the wait up to 30 s',
    options: { retry: 6 },
    answers: [503],
    requests: 7,
    waits: [1250, 2500, 5000, 10_000, 20_000, 30_000],
  },
  { name: 'a limit in an object', options: { retry: { limit: 1 } }, answers: [503], requests: 2, waits: [1250] },
  {
    name: 'a first wait of its own',
    options: { retry: { delayMs: 100 } },
    answers: [503],
    requests: 3,
    waits: [125, 250],
  },
  {
    name: 'a longest wait of its own',
    options: { retry: { maxDelayMs: 1200 } },
    answers: [503],
    requests: 3,
    waits: [1200, 1200],
  },
  { name: 'Retry-After 0 waits not at all', retryAfter: '0', answers: [503], requests: 3, waits: [0, 0] },
  { name: 'Retry-After in seconds is kept exactly', retryAfter: '7', answers: [429], requests: 3, waits: [7000, 7000] },
  { name: 'Retry-After in fractions of a second', retryAfter: '1.5', answers: [429, 200], requests: 2, waits: [1500] },
  { name: 'Retry-After counts with 503', retryAfter: '3', answers: [503, 200], requests: 2, waits: [3000] },
  { name: 'Retry-After counts with 500', retryAfter: '3', answers: [500, 200], requests: 2, waits: [3000] },
  { name: 'Retry-After counts with 408', retryAfter: '3', answers: [408, 200], requests: 2, waits: [3000] },
  { name: 'Retry-After with 404 changes nothing', retryAfter: '3', answers: [404], requests: 1, waits: [] },
  { name: 'Retry-After at the cap is kept', retryAfter: '60', answers: [429, 200], requests: 2, waits: [60_000] },
  { name: 'Retry-After over the cap gives up', retryAfter: '61', answers: [429], requests: 1, waits: [] },
  { name: 'Retry-After of a day gives up', retryAfter: '86400', answers: [503], requests: 1, waits: [] },
  {
    name: 'Retry-After beyond all numbers gives up',
    retryAfter: '9'.repeat(400),
    answers: [503],
    requests: 1,
    waits: [],
  },
  {
    name: 'a cap of its own',
    options: { retry: { maxRetryAfterMs: 5000 } },
    retryAfter: '6',
    answers: [429],
    requests: 1,
    waits: [],
  },
  { name: 'Retry-After as a date', retryAfter: httpDate(20), answers: [503, 200], requests: 2, waits: [20_000] },
  {
    name: 'Retry-After as a date that comes nearer',
    retryAfter: httpDate(20),
    answers: [503],
    requests: 3,
    waits: [20_000, 0],
  },
  {
    name: 'Retry-After as a date over the cap gives up',
    retryAfter: httpDate(3600),
    answers: [503],
    requests: 1,
    waits: [],
  },
  {
    name: 'Retry-After as a date that has passed waits not at all',
    retryAfter: httpDate(-3600),
    answers: [503, 200],
    requests: 2,
    waits: [0],
  },
  {
    name: 'Retry-After as a date of this very second',
    retryAfter: httpDate(0),
    answers: [503, 200],
    requests: 2,
    waits: [0],
  },
  { name: 'Retry-After in words counts as absent', retryAfter: 'soon', answers: [503], requests: 3, waits: own },
  {
    name: 'Retry-After that a date could be read into counts as absent',
    retryAfter: '1 minute',
    answers: [503],
    requests: 3,
    waits: own,
  },
  { name: 'a negative Retry-After counts as absent', retryAfter: '-5', answers: [503], requests: 3, waits: own },
  {
    name: 'a broken date counts as absent',
    retryAfter: 'Sat, 99 Nov 2026 08:00:00 GMT',
    answers: [503],
    requests: 3,
    waits: own,
  },
  { name: 'an ISO date is no HTTP date', retryAfter: '2026-11-21T08:00:20Z', answers: [503], requests: 3, waits: own },
  {
    name: 'the whole time ends before a wait that would pass it',
    options: { timeout: 2000 },
    answers: [503],
    requests: 2,
    waits: [1250],
  },
  { name: 'the whole time in an object', options: { timeout: { total: 700 } }, answers: [503], requests: 1, waits: [] },
  {
    name: 'the whole time ends before what the server asks for',
    options: { timeout: { total: 5000 } },
    retryAfter: '6',
    answers: [503],
    requests: 1,
    waits: [],
  },
  {
    name: 'the time of an attempt does not shorten the waits',
    options: { timeout: { attempt: 500 } },
    answers: [503],
    requests: 3,
    waits: own,
  },
  { name: 'no limit of time', options: { timeout: Infinity }, answers: [503, 200], requests: 2, waits: [1250] },
]

describe('retries', () => {
  test('the table has at least sixty cases, each with its own name', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
    expect(cases.length).toBeGreaterThanOrEqual(60)
  })

  test.each(cases)('$name', async ({ answers, method = 'GET', options, settings, retryAfter, requests, waits }) => {
    const server = await serve((_request, response, count) => {
      // The clock stands still in these cases, so the server must not send the time.
      response.sendDate = false
      const answer = answers[Math.min(count, answers.length) - 1] ?? 200
      if (answer === 'cut') return response.destroy()
      if (answer === 'half') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        return response.write('{"a":', () => response.destroy())
      }
      const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
      if (answer === 204) return response.writeHead(204).end()
      return sendJson(response, answer, answer < 400 ? {} : problem(answer, 'test.failed'), headers)
    })
    const clock = createFakeClock(start)
    const client = createClient({ baseUrl: server.url, clock, auth: { getToken: () => 't' } })
    const last = answers.at(-1)
    const call = request('/thing', { client, ...options }, 'getMe', { method, takesKey: false, ...settings })
    if (typeof last === 'number' && last < 400) await call
    else await failure(call)
    expect(server.requests).toHaveLength(requests)
    expect(clock.waits).toEqual(waits)
  })

  test('jitter makes a wait up to half longer, and never shorter', async () => {
    for (const [chance, wait] of [
      [0, 1000],
      [0.999, 1499.5],
    ] as const) {
      const server = await serve((_request, response, count) => sendJson(response, count === 1 ? 503 : 200, {}))
      const clock = createFakeClock(start, chance)
      await request('/thing', { client: createClient({ baseUrl: server.url, clock }) }, 'getMe')
      expect(clock.waits[0]).toBeCloseTo(wait, 3)
    }
  })

  test('an abort during a wait ends the call without another request', async () => {
    const server = await serve((_request, response) => sendJson(response, 503, {}))
    const stopping = new AbortController()
    const client = createClient({
      baseUrl: server.url,
      // The real wait of a second, which the abort ends early.
      hooks: { onRetry: () => void setTimeout(() => stopping.abort(new Error('enough'))) },
    })
    const error = await failure(request('/thing', { client, signal: stopping.signal }, 'getMe'))
    expect(error).toMatchObject({ name: 'AbortedError', cause: { message: 'enough' } })
    expect(server.requests).toHaveLength(1)
  })

  test('all attempts have the same request id', async () => {
    const server = await serve((_request, response) => sendJson(response, 503, {}))
    const client = createClient({ baseUrl: server.url, clock: createFakeClock() })
    const error = await failure(request('/thing', { client }, 'getMe'))
    expect(new Set(server.requests.map(({ requestId }) => requestId)).size).toBe(1)
    expect(error).toMatchObject({ requestId: server.requests[0]?.requestId })
  })
})
