import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  type AuspexError,
  type ClientOptions,
  createClient,
  createPortfolio,
  createStory,
  DataTooSparseError,
  DecodeError,
  followZeusRun,
  ForbiddenError,
  getContextSnippets,
  getMe,
  getProject,
  getStatus,
  listPortfolios,
  type NetworkError,
  streamZeusReply,
  topicQuery,
  updateProject,
  updateStory,
} from '../index.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { failure, problem, sendJson, serve } from '../testing/server.ts'
import { toFile } from '../uploads.ts'
import { verifyWebhook, WebhookError } from '../webhooks.ts'

const noLog = () => undefined
const to = (url: string, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: url, assistantUrl: url, clock: createFakeClock(), ...options })

describe('a client', () => {
  test('sends its default headers with each call, and the headers of a call instead of its own', async () => {
    const seen: (string | undefined)[] = []
    const server = await serve((request, response) => {
      seen.push(request.headers['x-team']?.toString())
      sendJson(response, 200, {})
    })
    const client = to(server.url, { headers: { 'x-team': 'insights' } })
    await getStatus({ client })
    await getStatus({ client, headers: { 'x-team': 'research' } })
    expect(seen).toEqual(['insights', 'research'])
  })

  test('passes its fetch options to each fetch', async () => {
    const seen: (string | undefined)[] = []
    const client = to('http://auspex.test', {
      fetchOptions: { credentials: 'include', cache: 'no-store' },
      fetch: async (input, init) => {
        const request = new Request(input, init)
        seen.push(request.credentials, request.cache)
        return Response.json({})
      },
    })
    await getStatus({ client })
    expect(seen).toEqual(['include', 'no-store'])
  })

  test.each([
    ['off', []],
    ['error', ['error auspex getMe']],
    ['warn', ['error auspex getMe', 'warn auspex getStatus']],
    ['info', ['error auspex getMe', 'warn auspex getStatus', 'info auspex getStatus']],
  ] as const)('with log level %s writes that much, without tokens', async (logLevel, expected) => {
    let isUp = false
    const server = await serve((request, response) => {
      if (isUp) return sendJson(response, 200, {})
      isUp = !request.url?.includes('users')
      return sendJson(response, 503, problem(503, 'x.y'))
    })
    const lines: string[] = []
    const writeAs = (level: string) => (message: string, facts: object) => {
      lines.push(`${level} ${message}`)
      expect(JSON.stringify(facts)).not.toContain('secret-token')
    }
    const log = { error: writeAs('error'), warn: writeAs('warn'), info: writeAs('info') }
    const client = to(server.url, {
      logLevel,
      log,
      retry: 1,
      auth: { getToken: () => 'secret-token' },
    })
    await failure(getMe({ client }))
    await getStatus({ client })
    await getStatus({ client })
    expect(lines).toEqual(expected)
  })

  test('takes its log level from the environment unless an option sets it', async () => {
    const lines: string[] = []
    const log = { error: noLog, warn: noLog, info: (message: string) => lines.push(message) }
    const fetch = async () => Response.json({})
    process.env.AUSPEX_LOG = 'info'
    try {
      await getStatus({ client: to('http://auspex.test', { log, fetch }) })
      await getStatus({ client: to('http://auspex.test', { log, fetch, logLevel: 'off' }) })
    } finally {
      delete process.env.AUSPEX_LOG
    }
    expect(lines).toEqual(['auspex getStatus'])
  })
})

describe('the hook before a request', () => {
  test('may send another request, to another address and with another body', async () => {
    const server = await serve((request, response) => sendJson(response, 200, { title: request.headers['x-copy'] }))
    const client = to('http://nobody.invalid/api', {
      hooks: {
        beforeRequest: ({ address, headers, body }) => {
          headers.set('x-copy', JSON.stringify(body))
          return new Request(address.replace('http://nobody.invalid/api', server.url), {
            method: 'POST',
            headers,
            body,
          })
        },
      },
    })
    const answer: unknown = await createPortfolio({ title: 'milk' }, { client })
    expect(answer).toEqual({ title: JSON.stringify('{"title":"milk"}') })
  })

  test('may answer itself, without a request', async () => {
    const client = to('http://nobody.invalid', {
      hooks: { beforeRequest: ({ operation }) => Response.json({ operation }) },
    })
    const answer: unknown = await getStatus({ client })
    expect(answer).toEqual({ operation: 'getStatus' })
  })
})

