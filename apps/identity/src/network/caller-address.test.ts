import { once } from 'node:events'
import { createServer, IncomingMessage } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createAddressReader, parseProxyTrust, type ProxyTrust } from './caller-address.ts'
import { describeDevice } from '../storage/sql-adapter.ts'
import { pinRequest } from '../provider/pin-request.ts'
import { networkOf } from './network-of.ts'

describe('caller address', () => {
  async function addressOf(trust: ProxyTrust, forwardedFor?: string): Promise<string> {
    const read = createAddressReader(trust)
    const server = createServer((request, response) => response.end(read(request))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      // A listening TCP server has an address object.
      const { port } = server.address() as AddressInfo
      const headers = new Headers(forwardedFor === undefined ? [] : [['x-forwarded-for', forwardedFor]])
      return await (await fetch(`http://127.0.0.1:${port}`, { headers })).text()
    } finally {
      server.close()
    }
  }

  describe('the address of a caller', () => {
    test('is that of the socket without a trusted proxy, whatever a header claims', async () => {
      expect(await addressOf(0, '203.0.113.9')).toBe('127.0.0.1')
    })

    test('is what the one trusted proxy saw, and never what was claimed before it', async () => {
      expect(await addressOf(1, '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7')
      expect(await addressOf(1)).toBe('127.0.0.1')
    })

    test('is the nearest one outside the trusted ranges', async () => {
      const trust = ['loopback', '10.0.0.0/8']
      expect(await addressOf(trust, '203.0.113.9, 198.51.100.7, 10.1.2.3')).toBe('198.51.100.7')
      expect(await addressOf(['10.0.0.0/8'], '198.51.100.7')).toBe('127.0.0.1')
    })
  })

  test.each([
    ['2', 2],
    ['loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
    ['true', null],
    ['10.0.0.0/64', null],
    ['300', null],
  ])('the setting %s is read as %j', (text, trust) => {
    expect(parseProxyTrust(text)).toEqual(trust)
  })
})

describe('a device', () => {
  test.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    ['', null],
  ])('%s is described as %s', (userAgent, device) => {
    expect(describeDevice(userAgent)).toBe(device)
  })

  test('that is not a browser is described in a limited text, or not at all', () => {
    for (const userAgent of ['x'.repeat(10_000), '<script>alert(1)</script>', ')('])
      expect((describeDevice(userAgent) ?? '').length).toBeLessThan(90)
  })
})

describe('network of', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('pin request', () => {
  const issuer = new URL('https://auspex.example.com/oidc')
  const readAddress = () => '192.0.2.7'

  function createRequest(url: string, headers: Record<string, string> = {}): IncomingMessage {
    const request = new IncomingMessage(new Socket())
    request.url = url
    request.headers = headers
    return request
  }

  describe('a request for the provider', () => {
    test('has the host and protocol of the issuer, and a path below its mount', () => {
      const request = createRequest('/oidc/auth?a=1', { host: 'evil.example', 'x-forwarded-proto': 'http' })
      expect(pinRequest(request, { issuer, readAddress })).toBe(true)
      expect(request.headers).toEqual({
        host: 'auspex.example.com',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '192.0.2.7',
      })
      expect(request).toMatchObject({ url: '/auth?a=1', originalUrl: '/oidc/auth?a=1' })
    })

    test.each(['/', '/oidc', '/oidcs/auth', '/api/oidc/auth'])('outside its path is not accepted: %s', (url) => {
      expect(pinRequest(createRequest(url), { issuer, readAddress })).toBe(false)
    })

    test('has one address, which the caller cannot forge', () => {
      const request = createRequest('/oidc/me', { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })
      Object.defineProperty(request.socket, 'remoteAddress', { value: '192.0.2.1' })
      pinRequest(request, { issuer, readAddress: createAddressReader(0) })
      expect(request.headers['x-forwarded-for']).toBe('192.0.2.1')
    })
  })
})
