import { createRouteMatcher, loadContract, resolve } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import type { Exchange, MockReply } from '../http/messages.ts'
import { problemReply } from '../http/problem.ts'
import { call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'
import { catalogue, isStream } from './catalogue.ts'
import { parseScenarios, ScenarioError } from './parse-scenarios.ts'
import { addScenarios, Scenarios } from './scenarios.ts'

const contract = loadContract(readContractDocument())
const match = createRouteMatcher(contract)
const page = { page: 1, perPage: 20, total: 1, totalPages: 1, nextCursor: null }

interface Ask {
  scenario: string | null
  path: string
  method: string
  signal: AbortSignal
}

interface Stage {
  scenarios: Scenarios
  handle(request: Ask): Promise<MockReply>
}

/** Scenarios around a mock with one fixed reply. */
function stageOf(reply: Partial<MockReply> = {}, seed = 1): Stage {
  const whole: MockReply = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [], page }),
    ...reply,
  }
  const scenarios = new Scenarios({ contract: () => contract, seed })
  return {
    scenarios,
    handle: ({ scenario, method, path, signal }) => {
      const route = match(method, path)
      const headers = scenario === null ? {} : { 'x-mock-scenario': scenario }
      const readBody = () => Promise.resolve(new Uint8Array())
      const exchange: Exchange = {
        request: { method, target: `/api${path}`, headers, readBody, signal },
        operation: route.kind === 'found' ? route.operation : null,
        path,
        requestId: 'r-1',
        problem: (facts) => problemReply(facts, 'r-1'),
      }
      return scenarios.intercept(exchange, () => Promise.resolve(whole))
    },
  }
}

const ask = (scenario: string | null, more: Partial<Ask> = {}): Ask => ({
  scenario,
  method: 'GET',
  path: '/users/inbox-list',
  signal: new AbortController().signal,
  ...more,
})

const textOf = ({ body }: MockReply): string => {
  if (typeof body !== 'string') throw new Error('The reply has no text')
  return body
}

const statuses = async (stage: Stage, requests: readonly Ask[]): Promise<number[]> => {
  const all: number[] = []
  for (const request of requests) all.push((await stage.handle(request)).status)
  return all
}

const bodyOf = (reply: MockReply): Record<string, unknown> => JSON.parse(textOf(reply)) as Record<string, unknown> // every reply here is an object

const read = async ({ body }: MockReply): Promise<string> => {
  if (!isStream(body)) throw new Error('The reply does not stream')
  let text = ''
  for await (const piece of body) text += piece
  return text
}

describe('an error scenario', () => {
  test.each([
    ['expired-token', 401, 'identity.invalid_token'],
    ['rate-limited', 429, 'request.rate_limited'],
    ['server-error', 500, 'request.failed'],
    ['maintenance', 503, 'request.maintenance'],
    ['flaky=100', 500, 'request.failed'],
  ])('%s answers %i as the contract documents it', async (scenario, status, code) => {
    const reply = await stageOf().handle(ask(scenario))
    expect(reply.status).toBe(status)
    expect(bodyOf(reply)).toMatchObject({ status, code })
    const check = contract.operations.find(({ id }) => id === 'listInbox')?.responses.get(status)
    expect(check?.get('application/problem+json')?.(bodyOf(reply))).toEqual([])
  })

  test('says how long to wait', async () => {
    expect((await stageOf().handle(ask('rate-limited=7'))).headers['retry-after']).toBe('7')
    expect((await stageOf().handle(ask('maintenance'))).headers['retry-after']).toBe('10')
  })

  test('for all requests skips the operations without such a status', async () => {
    const stage = stageOf()
    stage.scenarios.add('conflict')
    expect((await stage.handle(ask(null))).status).toBe(200)
  })
})

describe('a scenario that has no effect on an operation', () => {
  test.each([
    ['conflict', '/users/inbox-list'],
    ['sse-drop=2', '/users/inbox-list'],
    ['data-too-sparse', '/users/inbox-list'],
    ['empty', '/users/me'],
    ['huge-page=50', '/users/me'],
  ])('is refused with the list of those that do: %s at %s', async (scenario, path) => {
    const reply = await stageOf().handle(ask(scenario, { path }))
    expect(reply.status).toBe(400)
    const { code, detail } = bodyOf(reply)
    expect(code).toBe('mock.scenario_without_effect')
    expect(String(detail)).toMatch(/those with one are slow, .*rate-limited/)
    expect(String(detail)).not.toMatch(/those with one are .*sse-drop/)
  })

  test('is refused for all requests too, when its scope names the operation', () => {
    expect(() => parseScenarios('sse-drop;operation=getMe', contract)).toThrow(/no effect on getMe/)
  })
})

