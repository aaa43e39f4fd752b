import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answer, type FaultServer, startFaultServer } from '../testing/fault-server.ts'
import { createHttp, classifyResponse, parseRetryAfter, requestedDelay } from './create-http.ts'
import type { AnswerFormat, HttpRequest, HttpResult } from './http.types.ts'
import { decodeText } from './decode-text.ts'
import { createTokenSession } from './token-session.ts'

describe('createHttp', () => {
  let server: FaultServer
  let now = Date.UTC(2026, 5, 1)
  const waits: number[] = []
  beforeAll(async () => {
    server = await startFaultServer()
  })
  afterAll(() => server.close())
  afterEach(() => {
    waits.length = 0
    server.requestPaths.length = 0
  })

  const create = (intervalMs = 0) =>
    createHttp({
      userAgent: 'auspex-test/1',
      clock: () => new Date(now),
      hosts: { '127.0.0.1': { intervalMs, burst: 2, concurrency: 2 } },
      wait: async (ms) => {
        waits.push(ms)
      },
    })
  const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
    url: server.url,
    signal: AbortSignal.timeout(5000),
    expect: 'json',
    ...more,
  })

  test('rejects a user agent with non-ASCII letters on creation', () => {
    for (const userAgent of ['Auspex é', 'Auspex\r\nx: y', ''])
      expect(() => createHttp({ userAgent, clock: () => new Date() })).toThrow(RangeError)
  })

  test('sends its user agent, and reads compressed responses', async () => {
    server.behave((attempt, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(JSON.stringify({ agent: attempt.headers['user-agent'] })))
    })
    expect(await create().get(request())).toMatchObject({ ok: true, body: '{"agent":"auspex-test/1"}' })
  })

  test('rejects a response of more than 10 MB, or that inflates to more than 30 MB', async () => {
    server.behave(answer({ body: Buffer.alloc(11 * 1024 * 1024, 32) }))
    expect(await create().get(request())).toMatchObject({ ok: false, reason: expect.stringMatching(/10 MB/) })
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 32))
    server.behave(answer({ headers: { 'content-encoding': 'gzip' }, body: bomb }))
    expect(await create().get(request())).toMatchObject({ ok: false, reason: expect.stringMatching(/30 MB/) })
  })

  test('a request that never reached its host does not count against the rate limit', async () => {
    const stoppedServer = await startFaultServer()
    await stoppedServer.close()
    const http = create(1000)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await http.get(request({ url: stoppedServer.url }))).toMatchObject({ ok: false, status: 'upstream_down' })
    expect(waits).toEqual([])
  })

  test('a network that drops everything fails after the connection timeout, and does not count against the rate limit', async () => {
    const http = createHttp({
      userAgent: 'auspex-test/1',
      clock: () => new Date(now),
      wait: async (ms) => void waits.push(ms),
      connectTimeoutMs: 20,
      lookup: () => {}, // the name server never answers
    })
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await http.get(request({ url: 'http://source.example/', timeoutMs: 60_000 }))).toMatchObject({
        ok: false,
        status: 'upstream_down',
        outage: 'no_connection',
        reason: expect.stringContaining('no connection came about in time'),
      })
    expect(waits).toEqual([])
  })

  test('distinguishes silence from a refused connection and from an error response', async () => {
    const outageOf = async (more: Partial<HttpRequest> = {}) => {
      const result = await create().get(request(more))
      return result.ok ? 'none' : result.outage
    }
    server.behave(() => {})
    expect(await outageOf({ timeoutMs: 50 })).toBe('no_answer')
    server.behave(answer({ status: 503, body: '' }))
    expect(await outageOf()).toBeUndefined()
    const stoppedServer = await startFaultServer()
    await stoppedServer.close()
    expect(await outageOf({ url: stoppedServer.url })).toBe('no_connection')
  })

  test('spaces requests out after the burst', async () => {
    server.behave(answer({ body: '{}' }))
    const http = create(1000)
    for (let times = 0; times < 4; times += 1) await http.get(request())
    expect(waits).toEqual([1000, 2000])
  })

  test('refuses immediately when the next slot is far off, with the time until then', async () => {
    server.behave(answer({ body: '{}' }))
    const http = create(30_000)
    for (let times = 0; times < 2; times += 1) expect(await http.get(request())).toMatchObject({ ok: true })
    expect(await http.get(request())).toMatchObject({ ok: false, status: 'rate_limited', retryAfterMs: 30_000 })
    expect(waits).toEqual([])
    expect(server.requestPaths).toHaveLength(2)
  })

  test('observes a pause that the host requested, without another request', async () => {
    const http = create()
    server.behave(answer({ status: 429, headers: { 'retry-after': '60' }, body: '' }))
    await http.get(request())
    server.behave(answer({ body: '{}' }))
    now += 20_000
    expect(await http.get(request())).toMatchObject({ ok: false, status: 'rate_limited', retryAfterMs: 40_000 })
    expect(server.requestPaths).toHaveLength(1)
    now += 41_000
    expect(await http.get(request())).toMatchObject({ ok: true })
  })

  test('sends one request and never retries by itself', async () => {
    server.behave(answer({ status: 500, body: '' }))
    await create().get(request())
    expect(server.requestPaths).toHaveLength(1)
  })

  test('limits the open requests to a host, and a cancelled one frees its slot', async () => {
    const http = create()
    const twoArrived = Promise.withResolvers<void>()
    server.behave(() => {
      if (server.requestPaths.length === 2) twoArrived.resolve()
    })
    const first = new AbortController()
    const others = new AbortController()
    const open = [first, others].map(({ signal }) => http.get(request({ signal })))
    const queued = http.get(request({ signal: others.signal }))
    await twoArrived.promise
    expect(server.requestPaths).toHaveLength(2)
    others.abort()
    first.abort()
    for (const waiting of [...open, queued]) await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    server.behave(answer({ body: '{}' }))
    expect(await http.get(request())).toMatchObject({ ok: true })
  })
})

