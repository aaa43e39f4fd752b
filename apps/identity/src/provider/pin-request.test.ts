import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { pinRequest } from './pin-request.ts'

const issuer = new URL('https://auspex.example.com/oidc')

function createRequest(url: string, headers: Record<string, string> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.url = url
  request.headers = headers
  return request
}

describe('a request for the provider', () => {
  test('has the host and protocol of the issuer, and a path below its mount', () => {
    const request = createRequest('/oidc/auth?a=1', { host: 'evil.example', 'x-forwarded-proto': 'http' })
    expect(pinRequest(request, { issuer, trustProxy: false })).toBe(true)
    expect(request.headers).toEqual({ host: 'auspex.example.com', 'x-forwarded-proto': 'https' })
    expect(request).toMatchObject({ url: '/auth?a=1', originalUrl: '/oidc/auth?a=1' })
  })

  test.each(['/', '/oidc', '/oidcs/auth', '/api/oidc/auth'])('outside its path is not taken: %s', (url) => {
    expect(pinRequest(createRequest(url), { issuer, trustProxy: false })).toBe(false)
  })

  test('keeps the forwarded address only from a proxy that is trusted', () => {
    const forwarded = { 'x-forwarded-for': '192.0.2.1' }
    const [trusted, untrusted] = [createRequest('/oidc/me', forwarded), createRequest('/oidc/me', forwarded)]
    pinRequest(trusted, { issuer, trustProxy: true })
    pinRequest(untrusted, { issuer, trustProxy: false })
    expect(trusted.headers['x-forwarded-for']).toBe('192.0.2.1')
    expect(untrusted.headers['x-forwarded-for']).toBeUndefined()
  })
})
