import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi, type TestRequest } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ config: { corsOrigins: ['https://app.example'] } })
})
afterAll(() => api.close())

const json = { 'content-type': 'application/json' }
const post = (path: string, body: unknown, headers: Record<string, string> = json) =>
  api.request({ method: 'POST', path, as: 'mira', body, headers })

test('an empty optional query parameter counts as absent', async () => {
  const bare = await api.request({ method: 'GET', path: '/explore/generalTrends', as: 'mira' })
  const empty = await api.request({ method: 'GET', path: '/explore/generalTrends?geo=&limit=', as: 'mira' })
  expect([empty.statusCode, empty.json()]).toEqual([200, bare.json()])
  const page = await api.request({ method: 'GET', path: '/users/inbox-list?page=&perPage=&cursor=', as: 'mira' })
  expect(page.statusCode).toBe(200)
})

describe('a request that violates the contract is refused', () => {
  const refused: [string, TestRequest, string, string][] = [
    ['an unknown query parameter', { method: 'GET', path: '/users/me?expand=1' }, 'query', '/expand'],
    ['a query parameter of the wrong type', { method: 'GET', path: '/users/inbox-list?page=first' }, 'query', '/page'],
    [
      'an empty query parameter that is required',
      { method: 'GET', path: '/explore/categoryTrends?category=' },
      'query',
      '/category',
    ],
    ['a query parameter out of range', { method: 'GET', path: '/users/inbox-list?perPage=0' }, 'query', '/perPage'],
    [
      'a repeated query parameter that is no list',
      { method: 'GET', path: '/users/inbox-list?page=1&page=2' },
      'query',
      '/page',
    ],
    ['a path parameter of the wrong form', { method: 'GET', path: '/signal/doc_count/oat' }, 'path', '/id'],
    ['a path parameter that is too long', { method: 'GET', path: `/autocomplete/${'a'.repeat(101)}` }, 'path', '/term'],
    ['no body where one is needed', { method: 'POST', path: '/explore/saveRecentSearch', headers: json }, 'body', '/'],
    [
      'a body of the wrong type',
      { method: 'POST', path: '/explore/saveRecentSearch', body: '[]', headers: json },
      'body',
      '/',
    ],
    [
      'text where a flag belongs',
      { method: 'POST', path: '/explore/saveRecentSearch', body: { query_term: 'oat', force: 'true' } },
      'body',
      '/force',
    ],
    [
      'U+0000 in a text of the body',
      { method: 'POST', path: '/explore/saveRecentSearch', body: { query_term: 'oat\0milk' } },
      'body',
      '/query_term',
    ],
    [
      'a field that the contract does not name',
      { method: 'POST', path: '/explore/saveRecentSearch', body: { query_term: 'oat', more: [{ note: '' }] } },
      'body',
      '/more',
    ],
    [
      'U+0000 in a field of an object that may have more than the contract names',
      {
        method: 'POST',
        path: '/zeus/saveZeusReport',
        body: {
          title: 'Oat milk',
          contents: 'Oat',
          selectedMessages: [
            { timestamp: '2026-11-20T10:00:00Z', role: 'user', content: 'Oat?', more: [{ note: '\0' }] },
          ],
        },
      },
      'body',
      '/selectedMessages/0/more/0/note',
    ],
    [
      'half of a surrogate pair',
      { method: 'POST', path: '/explore/saveRecentSearch', body: '{"query_term":"oat \\ud83d"}', headers: json },
      'body',
      '/query_term',
    ],
    ['U+0000 in the path', { method: 'GET', path: '/autocomplete/oat%00milk' }, 'path', '/term'],
    [
      'JSON that is nested too deep',
      { method: 'POST', path: '/explore/saveRecentSearch', body: `{"a":${'['.repeat(500_000)}`, headers: json },
      'body',
      '/',
    ],
    [
      'half a million items',
      { method: 'POST', path: '/explore/saveRecentSearch', body: `[${'0,'.repeat(500_000)}0]`, headers: json },
      'body',
      '/',
    ],
    [
      'a form without its list',
      {
        method: 'POST',
        path: '/signal/getContextSnippets',
        body: 'x_term=oat',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      'body',
      '/document_ids[]',
    ],
  ]
  test.each(refused)('%s answers 422 and points to the field', async (_case, request, part, pointer) => {
    const reply = await api.request({ as: 'mira', ...request })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({
      code: 'request.invalid',
      errors: [{ in: part, pointer, message: expect.any(String) }],
    })
  })

  test('a body that is not JSON answers 422, as the contract says', async () => {
    const reply = await post('/explore/saveRecentSearch', '{"query_term":')
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ code: 'request.invalid', title: 'The body is not JSON' })
  })

  test('a body with a prototype key is rejected as invalid JSON', async () => {
    const reply = await post('/explore/saveRecentSearch', '{"query_term":"oat","__proto__":{"force":true}}')
    expect(reply.statusCode).toBe(422)
  })

  test('a body of another media type answers 415', async () => {
    for (const headers of [{ 'content-type': 'text/csv' }, { 'content-type': 'application/x-www-form-urlencoded' }]) {
      const reply = await post('/explore/saveRecentSearch', 'query_term=oat', headers)
      expect(reply.statusCode).toBe(415)
      expect(reply.json()).toMatchObject({ code: 'request.unsupported_media_type' })
    }
  })

  test('a body beyond the limit answers 413', async () => {
    const reply = await post('/explore/saveRecentSearch', { query_term: 'a'.repeat(1_100_000) })
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ code: 'request.too_large' })
  })
})