describe('classify response', () => {
  const classify = (
    body: string,
    { httpStatus = 200, kind = 'json' }: { httpStatus?: number; kind?: AnswerFormat } = {},
  ) => classifyResponse({ httpStatus, contentType: 'text/html', body }, { expect: kind })?.status ?? null

  describe('classifyResponse', () => {
    test.each([
      ['{"hits":[]}', null],
      ['[]', null],
      ['  {"articles":[{"title":"Quota exceeded at the port","url":"x"}]}', null],
      ['Rate exceeded.', 'rate_limited'],
      ['{"Note":"Our standard API call frequency is 5 calls per minute"}', 'rate_limited'],
      ['{"error":"Invalid API key"}', 'auth'],
      ['{"error":"cannot parse numericFilters"}', 'schema_changed'],
      ['<html><title>Just a moment...</title></html>', 'blocked'],
      ['<!DOCTYPE html><p>Welcome</p>', 'schema_changed'],
      ['', 'schema_changed'],
      ['{"hits":[', 'schema_changed'],
    ])('%j with status 200 is %s', (body, status) => expect(classify(body)).toBe(status))

    test.each([
      [401, '', 'auth'],
      [403, '', 'blocked'],
      [403, 'Daily quota used up', 'rate_limited'],
      [404, '', 'schema_changed'],
      [301, '', 'schema_changed'],
      [418, '', 'blocked'],
      [422, '', 'bad_query'],
      [429, '', 'rate_limited'],
      [451, '', 'blocked'],
      [500, '', 'upstream_down'],
      [503, 'Too many requests', 'rate_limited'],
    ])('%i with "%s" is %s', (httpStatus, body, status) => expect(classify(body, { httpStatus })).toBe(status))

    test('a web page is no feed', () => {
      expect(classify('<!doctype html><p>x', { kind: 'feed' })).toBe('schema_changed')
      expect(classify('<?xml version="1.0"?><rss/>', { kind: 'feed' })).toBeNull()
      expect(classify('<rss><item><title>Captcha wars</title></item></rss>', { kind: 'feed' })).toBeNull()
    })
  })

  describe('other responses', () => {
    test.each<[AnswerFormat, string, string | null]>([
      ['xml', '<?xml version="1.0"?><set/>', null],
      ['xml', 'Rate exceeded.', 'rate_limited'],
      ['xml', '<html><p>Just a moment</p></html>', 'blocked'],
      ['xml', '', 'schema_changed'],
      ['lines', '{"a":1}\n{"a":2}', null],
      ['lines', '', null],
      ['lines', '<Error/>', 'schema_changed'],
      ['page', '<html><p>The filing mentions a captcha</p></html>'.padEnd(30_000), null],
      ['page', '<html><p>Verify you are human</p></html>', 'blocked'],
      ['page', ' ', 'schema_changed'],
    ])('as %s, %j is %s', (kind, body, status) => expect(classify(body, { kind })).toBe(status))

    test('a 404 that means "nothing" is a result; any other is not', () => {
      const request = { expect: 'json', nothingFound: /"NOT_FOUND"/ } as const
      const answered = (httpStatus: number, body: string) =>
        classifyResponse({ httpStatus, contentType: 'application/json', body }, request)?.status ?? null
      expect(answered(404, '{"error":{"code":"NOT_FOUND"}}')).toBeNull()
      expect(answered(404, '<html></html>')).toBe('schema_changed')
      expect(answered(500, '{"error":{"code":"NOT_FOUND"}}')).toBe('upstream_down')
    })
  })

  describe('parseRetryAfter', () => {
    const now = new Date('2026-06-01T00:00:00Z')
    test.each([
      ['120', 120_000],
      ['0', 0],
      ['Mon, 01 Jun 2026 00:01:00 GMT', 60_000],
      ['Sun, 31 May 2026 00:00:00 GMT', 0],
      ['Monday, 01-Jun-26 00:01:00 GMT', 60_000],
      [null, null],
      ['', null],
      ['-5', null],
      ['soon', null],
      ['1.5', null],
    ])('%s is %s ms', (value, ms) => expect(parseRetryAfter(value, now)).toBe(ms))
  })

  describe('requestedDelay', () => {
    const now = new Date('2026-06-01T00:00:00Z')
    test.each<[Record<string, string>, number | null]>([
      [{ 'retry-after': '7', 'x-ratelimit-reset': '90' }, 7000],
      [{ 'x-ratelimit-reset': '90' }, 90_000],
      [{ 'x-ratelimit-reset': '2026-06-01T00:02:00.000Z' }, 120_000],
      [{ 'ratelimit-reset': String(now.getTime() / 1000 + 30) }, 30_000],
      [{ 'x-ratelimit-reset': 'soon' }, null],
      [{}, null],
    ])('%j is %s ms', (headers, ms) => expect(requestedDelay((name) => headers[name] ?? null, now)).toBe(ms))
  })
})

