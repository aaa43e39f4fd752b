import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answer, type FaultServer, startFaultServer } from '../testing/fault-server.ts'
import { createGuardedHttp } from './guarded-fetch.ts'
import { isPublicAddress, type Resolve } from './guarded-url.ts'
import { createGuardedPost } from './guarded-post.ts'

describe('guarded fetch', () => {
  const clock = () => new Date('2026-06-01T00:00:00Z')
  const userAgent = 'auspex-test/1'
  const feed = answer({ type: 'application/rss+xml', body: '<rss version="2.0"><channel/></rss>' })
  const loopback = [{ address: '127.0.0.1', family: 4 as const }]

  /** Time for a DNS lookup of a test, which completes immediately. */
  const soon = async () => new Promise<void>((done) => setImmediate(done))
  const nobody: Resolve = () => Promise.reject(Object.assign(new Error('no such name'), { syscall: 'getaddrinfo' }))
  const mixedAddresses: Resolve = async () => [{ address: '8.8.8.8', family: 4 }, ...loopback]

  function get(url: string, { resolve = nobody, endpoints = [] as string[], timeoutMs = 1000 } = {}) {
    const http = createGuardedHttp({ userAgent, clock, resolve, allow: { endpoints }, pause: soon })
    return http.get({ url, signal: AbortSignal.timeout(5000), expect: 'feed', timeoutMs })
  }

  describe('createGuardedHttp', () => {
    let server: FaultServer
    beforeAll(async () => {
      server = await startFaultServer()
    })
    afterAll(() => server.close())
    beforeEach(() => {
      server.requestPaths.length = 0
      server.behave(feed)
    })

    const port = () => server.endpoint.split(':')[1] ?? ''

    test.each([
      ['a file', 'file:///etc/passwd', /only http and https/],
      ['another scheme', 'gopher://example.com/', /only http and https/],
      ['nonsense', 'not an address', /no address/],
      ['credentials', 'http://user:secret@example.com/', /user name or password/],
      ['a database port', 'http://example.com:5432/', /port 5432/],
      ['dotted loopback', 'http://127.0.0.1/', /public internet/],
      ['short loopback', 'http://127.1/', /public internet/],
      ['decimal loopback', 'http://2130706433/', /public internet/],
      ['octal loopback', 'http://0177.0.0.1/', /public internet/],
      ['hex loopback', 'http://0x7f.0.0.1/', /public internet/],
      ['hex in one', 'http://0x7f000001/', /public internet/],
      ['full-width digits', 'http://１２７.0.0.1/', /public internet/],
      ['metadata', 'http://169.254.169.254/latest/meta-data/', /public internet/],
      ['IPv6 loopback', 'http://[::1]/', /public internet/],
      ['mapped IPv4', 'http://[::ffff:127.0.0.1]/', /public internet/],
      ['mapped IPv4 in hex', 'http://[::ffff:7f00:1]/', /public internet/],
      ['unique local', 'http://[fd00:ec2::254]/', /public internet/],
      ['private', 'https://10.1.2.3:8443/', /public internet/],
    ])('%s is refused without a connection', async (_, url, reason) => {
      const result = await get(url)
      expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
    })

    test('refuses a name that resolves to a private address, even alongside a public one', async () => {
      expect(await get('http://inside.example/', { resolve: mixedAddresses })).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/public internet/),
      })
    })

    const insides: [string, Resolve][] = [
      ['is not known', nobody],
      ['has no address', async () => []],
      ['has a private address', async () => [{ address: '10.0.0.7', family: 4 }]],
      ['has a private address beside a public one', mixedAddresses],
      ['has an address of this machine', async () => loopback],
      ['is never answered', () => new Promise(() => {})],
      ['cannot be looked up', () => Promise.reject(Object.assign(new Error('try again'), { code: 'EAI_AGAIN' }))],
    ]
    test.each(insides)('refuses a name that %s with the usual message, and no sooner', async (_, resolve) => {
      const waited = Promise.withResolvers<void>()
      const lookups: number[] = []
      const pause = async (ms: number) => {
        lookups.push(ms)
        await waited.promise
      }
      const http = createGuardedHttp({ userAgent, clock, resolve, pause })
      let answered = false
      const getting = http
        .get({ url: 'http://inside.example/', signal: AbortSignal.timeout(5000), expect: 'feed' })
        .finally(() => (answered = true))
      for (let turns = 0; turns < 20; turns++) await soon()
      expect([answered, lookups]).toEqual([false, [3000]])
      waited.resolve()
      expect(await getting).toEqual({
        ok: false,
        status: 'upstream_down',
        reason: 'The address cannot be fetched: it cannot be reached from the public internet.',
        retryAfterMs: null,
        httpStatus: null,
      })
    })

    test('refuses a redirect to an internal name with the same message, whether or not the name exists', async () => {
      server.behave(answer({ status: 302, headers: { location: 'http://inside.example/' }, body: '' }))
      const answers = await Promise.all(
        insides
          .filter(([name]) => name !== 'is never answered')
          .map(([, resolve]) => get(`${server.url}/`, { resolve, endpoints: [server.endpoint] })),
      )
      expect(new Set(answers.map((result) => JSON.stringify(result))).size).toBe(1)
    })

    test('connects to the address that was checked, even if the name resolves differently later', async () => {
      let lookups = 0
      const host = `rebind.example:${port()}`
      const resolve: Resolve = async () => {
        lookups += 1
        return lookups === 1 ? loopback : [{ address: '10.0.0.1', family: 4 }]
      }
      const result = await get(`http://${host}/feed`, { resolve, endpoints: [host] })
      expect(result).toMatchObject({ ok: true, httpStatus: 200 })
      expect(lookups).toBe(1)
      expect(server.requestPaths).toEqual(['/feed'])
    })

    test('refuses a name that becomes private when it redirects to itself', async () => {
      let lookups = 0
      const resolve: Resolve = async () => {
        lookups += 1
        return lookups === 1 ? [{ address: '127.0.0.1', family: 4 }] : [{ address: '169.254.169.254', family: 4 }]
      }
      const host = `first.example:${port()}`
      server.behave(answer({ status: 302, headers: { location: 'http://second.example/' }, body: '' }))
      const result = await get(`http://${host}/`, { resolve, endpoints: [host] })
      expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(/public internet/) })
    })

    test.each([
      'http://127.0.0.1/',
      'http://[::1]:8080/',
      'file:///etc/passwd',
      'http://a:b@example.com/',
      '//10.0.0.1/x',
    ])('a redirect to %s is refused', async (location) => {
      server.behave(answer({ status: 302, headers: { location }, body: '' }))
      const result = await get(`${server.url}/`, { endpoints: [server.endpoint] })
      expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(/^The address cannot be fetched/) })
      expect(server.requestPaths).toHaveLength(1)
    })

    test('follows five redirects, but not the sixth', async () => {
      const redirectTimes = (times: number) =>
        server.behave((request, response) => {
          const step = Number(request.url?.slice(1))
          if (step >= times) feed(request, response)
          else answer({ status: 301, headers: { location: `/${step + 1}` }, body: '' })(request, response)
        })
      redirectTimes(5)
      const good = await get(`${server.url}/0`, { endpoints: [server.endpoint] })
      expect(good).toMatchObject({ ok: true, url: `${server.url}/5` })
      redirectTimes(6)
      const result = await get(`${server.url}/0`, { endpoints: [server.endpoint] })
      expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(/more than five/) })
    })

    test('allows one port only', async () => {
      const result = await get(server.url, { endpoints: ['127.0.0.1:1'] })
      expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(/^The address cannot be fetched/) })
    })
  })
})

