import { describe, expect, test } from 'vitest'
import { checkIdTokenClaims, decodeIdToken, type IdTokenClaims, checkIssuer, isSameIssuer } from './claims.ts'
import { SessionError } from './session-errors.ts'

const now = 1_800_000_000
const expectations = { issuer: 'https://login.example.com', clientId: 'auspex-web', skewSeconds: 300, now: now }
const valid: IdTokenClaims = { iss: 'https://login.example.com', aud: 'auspex-web', iat: now - 10, exp: now + 60 }

describe('the claims of an ID token', () => {
  test.each<[string, IdTokenClaims]>([
    ['of our provider for our client', {}],
    ['of an issuer with a slash', { iss: 'https://login.example.com/' }],
    ['of several audiences', { aud: ['api', 'auspex-web'], azp: 'auspex-web' }],
    ['expired for less than the skew', { iat: now - 400, exp: now - 300 }],
    ['issued in the future by no more than the skew', { iat: now + 300, exp: now + 900 }],
  ])('%s are accepted', (_name, claims) => {
    expect(() => checkIdTokenClaims({ ...valid, ...claims }, expectations)).not.toThrow()
  })

  test.each<[string, IdTokenClaims]>([
    ['The issuer [https://evil.example] does not match [https://login.example.com]', { iss: 'https://evil.example' }],
    ['The issuer [] does not match [https://login.example.com]', { iss: undefined }],
    ['The audience [other] does not match [auspex-web]', { aud: 'other' }],
    ['The audience [] does not match [auspex-web]', { aud: undefined }],
    ['The authorized party [other] does not match [auspex-web]', { aud: ['auspex-web', 'other'], azp: 'other' }],
    ['The token has no expiry or issue time', { exp: undefined }],
    ['The JWT expired before it was issued', { iat: now, exp: now - 1 }],
  ])('are refused: %s', (message, claims) => {
    expect(() => checkIdTokenClaims({ ...valid, ...claims }, expectations)).toThrow(new SessionError('claims', message))
  })
})

describe('a clock that differs by more than the tolerance', () => {
  const lifetime = 60
  const messageAt = (offset: number) => {
    const claims = { ...valid, iat: now, exp: now + lifetime }
    try {
      checkIdTokenClaims(claims, { ...expectations, now: now + offset })
    } catch (error) {
      return error instanceof SessionError && error.code === 'claims' ? error.message : error
    }
    return null
  }

  test.each([
    [-301, '5 minutes behind'],
    [-360, '6 minutes behind'],
    [-3600, '60 minutes behind'],
    [-7200, '2 hours behind'],
    [-86_400 * 365, '365 days behind'],
    [361, '6 minutes ahead of'],
    [3 * 3600, '3 hours ahead of'],
    [86_400 * 2, '2 days ahead of'],
  ])('%i seconds is reported with what to do', (offset, expected) => {
    expect(messageAt(offset)).toBe(
      `The clock on this device is ${expected} the sign-in service. Set the date, time and time zone automatically, then try again.`,
    )
  })

  test('a smaller difference is ignored', () => {
    for (const offset of [-300, -299, 0, 299, 300, 300 + lifetime]) expect(messageAt(offset)).toBeNull()
  })
})

describe('reading a token', () => {
  test('gives its claims, in any script', () => {
    const payload = Buffer.from(JSON.stringify({ iss: 'https://例え.example', exp: 1 })).toString('base64url')
    expect(decodeIdToken(`e30.${payload}.x`)).toEqual({ iss: 'https://例え.example', exp: 1 })
  })

  test.each(['', 'abc', 'a.b', 'e30.!!!.x', `e30.${btoa('[')}.x`, `e30.${btoa('"text"')}.x`])(
    '"%s" is a malformed token',
    (token) => {
      expect(() => decodeIdToken(token)).toThrow(new SessionError('malformed', 'Malformed token'))
    },
  )
})

describe('a configured issuer', () => {
  test.each([
    'https://login.example.com/oauth2/default',
    'http://localhost:4180/oidc',
    'http://127.0.0.1:4180',
    'http://[::1]:4180',
    'https://administration.example.com/admin',
    'https://badmin.example.com',
  ])('%s is accepted', (issuer) => {
    expect(checkIssuer(issuer)).toBe(issuer)
  })

  test('drops a trailing slash', () => {
    expect(checkIssuer('https://tenant.auth0.com/')).toBe('https://tenant.auth0.com')
  })

  test.each([
    [undefined, 'No issuer is configured'],
    ['', 'No issuer is configured'],
    ['login.example.com', 'The issuer must be a valid URL'],
    ['javascript:alert(1)', 'The issuer must be a valid URL'],
    ['http://login.example.com', 'The issuer must use https'],
    ['https://acme-admin.okta.com/oauth2/default', 'The issuer must not contain an admin subdomain'],
    ['https://admin.example.com', 'The issuer must not contain an admin subdomain'],
    ['https://login.Admin.example.com/oidc', 'The issuer must not contain an admin subdomain'],
    ['https://eu.acme-admin.okta.com.', 'The issuer must not contain an admin subdomain'],
  ])('%s is refused: %s', (issuer, message) => {
    expect(() => checkIssuer(issuer)).toThrow(new SessionError('config', message))
  })
})

test('two issuers are equal if only a trailing slash differs', () => {
  expect(isSameIssuer('https://a.example/', 'https://a.example')).toBe(true)
  expect(isSameIssuer('https://a.example/x', 'https://a.example')).toBe(false)
})