describe('the response of a call', () => {
  test('can be had before its body is read, to read it in another way', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, { version: '1' }))
    const response = await getStatus({ client: to(server.url) }).asResponse()
    expect(response.bodyUsed).toBe(false)
    expect(await response.text()).toBe('{"version":"1"}')
  })

  test('fails there as everywhere when the server refused', async () => {
    const server = await serve((_request, response) => sendJson(response, 403, problem(403, 'x.y')))
    expect(await failure(getStatus({ client: to(server.url) }).asResponse())).toBeInstanceOf(ForbiddenError)
  })

  test.each([
    ['nothing', 204, ''],
    ['null', 200, 'null'],
    ['a list', 200, '[]'],
    ['a text', 200, '"ok"'],
  ])(
    'with %s where the contract has an object is a failure, not an object without fields',
    async (_what, status, body) => {
      const server = await serve((_request, response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      )
      expect(await failure(getStatus({ client: to(server.url) }))).toBeInstanceOf(DecodeError)
    },
  )
})

describe('an id that is missing', () => {
  const options = { client: to('http://nobody.invalid', { fetch: () => Promise.reject(new Error('was sent')) }) }

  test.each([undefined, null, ''])('as %j is refused before anything is sent', async (id) => {
    const server = await serve((_request, response) => sendJson(response, 200, {}))
    // as a caller without types may pass
    const error = await failure(getProject(id as unknown as string, { client: to(server.url) }))
    expect(error).toMatchObject({ name: 'AuspexError', message: expect.stringContaining('getProject needs projectId') })
    // no server has logged it
    expect(error).toMatchObject({ requestId: null, url: null })
    expect(server.requests).toEqual([])
  })

  test.each([
    ['an input', () => updateProject(undefined as never, options), 'updateProject needs projectId, which is missing'],
    ['an id in an input', () => updateProject({ title: 'x' } as never, options), 'updateProject needs projectId'],
    ['an input without an id', () => createStory(undefined as never, options), 'createStory needs an input'],
    ['an input of a form', () => getContextSnippets(undefined as never, options), 'getContextSnippets needs an input'],
    ['an empty id in an input', () => updateStory({ id: '' }, options), 'updateStory needs id, which is empty'],
  ])('%s is refused before anything is sent, as a rejection', async (_what, call, message) => {
    const error = await failure(call())
    expect(error).toMatchObject({ name: 'AuspexError', message: expect.stringContaining(message) })
  })
})

describe('a connection that fails', () => {
  const closedPort = async () => {
    const server = await serve(() => undefined)
    await server.close()
    return server.url
  }
  test('says that no server listens, that there is no such host, or that redirects have no end', async () => {
    const loop = await serve((request, response) => response.writeHead(302, { location: request.url ?? '' }).end())
    const failures = [
      await failure(getStatus({ client: to(await closedPort(), { retry: false }) })),
      await failure(getStatus({ client: to('http://nobody.invalid/api', { retry: false }) })),
      await failure(getStatus({ client: to(loop.url) })),
    ] as NetworkError[]
    expect(failures.map(({ name, code, isRetryable }) => [name, code, isRetryable])).toEqual([
      ['NetworkError', 'network.refused', true],
      ['NetworkError', 'network.unknown_host', true],
      ['NetworkError', 'network.redirects', false],
    ])
    expect(loop.requests.length).toBeLessThanOrEqual(21)
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('self-signed certificate') }))
    const other = (await failure(getStatus({ client: to(loop.url, { fetch, retry: false }) }))) as Error
    expect(other.message).toContain('(self-signed certificate: check baseUrl and the network')
    expect(failures.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The server could not be reached: GET .*refused: check that the server runs/),
      expect.stringMatching(/^The server could not be reached: GET .*no such host: check the name in baseUrl/),
      expect.stringMatching(/^The answer is another redirect: GET .*endlessly: check baseUrl and the proxy in/),
    ])
    expect(failures.map(({ userMessage }) => userMessage)).toEqual([
      expect.stringMatching(/^Error while .*: the server does not answer\. Try again/),
      expect.stringMatching(/^Error while .*: the address of the server was not found\. Check your connection/),
      expect.stringMatching(/^Error while .*: the server sends the request back and forth\./),
    ])
  })

  test.each([
    ['refuses the method', 405, '', ''],
    ['has nothing there', 404, 'text/plain', 'no'],
    ['is a page', 200, 'text/html', '<p>Auspex</p>'],
  ])('to an address without /api that %s says so', async (_what, status, type, body) => {
    const server = await serve((_request, response) => response.writeHead(status, { 'content-type': type }).end(body))
    const error = await failure(topicQuery({ query_term: 'x' }, { client: to(server.url) }))
    expect((error as Error).message).toContain('this is not the API: add /api to baseUrl')
  })
})

