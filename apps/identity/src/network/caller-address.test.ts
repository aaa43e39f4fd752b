import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createAddressReader, parseProxyTrust, type ProxyTrust } from './caller-address.ts'

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

  test('is the nearest that no trusted range holds', async () => {
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