describe('read body', () => {
  const cyrillic = 'Мороз'
  const windows1251 = Buffer.from([0xcc, 0xee, 0xf0, 0xee, 0xe7])
  const xml = (declaration: string, text: Buffer | string) =>
    Buffer.concat([Buffer.from(declaration), Buffer.from('<rss>'), Buffer.from(text), Buffer.from('</rss>')])
  const utf16 = (text: string, order: 'le' | 'be') => {
    const bytes = Buffer.from(text, 'utf16le')
    return order === 'le' ? bytes : bytes.swap16()
  }
  const mark = (order: 'le' | 'be') => Buffer.from(order === 'le' ? [0xff, 0xfe] : [0xfe, 0xff])
  const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])
  const says1251 = '<?xml version="1.0" encoding="windows-1251"?>'
  const saysUtf8 = '<?xml version="1.0" encoding="UTF-8"?>'

  describe('decodeText', () => {
    test.each<[string, Buffer, string]>([
      ['a declaration', xml(says1251, windows1251), 'text/xml'],
      ['a declaration with spaces', xml('<?xml version="1.0" encoding = "windows-1251" ?>', windows1251), 'text/xml'],
      ['a declaration in single quotes', xml("<?xml version='1.0' encoding='windows-1251'?>", windows1251), 'text/xml'],
      ['a declaration behind a line break', xml(`\n${says1251}`, windows1251), 'text/xml'],
      ['a declaration behind spaces and lines', xml(` \r\n\t${says1251}\n`, windows1251), ''],
      ['a declaration in capitals', xml('<?XML VERSION="1.0" ENCODING="WINDOWS-1251"?>', windows1251), 'text/xml'],
      ['a declaration by another name', xml('<?xml version="1.0" encoding="cp1251"?>', windows1251), 'text/xml'],
      ['a header alone', xml('', windows1251), 'text/xml; charset=windows-1251'],
      ['a header in quotes', xml('', windows1251), 'text/xml; charset="windows-1251"'],
      ['a header with spaces', xml('', windows1251), 'text/xml; charset = windows-1251 ; a=b'],
      [
        'a header against the declaration',
        xml('<?xml version="1.0" encoding="iso-8859-1"?>', windows1251),
        'text/xml; charset=windows-1251',
      ],
      ['a header that says UTF-8 and is wrong', xml(says1251, windows1251), 'text/xml; charset=utf-8'],
      ['a header that nobody knows', xml(says1251, windows1251), 'text/xml; charset=x-unknown'],
      ['UTF-8 without a word', xml('', cyrillic), 'text/xml'],
      ['UTF-8 with a declaration that nobody knows', xml('<?xml version="1.0" encoding="x-1"?>', cyrillic), 'text/xml'],
      ['UTF-8 with a header that is wrong', xml(saysUtf8, cyrillic), 'text/xml; charset=iso-8859-1'],
      ['UTF-8 with a declaration that is wrong', xml(says1251, cyrillic), 'text/xml; charset=utf-8'],
      ['UTF-8 with a mark', Buffer.concat([utf8Mark, xml('', cyrillic)]), 'text/xml'],
      [
        'UTF-8 with a mark and a header that is wrong',
        Buffer.concat([utf8Mark, xml('', cyrillic)]),
        'text/xml; charset=iso-8859-1',
      ],
      [
        'UTF-8 with a mark and a declaration that is wrong',
        Buffer.concat([utf8Mark, xml(says1251, cyrillic)]),
        'text/xml',
      ],
      ['UTF-8 that is declared as UTF-16', xml('<?xml version="1.0" encoding="UTF-16"?>', cyrillic), 'text/xml'],
      ['UTF-8 with a header of UTF-16', xml('', cyrillic), 'text/xml; charset=utf-16'],
      [
        'UTF-16 with a mark, little end first',
        Buffer.concat([mark('le'), utf16(`<rss>${cyrillic}</rss>`, 'le')]),
        'text/xml',
      ],
      [
        'UTF-16 with a mark, big end first',
        Buffer.concat([mark('be'), utf16(`<rss>${cyrillic}</rss>`, 'be')]),
        'text/xml',
      ],
      [
        'UTF-16 with a mark against the header',
        Buffer.concat([mark('be'), utf16(`<rss>${cyrillic}</rss>`, 'be')]),
        'text/xml; charset=utf-8',
      ],
      ['UTF-16 without a mark, little end first', utf16(`<rss>${cyrillic}</rss>`, 'le'), 'text/xml'],
      ['UTF-16 without a mark, big end first', utf16(`<rss>${cyrillic}</rss>`, 'be'), 'text/xml; charset=utf-16'],
      [
        'UTF-16 without a mark but with a declaration',
        utf16(`<?xml version="1.0" encoding="UTF-16"?><rss>${cyrillic}</rss>`, 'be'),
        'text/xml',
      ],
    ])('%s is read as it was written', (_, bytes, contentType) => {
      const text = decodeText(bytes, contentType)
      expect(text).toContain(`<rss>${cyrillic}</rss>`)
      expect(text.startsWith('\uFEFF')).toBe(false)
    })

    test('one damaged byte does not change the encoding of a text', () => {
      const bytes = Buffer.concat([Buffer.from(cyrillic), Buffer.from([0xff]), Buffer.from(cyrillic)])
      expect(decodeText(bytes, 'text/plain; charset=utf-8')).toBe(`${cyrillic}\uFFFD${cyrillic}`)
    })

    test('undeclared Windows bytes are decoded as Windows-1252', () => {
      expect(decodeText(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x93, 0x94]), 'text/xml')).toBe('café “”')
    })
  })
})

