import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { loadContract, resolve } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServer, listen } from '../server/listen.ts'
import { type MockServer, type MockServerOptions, startMockServer } from '../server/start-mock-server.ts'

const contract = loadContract(readContractDocument())
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** The success example of the contract. */
function exampleOf(path: string, method: 'get' | 'post'): Record<string, unknown> {
  const response = contract.document.paths[path]?.[method]?.responses['200']
  if (response === undefined || '$ref' in response) throw new Error(`${path} answers in place`)
  const media = response.content?.['application/json']
  const [named] = Object.values(media?.examples ?? {}).map((each) =>
    resolve<{ value?: unknown }>(contract.document, each),
  )
  return (media?.example ?? named?.value) as Record<string, unknown> // examples of these operations are objects
}

const me = exampleOf('/users/me', 'get')
const search = exampleOf('/explore/topicQuery', 'post')
const query = { query_term: 'oat milk' }
const problem = (status: number) => ({ type: 'about:blank', title: 'No', status, code: 'request.no', requestId: 'r-1' })

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(body))

const problemJson = (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  json(status, body, { 'content-type': 'application/problem+json', ...headers })

/** A real server with one answer to everything, behind the proxy. */
async function behindProxy(answer: Answer, options: MockServerOptions = {}): Promise<MockServer> {
  const real = createServer((request, response) => {
    request.resume().on('end', () => answer(response, request))
  })
  const port = await listen(real, { host: '127.0.0.1', port: 0 })
  const [api, assistant] = ['api', 'assistant'].map((name) => new URL(`http://127.0.0.1:${port}/${name}`))
  if (api === undefined || assistant === undefined) throw new Error('Both addresses are given')
  const proxy = await startMockServer({ ...options, proxy: { api, assistant } })
  closers.push(proxy.close, () => closeServer(real))
  return proxy
}

const get = { headers: { authorization: 'Bearer mira' } }
const post = (body: unknown) => ({
  method: 'POST',
  headers: { ...get.headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const exchange = async (answer: Answer, path: string, init: RequestInit = get) => {
  const proxy = await behindProxy(answer)
  const reply = await fetch(`${proxy.apiUrl}${path}`, init)
  const text = await reply.text()
  return { reply, text, violations: proxy.violations() }
}

describe('a server that breaks the contract', () => {
  interface Lie {
    what: string
    fault: RegExp
    answer: Answer
    path?: string
    init?: RequestInit
  }
  const lies: readonly Lie[] = [
    {
      what: 'leaves a required field out',
      fault: /\/profile is required/,
      answer: json(200, { ...me, profile: undefined }),
    },
    {
      what: 'answers a string in place of a list',
      fault: /\/items must be a list/,
      answer: json(200, { items: 'none' }),
      path: '/users/inbox-list',
    },
    {
      what: 'answers a status that is not documented',
      fault: /the status is not documented; documented are 200, 401,/,
      answer: json(202, me),
    },
    {
      what: 'answers HTML',
      fault: /the media type text\/html is not documented; documented are application\/json/,
      answer: json(200, me, { 'content-type': 'text/html' }),
    },
    {
      what: 'accepts a body that the contract refuses',
      fault: /body \/query_term must be a string/,
      answer: json(200, search),
      path: '/explore/topicQuery',
      init: post({ query_term: 7 }),
    },
    {
      what: 'accepts a parameter that does not exist',
      fault: /query \/surprise is not part of the contract/,
      answer: json(200, me),
      path: '/users/me?surprise=1',
    },
    {
      what: 'accepts a body of another media type',
      fault: /was accepted: a body of text\/plain/,
      answer: json(200, search),
      path: '/explore/topicQuery',
      init: { method: 'POST', headers: { ...get.headers, 'content-type': 'text/plain' }, body: 'oat milk' },
    },
    { what: 'answers without a token', fault: /answered without a token/, answer: json(200, me), init: {} },
    {
      what: 'answers at an address of its own',
      fault: /is no operation, and was answered with 200/,
      answer: json(200, {}),
      path: '/users/secret',
    },
    {
      what: 'names another status in its problem',
      fault: /the problem says 503/,
      answer: problemJson(500, problem(503)),
    },
    {
      what: 'sends half of its JSON',
      fault: /the body is not JSON/,
      answer: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":'),
    },
    {
      what: 'sends nothing',
      fault: /the body is not JSON/,
      answer: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(),
    },
    {
      what: 'says to wait for a while',
      fault: /Retry-After is "soon"/,
      answer: problemJson(429, problem(429), { 'retry-after': 'soon' }),
    },
  ]

  test.each(lies)('and $what is reported: $fault', async ({ fault, answer, path = '/users/me', init = get }) => {
    const { violations } = await exchange(answer, path, init)
    expect(violations).toHaveLength(1)
    expect(violations[0]?.faults.join('\n')).toMatch(fault)
  })
})

describe('a correct server', () => {
  test.each<[what: string, answer: Answer, path: string, init: RequestInit]>([
    ['succeeds', json(200, me), '/users/me', get],
    [
      'compresses',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify(me))),
      '/users/me',
      get,
    ],
    ['reads a body', json(200, search), '/explore/topicQuery', post(query)],
    ['refuses a body', problemJson(422, problem(422)), '/explore/topicQuery', post({ query_term: 7 })],
    ['refuses an unknown address', problemJson(404, problem(404)), '/users/secret', get],
    ['wants a token', problemJson(401, problem(401)), '/users/me', {}],
    ['wants patience', problemJson(429, problem(429), { 'retry-after': '20' }), '/users/me', get],
  ])('that %s has no violations', async (_what, answer, path, init) => {
    expect((await exchange(answer, path, init)).violations).toEqual([])
  })
})

describe('the proxy', () => {
  test('changes nothing in either direction', async () => {
    const { reply, text } = await exchange(
      (response, request) =>
        json(
          200,
          { ...me, url: request.url, agent: request.headers['x-agent'] },
          { 'x-request-id': 'r-9' },
        )(response, request),
      '/users/me?page=1',
      { headers: { ...get.headers, 'x-agent': 'tester' } },
    )
    expect(JSON.parse(text)).toMatchObject({ url: '/api/users/me?page=1', agent: 'tester' })
    expect(reply.headers.get('x-request-id')).toBe('r-9')
  })

  test('streams: the first part arrives before the server sends the rest', async () => {
    const rest = Promise.withResolvers<void>()
    const proxy = await behindProxy((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[')
      void rest.promise.then(() => response.end(']'))
    })
    const reply = await fetch(`${proxy.apiUrl}/users/me`, get)
    const reader = reply.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('[')
    rest.resolve()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(']')
  })

  test('reports each exchange, valid or not', async () => {
    const reports: unknown[] = []
    const proxy = await behindProxy(json(200, me), { onExchange: (each) => reports.push(each) })
    await (await fetch(`${proxy.apiUrl}/users/me`, get)).text()
    expect(reports).toMatchObject([{ method: 'GET', target: '/api/users/me', operationId: 'getMe', status: 200 }])
  })

  test('answers 502 when the real server is unreachable, and counts that as a violation', async () => {
    const nowhere = new URL('http://127.0.0.1:9/api')
    const proxy = await startMockServer({ proxy: { api: nowhere, assistant: nowhere } })
    closers.push(proxy.close)
    const reply = await fetch(`${proxy.apiUrl}/users/me`, get)
    expect(reply.status).toBe(502)
    expect(await reply.json()).toMatchObject({ code: 'mock.proxy_unreachable' })
    expect(proxy.violations()).toMatchObject([{ status: 502, faults: [expect.stringContaining('does not answer')] }])
  })

  test('counts its violations, and clears them on request', async () => {
    const proxy = await behindProxy(json(202, me))
    // the check is over when the body is
    await (await fetch(`${proxy.apiUrl}/users/me`, get)).text()
    const listed = await (await fetch(`${proxy.url}/__mock/violations`)).json()
    expect(listed).toMatchObject({
      items: [
        {
          faults: [expect.stringContaining('getMe 202: the status is not documented')],
          operationId: 'getMe',
          status: 202,
        },
      ],
    })
    proxy.clearViolations()
    expect(proxy.violations()).toEqual([])
    expect(proxy.violationCount()).toBe(1)
  })
})

describe('what the admin API says of a proxied server', () => {
  test('has its exchanges in the log, without credentials, until the log is emptied', async () => {
    const proxy = await behindProxy(json(200, search, { 'x-request-id': 'r-7' }))
    await (await fetch(`${proxy.apiUrl}/explore/topicQuery`, post(query))).text()
    expect(proxy.requests()).toMatchObject([
      { operationId: 'topicQuery', method: 'POST', path: '/explore/topicQuery', status: 200, body: query },
    ])
    expect(proxy.requests()[0]).toMatchObject({ requestId: 'r-7', faults: [], scenarios: [] })
    expect(JSON.stringify(proxy.requests())).not.toContain('Bearer')
    expect(proxy.verify({ match: { operation: 'topicQuery', body: query }, times: 1 })).toMatchObject({ isMet: true })
    proxy.clearRequests()
    expect(proxy.requests()).toEqual([])
  })

  test('refuses a scenario, which a proxy cannot follow, and does not forward the request', async () => {
    let forwarded = 0
    const proxy = await behindProxy((response, request) => {
      forwarded += 1
      json(200, me)(response, request)
    })
    const headers = { ...get.headers, 'x-mock-scenario': 'rate-limited=20' }
    const reply = await fetch(`${proxy.apiUrl}/users/me`, { headers })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({
      code: 'mock.scenario_without_effect',
      detail: expect.stringContaining('proxy'),
    })
    const added = await fetch(`${proxy.url}/__mock/scenarios`, {
      method: 'POST',
      body: JSON.stringify({ scenario: 'slow=500' }),
    })
    expect(added.status).toBe(422)
    expect([forwarded, proxy.violationCount()]).toEqual([0, 0])
  })
})

describe('a recording', () => {
  test('replays the responses of the real server in order', async () => {
    let turn = 0
    const proxy = await behindProxy((response, request) => {
      turn += 1
      json(200, { ...me, isActivityRecorded: turn > 1 })(response, request)
    })
    for (let call = 0; call < 2; call += 1) await (await fetch(`${proxy.apiUrl}/users/me`, get)).text()
    expect((await recordingOf(proxy)).items).toHaveLength(2)

    const mock = await startMockServer()
    closers.push(mock.close)
    const sent = await fetch(`${mock.url}/__mock/replies`, {
      method: 'POST',
      body: JSON.stringify(await recordingOf(proxy)),
    })
    expect(sent.status).toBe(200)
    const reports = []
    for (let call = 0; call < 3; call += 1) reports.push(await (await fetch(`${mock.apiUrl}/users/me`, get)).json())
    expect(reports.map(({ isActivityRecorded }) => isActivityRecorded)).toEqual([false, true, true])
  })

  test('has the events of a stream, too', async () => {
    const events = 'id: run_1.1\nevent: text-delta\ndata: {"delta":"Oat"}\n\n'
    const proxy = await behindProxy((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events),
    )
    const ask = (url: string) => fetch(`${url}/v1/zeus/query-stream`, post({ message: 'What about oat milk?' }))
    await (await ask(proxy.assistantUrl)).text()
    const mock = await startMockServer()
    closers.push(mock.close)
    for (const reply of proxy.recording()) mock.addReply(reply)
    const replayed = await ask(mock.assistantUrl)
    expect([replayed.headers.get('content-type'), await replayed.text()]).toEqual(['text/event-stream', events])
  })
})

async function recordingOf({ url }: MockServer): Promise<{ items: unknown[] }> {
  return (await fetch(`${url}/__mock/recording`)).json() as Promise<{ items: unknown[] }> // of the admin API
}