describe('an unknown scenario', () => {
  test('is a 400 that lists the known ones', async () => {
    const reply = await stageOf().handle(ask('slwo=3'))
    expect(reply.status).toBe(400)
    for (const { name } of catalogue) expect(String(bodyOf(reply)['detail'])).toContain(name)
  })

  test.each([
    'slow=soon',
    'slow=-1',
    'reset=3',
    'slow;next=0',
    'slow;colour=red',
    'slow;operation=getMee',
    'slow;method=FETCH',
    'flaky=101',
    'slow;share=',
  ])('%s is refused as well', async (text) => {
    expect((await stageOf().handle(ask(text))).status).toBe(400)
  })
})

describe('a burst', () => {
  test('by header fails the first calls of one path and then recovers, so that retries can be tested', async () => {
    const stage = stageOf()
    const request = ask('server-error=2')
    expect(await statuses(stage, [request, request, request, request])).toEqual([500, 500, 200, 200])
    expect((await stage.handle({ ...request, path: '/users/me' })).status).toBe(500)
  })

  test('for all requests counts every call', async () => {
    const stage = stageOf()
    stage.scenarios.add('rate-limited;next=2')
    expect(await statuses(stage, [ask(null), ask(null), ask(null)])).toEqual([429, 429, 200])
    expect(stage.scenarios.list()).toMatchObject([{ name: 'rate-limited', applied: 2, remaining: 0 }])
  })
})

describe('a scope', () => {
  test.each([
    ['operation=getMe', [200, 503]],
    ['path=/users/inbox-list', [503, 200]],
    ['method=POST', [200, 200]],
    ['method=get', [503, 503]],
  ])('%s is limited to its part of the API', async (scope, expected) => {
    const stage = stageOf()
    stage.scenarios.add(`maintenance;${scope}`)
    expect(await statuses(stage, [ask(null), ask(null, { path: '/users/me' })])).toEqual(expected)
  })

  test('by share draws the same requests again from the same seed', async () => {
    const many = Array.from({ length: 400 }, () => ask('maintenance;share=25'))
    const first = await statuses(stageOf({}, 7), many)
    expect(await statuses(stageOf({}, 7), many)).toEqual(first)
    expect(await statuses(stageOf({}, 8), many)).not.toEqual(first)
    const share = first.filter((status) => status === 503).length / many.length
    expect(share).toBeGreaterThan(0.18)
    expect(share).toBeLessThan(0.32)
  })
})

describe('a delay', () => {
  test('lasts as long as configured, and adds up', async () => {
    const started = performance.now()
    const reply = await stageOf().handle(ask('slow=20, jitter=5, slow=20'))
    expect(performance.now() - started).toBeGreaterThanOrEqual(39)
    expect(reply.scenarios).toEqual(['slow', 'jitter', 'slow'])
    expect(reply.headers['x-mock-scenario']).toBe('slow, jitter, slow')
  })

  test('ends immediately when the caller disconnects', async () => {
    const caller = new AbortController()
    const reply = stageOf().handle(ask('hang', { signal: caller.signal }))
    caller.abort()
    await reply
  })
})

describe('damage', () => {
  test('resets the connection', async () => {
    expect(await stageOf().handle(ask('reset'))).toMatchObject({ connection: 'reset', scenarios: ['reset'] })
  })

  test('leaves half a body that cannot be parsed', async () => {
    const reply = await stageOf().handle(ask('truncated'))
    expect(() => JSON.parse(textOf(reply))).toThrow(SyntaxError)
  })

  test('announces more bytes than it sends', async () => {
    const reply = await stageOf().handle(ask('cut-off'))
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(textOf(reply).length)
    expect(reply.connection).toBe('cut')
  })

  test('returns an HTML page instead of data', async () => {
    const reply = await stageOf().handle(ask('wrong-content-type'))
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  })
})