describe('a token session', () => {
  const refused: HttpResult = { ok: false, status: 'auth', httpStatus: 401, reason: 'Refused', retryAfterMs: null }
  const accepted = { ok: true, httpStatus: 200, body: '{}' } as HttpResult
  /** A session whose application gets `token-1`, `token-2` … for an hour each, and what was sent with which token. */
  const startSession = (answers: (token: string) => HttpResult, signIn = (): boolean => true) => {
    let now = Date.UTC(2026, 5, 1)
    const log: string[] = []
    let signIns = 0
    const request = createTokenSession({
      clock: () => new Date(now),
      requestToken: async () => {
        log.push('sign in')
        return signIn() ? { ...accepted, body: `token-${(signIns += 1)}` } : refused
      },
      parseToken: (value) => ({ value, seconds: 3_600 }),
    })
    const send = () =>
      request(async ({ authorization }) => {
        const token = authorization.replace('Bearer ', '')
        log.push(token)
        return answers(token)
      }, AbortSignal.timeout(5_000))
    return { send, log, later: (ms: number) => (now += ms) }
  }

  test('replaces a token that was revoked, once', async () => {
    const { send, log } = startSession((token) => (token === 'token-1' && log.length > 2 ? refused : accepted))
    await send()
    expect(await send()).toEqual(accepted)
    expect(log).toEqual(['sign in', 'token-1', 'token-1', 'sign in', 'token-2'])
  })

  test('does not send again with a second fresh token what the first was refused for', async () => {
    const { send, log, later } = startSession((token) => (token === 'token-1' ? accepted : refused))
    await send()
    later(2 * 3_600_000)
    expect(await send()).toEqual(refused)
    expect(log).toEqual(['sign in', 'token-1', 'sign in', 'token-2'])
  })

  test('signs in once with credentials that are refused after its token has expired', async () => {
    let isKnown = true
    const { send, log, later } = startSession(
      () => accepted,
      () => isKnown,
    )
    await send()
    isKnown = false
    later(2 * 3_600_000)
    expect(await send()).toEqual(refused)
    expect(log).toEqual(['sign in', 'token-1', 'sign in'])
  })
})
