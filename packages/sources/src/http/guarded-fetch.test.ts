import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { answer, type FaultServer, startFaultServer } from '../testing/fault-server.ts'
import { createGuardedHttp } from './guarded-fetch.ts'
import type { Resolve } from './guarded-url.ts'

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

  test('a name that resolves to a private address is refused, even beside a public one', async () => {
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
  test.each(insides)('a name that %s is refused in the words of all others, and no sooner', async (_, resolve) => {
    const waited = Promise.withResolvers<void>()
    const asked: number[] = []
    const pause = async (ms: number) => {
      asked.push(ms)
      await waited.promise
    }
    const http = createGuardedHttp({ userAgent, clock, resolve, pause })
    let answered = false
    const getting = http
      .get({ url: 'http://inside.example/', signal: AbortSignal.timeout(5000), expect: 'feed' })
      .finally(() => (answered = true))
    for (let turns = 0; turns < 20; turns++) await soon()
    expect([answered, asked]).toEqual([false, [3000]])
    waited.resolve()
    expect(await getting).toEqual({
      ok: false,
      status: 'upstream_down',
      reason: 'The address cannot be fetched: it cannot be reached from the public internet.',
      retryAfterMs: null,
      httpStatus: null,
    })
  })

  test('a redirect to a name inside is refused in the same words, whether or not the name is known', async () => {
    server.behave(answer({ status: 302, headers: { location: 'http://inside.example/' }, body: '' }))
    const answers = await Promise.all(
      insides
        .filter(([name]) => name !== 'is never answered')
        .map(([, resolve]) => get(`${server.url}/`, { resolve, endpoints: [server.endpoint] })),
    )
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  test('the connection goes to the address that was checked, whatever the name says later', async () => {
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

  test('a name that turns private at a redirect to itself is refused', async () => {
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

  test('five redirects are followed, the sixth is not', async () => {
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

  test('the allowance is for one port only', async () => {
    const result = await get(server.url, { endpoints: ['127.0.0.1:1'] })
    expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(/^The address cannot be fetched/) })
  })
})