describe('a stream', () => {
  async function* events() {
    yield 'id: 1\nevent: text\ndata: {"n":1}\n\n'
    yield 'id: 2\ndata: {"n":2}\n\n'
    yield 'data: {"n":3}\n\n'
  }
  const run = { path: '/v1/zeus/runs/run_1/events' }
  const streaming = () => stageOf({ headers: { 'content-type': 'text/event-stream' }, body: events() })

  test('is cut after a number of whole events', async () => {
    const reply = await streaming().handle(ask('sse-drop=2', run))
    expect(reply.connection).toBe('cut')
    expect(await read(reply)).toBe('id: 1\nevent: text\ndata: {"n":1}\n\nid: 2\ndata: {"n":2}\n\n')
  })

  test('is slow before each event', async () => {
    const started = performance.now()
    expect(await read(await streaming().handle(ask('sse-slow=10', run)))).toContain('{"n":3}')
    expect(performance.now() - started).toBeGreaterThanOrEqual(29)
  })

  test('ends when its caller disconnects, without further events', async () => {
    const caller = new AbortController()
    const reply = await streaming().handle(ask('sse-slow=60000', { ...run, signal: caller.signal }))
    const text = read(reply)
    caller.abort()
    expect(await text).toBe('')
  })

  test('keeps every event between garbage', async () => {
    const text = await read(await streaming().handle(ask('sse-garbage', run)))
    expect(text.match(/^data: .*$/gm)?.map((line) => line.trim())).toEqual([1, 2, 3].map((n) => `data: {"n":${n}}`))
    expect(text).toContain(': keep-alive')
  })

  test('is all that is cut for all requests', async () => {
    const stage = stageOf()
    stage.scenarios.add('sse-drop')
    expect(await stage.handle(ask(null))).not.toHaveProperty('scenarios')
  })
})

describe('content', () => {
  const item = { id: 'sig_1', term: 'oat milk' }

  test('of lists can be empty', async () => {
    const reply = await stageOf({ body: JSON.stringify({ items: [item], page }) }).handle(ask('empty'))
    expect(bodyOf(reply)).toEqual({ items: [], page: { ...page, total: 0, totalPages: 0 } })
  })

  test('of lists can be as long as the contract allows, with unique ids', async () => {
    const operation = contract.operations.find(({ id }) => id === 'listInbox')
    const response = contract.document.paths['/users/inbox-list']?.get?.responses['200']
    if (response === undefined || '$ref' in response) throw new Error('The list answers in place')
    const media = response.content?.['application/json']
    const [named] = Object.values(media?.examples ?? {}).map((each) =>
      resolve<{ value?: unknown }>(contract.document, each),
    )
    const body = JSON.stringify(media?.example ?? named?.value)
    const reply = await stageOf({ body }).handle(ask('huge-page'))
    const { items } = bodyOf(reply) as { items: { id: string }[] }
    expect(items).toHaveLength(200)
    expect(new Set(items.map(({ id }) => id)).size).toBe(200)
    expect(operation?.responses.get(200)?.get('application/json')?.(bodyOf(reply))).toEqual([])
  })

  test('of a search can be too sparse', async () => {
    const search = { status: 'complete', message: null, matched: 900, needed: 10, finishedAt: null, startedAt: 'x' }
    const reply = await stageOf({ body: JSON.stringify(search) }).handle(
      ask('data-too-sparse', { method: 'POST', path: '/explore/topicQuery' }),
    )
    expect(bodyOf(reply)).toMatchObject({ message: 'data-too-sparse', status: 'failed', matched: 3 })
  })

  test('can be a failure with a success status', async () => {
    const reply = await stageOf().handle(ask('product-error'))
    expect(reply.status).toBe(200)
    expect(bodyOf(reply)).toEqual({ message: 'error' })
  })
})

const mock = createMock({ document: contractUnderTest() })
const scenarios = addScenarios(mock)
const me = (headers: Record<string, string> = {}) =>
  call(mock.fetch, 'http://mock.example', { path: '/users/me', headers })

describe('scenarios of a mock without a port', () => {
  test('apply to one request by its header', async () => {
    expect((await me({ 'x-mock-scenario': 'rate-limited=7' })).headers.get('retry-after')).toBe('7')
    expect((await me()).status).toBe(200)
  })

  test('apply to every request until they are replaced or cleared', async () => {
    scenarios.set('forbidden;operation=listPortfolios, rate-limited')
    expect((await me()).status).toBe(429)
    scenarios.set('server-error=1')
    expect([(await me()).status, (await me()).status]).toEqual([500, 200])
    scenarios.set('reset')
    await expect(me()).rejects.toThrow('fetch failed')
    scenarios.clear()
    expect((await me()).status).toBe(200)
  })

  test('that are unknown leave the active ones unchanged', async () => {
    scenarios.set('rate-limited')
    // the compiler rejects it, but JavaScript callers can still send it
    expect(() => scenarios.set('nonsense' as 'slow')).toThrow(ScenarioError)
    expect((await me()).status).toBe(429)
    scenarios.clear()
  })
})