describe('too few documents', () => {
  test('say how many were found, how many are needed and what would help', async () => {
    const body = { message: 'data-too-sparse', matched: 3, needed: 20, suggestions: ['Use a wider term.'] }
    const server = await serve((_request, response) => sendJson(response, 200, body))
    const error = await failure(topicQuery({ query_term: 'x' }, { client: to(server.url) }))
    expect(error).toBeInstanceOf(DataTooSparseError)
    expect(error).toMatchObject({
      code: 'data-too-sparse',
      message: 'Only 3 of the 20 documents that a report needs were found. Use a wider term.',
      userMessage: 'Only 3 of the 20 documents that a report needs were found. Use a wider term.',
      matched: 3,
      needed: 20,
      suggestions: ['Use a wider term.'],
    })
  })
})

describe('an error', () => {
  const refuse = async (status: number, code: string, detail: string, getToken?: () => string) => {
    const server = await serve((_request, response) =>
      sendJson(response, status, { ...problem(status, code), title: 'Not yours', detail }),
    )
    const client = to(server.url, { retry: false, ...(getToken && { auth: { getToken } }) })
    return (await failure(listPortfolios({}, { client }))) as AuspexError
  }

  test('is printed in at most ten lines that name the call, the status and the request', async () => {
    const printed = inspect(await refuse(403, 'portfolios.forbidden', 'Ask its owner.'))
    expect(printed.split('\n').length).toBeLessThanOrEqual(10)
    for (const fact of [
      'ForbiddenError',
      'listPortfolios',
      'status: 403',
      'code: portfolios.forbidden',
      'requestId: r-1',
    ])
      expect(printed).toContain(fact)
  })

  test.each([
    [
      'ForbiddenError',
      'http',
      `createServer((_, response) => response.writeHead(403, { 'content-type': 'application/problem+json' }).end('{"title":"No","status":403,"code":"x.y","detail":"Ask.","requestId":"r"}'))`,
    ],
    ['NetworkError', 'net', 'createServer((socket) => socket.destroy())'],
    ['NetworkError', 'net', 'createServer((socket) => socket.destroy())', 'void'],
  ])('that nobody catches, a %s, is printed in at most ten lines', async (name, module, server, wait = 'await') => {
    const index = new URL('../index.ts', import.meta.url).href
    const script = `import { createServer } from 'node:${module}'
      import { createClient, listPortfolios } from '${index}'
      const server = ${server}.listen(0, '127.0.0.1').unref()
      await new Promise((resolve) => server.once('listening', resolve))
      const client = createClient({ baseUrl: 'http://127.0.0.1:' + server.address().port, retry: false })
      ${wait} listPortfolios({}, { client })`
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
    expect(stderr).toContain(`${name}: `)
    expect(stderr).not.toContain('[cause]')
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(10)
  })

  test('that was caused by another one has it as its cause, also for matchers, and can be given another', async () => {
    const server = await serve(() => undefined)
    await server.close()
    const error = (await failure(getStatus({ client: to(server.url, { retry: false }) }))) as NetworkError
    expect(error).toMatchObject({ cause: { message: 'fetch failed' } })
    error.cause = 'the dog'
    expect([error.cause, error instanceof Error, Object.keys(error)]).toEqual(['the dog', true, []])
  })

  test('of a call without any access token names where one comes from, after what the server says', async () => {
    const refuseToken = async (getToken?: () => string) =>
      (await refuse(401, 'identity.unauthenticated', 'This link is for members.', getToken)).message
    for (const getToken of [undefined, () => ''])
      expect(await refuseToken(getToken)).toContain(
        '(This link is for members; no access token was sent: auth.getToken of createClient',
      )
    expect(await refuseToken(() => 'old')).toContain('(This link is for members.)')
  })

  test('of a missing scope tells a person what to do, who has no token to choose', async () => {
    const { message, userMessage } = await refuse(
      403,
      'identity.insufficient_scope',
      'Use a token with the scope write.',
    )
    expect(message).toContain('scope write')
    expect(userMessage).toContain('Sign out and in again')
    expect(userMessage).not.toContain('token')
  })

  test.each(['identity.unauthenticated', 'identity.invalid_token'])(
    'of the code %s asks a person to sign in',
    async (code) => {
      expect((await refuse(401, code, 'The access token is not valid here.')).userMessage).toBe('Sign in to continue.')
    },
  )

  test("has the server's words for a person, else the contract's", async () => {
    expect((await refuse(403, 'portfolios.forbidden', 'Ask its owner.')).userMessage).toBe('Not yours. Ask its owner.')
    expect((await refuse(422, 'signals.query_invalid', '')).userMessage).toBe('Not yours.')
    for (const [status, code] of [
      [422, 'request.invalid'],
      [500, 'request.failed'],
    ] as const)
      expect((await refuse(status, code, 'path /id must match')).userMessage).toBe('Error while getting Portfolios')
  })
})

