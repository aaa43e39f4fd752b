import type { PersonName } from '../testing/people.ts'
import { loadContract } from '@auspex/contract'
import { unknownFieldRequests, wholeRequests } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toTestRequest } from '../testing/fuzz-call.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

describe('hostile bodies api', () => {
  let api: TestApi
  let address: string
  beforeAll(async () => {
    api = await createTestApi()
    address = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}/api`
  })
  afterAll(() => api.close())

  const send = async (path: string, as: PersonName, type: string, body: string): Promise<Response> =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await api.tokenOf(as)}`, 'content-type': type },
      body,
    })
  const json = 'application/json'
  const form = 'application/x-www-form-urlencoded'

  const wrongItems = (count: number, item: string) => `{"queries":[${`${item},`.repeat(count - 1)}${item}]}`

  // fails after five seconds: each of these bodies used to block the process for seconds to minutes
  test.each<[string, string, PersonName, string, string, number]>([
    ['500,000 wrong items', '/explore/topicQueryLiteBulk', 'mira', json, wrongItems(500_000, '0'), 422],
    ['more bytes than are read', '/explore/topicQueryLiteBulk', 'mira', json, wrongItems(500_000, '{}'), 413],
    ['brackets without an end', '/explore/topicQueryLiteBulk', 'mira', json, '['.repeat(1_000_000), 422],
    [
      'a field of 20,000 items that must be unique',
      '/signal/query',
      'mira',
      json,
      JSON.stringify({ query_term: 'oat', sources: Array.from({ length: 20_000 }, (_, n) => `s${n}`) }),
      422,
    ],
    [
      '25,000 fields of a form',
      '/signal/getContextSnippets',
      'mira',
      form,
      Array.from({ length: 25_000 }, (_, n) => `f${n}=1`).join('&'),
      422,
    ],
    [
      '4 MB of an import',
      '/imports/imp_0000/batches',
      'importer',
      json,
      `{"documents":[${'{},'.repeat(1_390_000)}{}]}`,
      422,
    ],
  ])('%s are refused at once without delaying other requests', async (...[, path, as, type, body, status]) => {
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () => send(path, as, type, body)),
      ...Array.from({ length: 10 }, () => fetch(`${address}/health/getStatus`)),
    ])
    const statuses = replies.map((reply) => reply.status)
    expect(statuses.slice(0, 5)).toEqual([status, status, status, status, status])
    expect(new Set(statuses.slice(5))).toEqual(new Set([200]))
  })
})

describe('raw requests api', () => {
  let api: TestApi
  let port: number
  beforeAll(async () => {
    api = await createTestApi()
    await api.app.listen({ host: '127.0.0.1', port: 0 })
    port = (api.app.server.address() as AddressInfo).port // a TCP server has an AddressInfo
  })
  afterAll(() => api.close())

  /** Sends raw bytes; resolves with what the server sent before it closed the connection. */
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
      socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
      socket.once('error', reject)
      socket.once('close', () => resolve(received))
    })

  const targets = [
    '/api//',
    '/api/%zz',
    '/api/%00',
    '/api/autocomplete/%ff',
    '/api/users/me?%=%zz&&=',
    '//',
    '//evil.example/x',
    '/\\',
    'http://',
    'http://h',
    'http://h//x',
    'http://[',
    '*',
    '/\u00e9',
    '/api/\u00ff',
    `/api/${'a'.repeat(15_000)}`,
  ]
  const headers = [
    'Authorization: \u00ff',
    'Origin: \u00ff',
    'X-Request-Id: \u00ff',
    'Accept-Encoding: \u00ff',
    'Content-Type: \u00ff',
  ]

  describe('the API on a port of its own', () => {
    test.each(targets)('answers or refuses %s with any method', async (target) => {
      const token = await api.tokenOf('mira')
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'QUERY'])
        for (const lines of [[], headers, [`Authorization: Bearer ${token}`]]) {
          const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines, '', '']
          const reply = await send(head.join('\r\n'))
          expect([method, target, reply]).toEqual([method, target, expect.stringMatching(/^HTTP\/1\.1 [1-4]\d\d /)])
        }
      expect((await api.request({ method: 'GET', path: '/health/getStatus' })).statusCode).toBe(200)
    })

    test('limits the time for sending the headers and the whole request', () => {
      const { headersTimeout, requestTimeout } = api.app.server
      expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 20_000, requestTimeout: 300_000 })
    })
  })
})