describe('guarded post', () => {
  const nobody: Resolve = () => Promise.reject(Object.assign(new Error('no such name'), { syscall: 'getaddrinfo' }))
  const client = ({ resolve = nobody, endpoints = [] as string[] } = {}) =>
    createGuardedPost({
      userAgent: 'auspex-test/1',
      resolve,
      allow: { endpoints },
      timeoutMs: 500,
      pause: async () => {},
    })
  const never = () => new AbortController().signal

  describe('createGuardedPost', () => {
    let server: FaultServer
    beforeAll(async () => {
      server = await startFaultServer()
    })
    afterAll(() => server.close())
    beforeEach(() => {
      server.requestPaths.length = 0
    })
    const url = () => `http://${server.endpoint}/hook`

    test.each([
      ['nonsense', 'not an address', /no address/],
      ['another scheme', 'ftp://example.com/', /only http and https/],
      ['credentials', 'https://user:secret@example.com/', /user name or password/],
      ['a private address', 'https://10.1.2.3/', /public internet/],
      ['metadata', 'http://169.254.169.254/', /public internet/],
      ['an unknown name', 'https://nobody.example/', /public internet/],
    ])('%s is refused both when it is checked and when it is posted to', async (_, address, reason) => {
      expect(await client().check(address)).toMatch(reason)
      expect(await client().post(address, '{}', never())).toMatch(reason)
    })

    test('an internal name is refused like an unknown one, and both take the same time', async () => {
      const refusals = await Promise.all(
        [nobody, async () => [], async () => [{ address: '10.0.0.7', family: 4 as const }]].map(async (resolve) => {
          const waited: number[] = []
          const pause = async (ms: number) => {
            await new Promise<void>((done) => setImmediate(done))
            waited.push(ms)
          }
          const post = createGuardedPost({ userAgent: 'auspex-test/1', resolve, pause })
          const check = await post.check('https://inside.example/')
          return { check, post: await post.post('https://inside.example/', '{}', never()), waited }
        }),
      )
      const why = 'The address cannot be reached from the public internet.'
      expect(refusals).toEqual(refusals.map(() => ({ check: why, post: why, waited: [3000, 3000] })))
    })

    test('a name that became private since it was checked is not contacted', async () => {
      let inside = false
      const resolve: Resolve = async () => [{ address: inside ? '127.0.0.1' : '8.8.8.8', family: 4 }]
      const post = client({ resolve })
      expect(await post.check('http://moving.example/')).toBeNull()
      inside = true
      expect(await post.post('http://moving.example/', '{}', never())).toMatch(/public internet/)
    })

    test('a 2xx response is success; anything else fails with its status, and a redirect is not followed', async () => {
      const post = client({ endpoints: [server.endpoint] })
      server.behave(answer({ status: 202, type: 'text/plain', body: '' }))
      expect(await post.post(url(), '{"a":1}', never())).toBeNull()
      server.behave(answer({ status: 500, type: 'text/plain', body: 'secret' }))
      expect(await post.post(url(), '{}', never())).toBe('It answered 500.')
      server.behave(answer({ status: 302, type: 'text/plain', body: '', headers: { location: '/elsewhere' } }))
      expect(await post.post(url(), '{}', never())).toBe('It answered 302: redirects are not followed.')
      expect(server.requestPaths).toHaveLength(3)
    })

    test.each([
      ['in a header', { 'retry-after': '3' }, '', 3000],
      ['in a body like Telegram’s', {}, '{"ok":false,"parameters":{"retry_after":7}}', 7000],
      ['in a body like Discord’s', {}, '{"message":"slow down","retry_after":0.5}', 500],
      ['in a body like Matrix’s', {}, '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2500}', 2500],
      ['for longer than a day', { 'retry-after': '9999999' }, '', 86_400_000],
      ['nowhere', {}, '<html>', null],
    ])('a receiver that asks for a pause %s is understood', async (_, headers, body, retryAfterMs) => {
      const { exchange } = client({ endpoints: [server.endpoint] })
      server.behave(answer({ status: 429, type: 'application/json', body, headers }))
      const request = { method: 'PUT', url: url(), body: '{}', headers: {} } as const
      expect(await exchange(request, never())).toEqual({ kind: 'answered', status: 429, retryAfterMs })
    })

    test('says whether a receiver that did not answer may have received it', async () => {
      const { exchange } = client({ endpoints: [server.endpoint] })
      const request = { method: 'POST', body: '{}', headers: {} } as const
      server.behave(({ socket }) => void socket?.destroy())
      expect(await exchange({ ...request, url: url() }, never())).toMatchObject({ kind: 'unanswered', isSent: true })
      expect(await exchange({ ...request, url: 'https://10.1.2.3/' }, never())).toMatchObject({ isSent: false })
    })
  })
})

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1', '2606:4700::1111'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    ['loopback', '127.0.0.1 127.255.255.254 ::1'],
    ['unspecified', '0.0.0.0 0.1.2.3 ::'],
    ['private', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 fc00::1 fd12:3456::1'],
    ['link-local', '169.254.0.1 fe80::1 febf::1 fec0::1'],
    ['cloud metadata', '169.254.169.254 168.63.129.16 100.100.100.200 fd00:ec2::254'],
    ['carrier-grade NAT', '100.64.0.1 100.127.255.255'],
    ['multicast and broadcast', '224.0.0.1 239.1.1.1 255.255.255.255 ff02::1'],
    [
      'reserved, test and benchmark',
      '192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 240.0.0.1 2001:db8::1 3fff::1 100::1',
    ],
    ['IPv4 inside IPv6', '::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1'],
    ['tunnels', '2002:7f00:1:: 2001::1'],
    ['no address at all', 'example.com 1.2.3 999.1.1.1 fe80::1%eth0%'],
  ])('%s is not public', (_, addresses) => {
    for (const address of addresses.split(' ')) expect([address, isPublicAddress(address)]).toEqual([address, false])
  })
})