describe('a stream', () => {
  const sendEvents = 'id: 1\nevent: run-end\ndata: {"type":"run-end"}\n\n'

  test('is started again after a failure, as any call', async () => {
    const server = await serve((_request, response, count) =>
      count === 1
        ? sendJson(response, 503, problem(503, 'x.y'))
        : response.writeHead(200, { 'content-type': 'text/event-stream' }).end(sendEvents),
    )
    const types: string[] = []
    for await (const { type } of followZeusRun('run_1', { client: to(server.url) })) types.push(type)
    expect(types).toEqual(['run-end'])
    expect(server.requests).toHaveLength(2)
  })

  test('that has been read says so instead of being empty', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(sendEvents),
    )
    const stream = streamZeusReply({ message: 'Why?' }, { client: to(server.url) })
    const readAll = async () => {
      for await (const { type } of stream) expect(type).toBe('run-end')
    }
    await readAll()
    await expect(readAll()).rejects.toThrow('The stream of streamZeusReply has been read')
  })
})

describe('a file to upload', () => {
  const bytes = Buffer.from('a,b\n1,2\n')
  test.each([
    ['a Buffer', () => bytes],
    ['a stream of Node.js', () => createReadStream(import.meta.filename, { end: 7 })],
    ['a stream of the web', () => new Blob([bytes]).stream()],
    ['a response', () => new Response(bytes)],
    ['a Blob', () => new Blob([bytes])],
  ])('can be %s', async (_what, open) => {
    const file = await toFile(open(), 'table.csv')
    expect([file.name, file.type, file.size]).toEqual(['table.csv', 'text/csv', 8])
  })
})

describe('misuse of verifyWebhook', () => {
  const headers = new Headers({ 'webhook-id': 'm', 'webhook-timestamp': '1', 'webhook-signature': 'v1,eA==' })
  test.each([
    ['a setting that is missing', { body: '{}', headers, secret: undefined }, 'webhook.secret_invalid'],
    ['an empty list of secrets', { body: '{}', headers, secret: [], now: 1000 }, 'webhook.secret_invalid'],
    ['a parsed body', { body: { id: 'm' }, headers, secret: 'whsec_x' }, 'webhook.body_invalid'],
    ['no headers', { body: '{}', headers: undefined, secret: 'whsec_x' }, 'webhook.header_missing'],
  ])('with %s is a WebhookError', async (_what, input, code) => {
    // as a caller without types may
    const error = await failure(verifyWebhook(input as unknown as Parameters<typeof verifyWebhook>[0]))
    expect(error).toBeInstanceOf(WebhookError)
    expect(error).toMatchObject({ code })
  })
})