describe('text that is encoded twice', () => {
  test.each(['oat%2500milk', 'oat%25zz', 'oat%252e%252e%252fmilk'])('is decoded once: %s', async (term) => {
    const reply = await api.request({ method: 'GET', path: `/autocomplete/${term}`, as: 'mira' })
    expect(reply.statusCode).toBe(200)
  })

  test('is stored as it was sent', async () => {
    const term = '%6fat &amp; milk \\u0041'
    expect((await post('/explore/saveRecentSearch', { query_term: term })).statusCode).toBe(200)
    const searches = await api.request({ method: 'GET', path: '/recentSearches', as: 'mira' })
    expect(JSON.stringify(searches.json())).toContain(JSON.stringify(term))
  })
})

describe('a call without a body', () => {
  test('may still have a media type', async () => {
    const reply = await post('/explore/clearRecentSearches', undefined)
    expect(reply.statusCode).toBe(200)
  })
})

describe('an address that no operation has', () => {
  test('answers 404 with a problem', async () => {
    const reply = await api.request({ method: 'GET', path: '/nothing/here', as: 'mira' })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: 'request.no_such_route', requestId: reply.headers['x-request-id'] })
  })

  test('with another method answers 405 and names the allowed ones', async () => {
    const reply = await api.request({ method: 'PUT', path: '/imports/imp_0000', as: 'root' })
    expect(reply.statusCode).toBe(405)
    expect(reply.headers['allow']).toBe('GET, DELETE, PATCH')
    expect(reply.json()).toMatchObject({ code: 'request.method_not_allowed', detail: 'Use GET, DELETE or PATCH.' })
  })

  test('that cannot be decoded answers 400', async () => {
    const reply = await api.request({ method: 'GET', path: '/autocomplete/%zz', as: 'mira' })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'request.malformed' })
  })
})

describe('every reply', () => {
  test('has the request id chosen by the caller', async () => {
    const reply = await api.request({
      method: 'GET',
      path: '/health/getStatus',
      headers: { 'x-request-id': 'trace-42' },
    })
    expect(reply.headers['x-request-id']).toBe('trace-42')
  })

  test('has our own id if the chosen one is unsafe for a log', async () => {
    for (const id of ['a b', 'x'.repeat(101), 'a\tb', '']) {
      const reply = await api.request({ method: 'GET', path: '/nothing', headers: { 'x-request-id': id } })
      expect(reply.headers['x-request-id']).toMatch(/^r-[0-9a-f-]{36}$/)
      expect(reply.json()).toMatchObject({ requestId: reply.headers['x-request-id'] })
    }
  })

  test('forbids caching, framing and sniffing', async () => {
    for (const path of ['/health/getStatus', '/users/me', '/nothing']) {
      const { headers } = await api.request({ method: 'GET', path })
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      })
    }
  })

  test('is compressed if it is long and unchanged if it is short', async () => {
    const long = await api.request({
      method: 'GET',
      path: '/explore/categories',
      as: 'mira',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(long.headers['content-encoding']).toBe('br')
    const short = await api.request({
      method: 'GET',
      path: '/health/getStatus',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(short.headers['content-encoding']).toBeUndefined()
  })
})

const preflight = (origin: string) =>
  api.app.inject({
    method: 'OPTIONS',
    url: '/api/users/me',
    headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' },
  })

describe('pages of other hosts', () => {
  test('may call the API from a configured origin', async () => {
    const reply = await preflight('https://app.example')
    expect(reply.statusCode).toBe(204)
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    })
  })

  test('may read the rate-limit and retry headers', async () => {
    const reply = await api.request({ method: 'GET', path: '/users/me', headers: { origin: 'https://app.example' } })
    const exposed = String(reply.headers['access-control-expose-headers']).split(', ')
    expect(exposed).toEqual(
      expect.arrayContaining(['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']),
    )
  })

  test('may not call it from any other', async () => {
    const reply = await preflight('https://evil.example')
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })
})
