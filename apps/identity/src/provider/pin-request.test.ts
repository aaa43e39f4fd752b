import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createAddressReader } from '../network/caller-address.ts'
import { pinRequest } from './pin-request.ts'

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

  test.each(['/', '/oidc', '/oidcs/auth', '/api/oidc/auth'])('outside its path is not taken: %s', (url) => {
    expect(pinRequest(createRequest(url), { issuer, readAddress })).toBe(false)
  })

  test('carries one address, and not one that the caller made up', () => {
    const request = createRequest('/oidc/me', { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })
    Object.defineProperty(request.socket, 'remoteAddress', { value: '192.0.2.1' })
    pinRequest(request, { issuer, readAddress: createAddressReader(0) })
    expect(request.headers['x-forwarded-for']).toBe('192.0.2.1')
  })
})