describe('unknown fields api', () => {
  const document = readContractDocument()
  const { operations } = loadContract(document)

  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  describe('a field unknown to the contract is refused by name', () => {
    test.each(operations)('$id: in the query, in the body and in every nested object', async (operation) => {
      const wrong = wholeRequests(document, operation).flatMap((request) =>
        unknownFieldRequests(document, operation, request),
      )
      for (const { in: part, pointer, request } of wrong) {
        const call = toTestRequest(operation, request)
        if (call === null) continue
        const reply = await api.request({ ...call, as: 'root' })
        expect({ pointer, status: reply.statusCode, body: reply.json() }).toMatchObject({
          pointer,
          status: 422,
          body: {
            code: 'request.invalid',
            detail: expect.stringContaining(`${part} ${pointer} is not part of the contract`),
            errors: expect.arrayContaining([expect.objectContaining({ in: part, pointer, code: 'field.unknown' })]),
          },
        })
      }
      expect(wrong.length).toBeGreaterThan(0)
    })
  })

  test.each([
    ['start_date_time', '2026-11-01T00:00:00Z', 'startDate'],
    ['end_date_time', '2026-11-20T00:00:00Z', 'endDate'],
    ['country', 'DE', 'geo'],
  ])(
    'a search with %s is refused and told of the right name, instead of counting everything',
    async (name, value, nearest) => {
      const reply = await api.request({
        method: 'POST',
        path: '/explore/topicQuery',
        as: 'mira',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query_term: 'oat milk', [name]: value }),
      })
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({
        code: 'request.invalid',
        detail: `body /${name} is not part of the contract; did you mean ${nearest}?`,
        errors: [{ in: 'body', pointer: `/${name}`, code: 'field.unknown', nearest }],
      })
    },
  )
})

describe('blank titles api', () => {
  const document = readContractDocument()

  /** Names of the fields in which a person names something. */
  const titleFields = new Set(['title', 'displayTitle', 'name', 'label', 'firstName', 'lastName'])
  /** Content written by others and chart labels may be blank. */
  const mayBeBlank = /^\/(?:documents|content|cards)\b/u

  interface BlankTitle {
    readonly pointer: string
    readonly body: unknown
  }

  /** One copy of the body for each title in it, with that title blank. */
  function blankTitles(body: unknown, pointer = ''): BlankTitle[] {
    if (Array.isArray(body)) {
      return body.flatMap((item, index) =>
        blankTitles(item, `${pointer}/${index}`).map((blank) => ({ ...blank, body: body.with(index, blank.body) })),
      )
    }
    if (typeof body !== 'object' || body === null) return []
    return Object.entries(body).flatMap(([name, value]) => {
      const at = `${pointer}/${name}`
      if (mayBeBlank.test(at)) return []
      if (titleFields.has(name) && typeof value === 'string') return [{ pointer: at, body: { ...body, [name]: '   ' } }]
      return blankTitles(value, at).map((blank) => ({ ...blank, body: { ...body, [name]: blank.body } }))
    })
  }

  const requests = loadContract(document).operations.flatMap((operation) =>
    wholeRequests(document, operation).flatMap((request) =>
      blankTitles(request.body).map(({ pointer, body }) => ({
        id: operation.id,
        pointer,
        call: toTestRequest(operation, { ...request, body }),
      })),
    ),
  )

  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  describe('a blank title is refused with a pointer to it', () => {
    test('in everything that has a title', () => {
      expect([...new Set(requests.map(({ id }) => id))]).toEqual(
        expect.arrayContaining([
          'createPortfolio',
          'createProject',
          'createStory',
          'createWorkflow',
          'saveZeusReport',
          'createUser',
        ]),
      )
    })

    test.each(requests)('$id: $pointer', async ({ pointer, call }) => {
      if (call === null) throw new Error('No request can be made of it')
      const reply = await api.request({ ...call, as: 'root' })
      expect(reply.json()).toMatchObject({
        code: 'request.invalid',
        errors: expect.arrayContaining([expect.objectContaining({ in: 'body', pointer })]),
      })
    })
  })
})
