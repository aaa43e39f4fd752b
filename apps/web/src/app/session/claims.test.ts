import { describe, expect, test } from 'vitest'
import { checkIdTokenClaims, decodeIdToken, type IdTokenClaims } from './claims.ts'
import { SessionError } from './session-errors.ts'

const NOW = 1_800_000_000
const expectations = { issuer: 'https://login.example.com', clientId: 'auspex-web', skewSeconds: 300, now: NOW }
const valid: IdTokenClaims = { iss: 'https://login.example.com', aud: 'auspex-web', iat: NOW - 10, exp: NOW + 60 }

describe('the claims of an ID token', () => {
  test.each<[string, IdTokenClaims]>([
    ['of our provider for our client', {}],
    ['of an issuer with a slash', { iss: 'https://login.example.com/' }],
    ['of several audiences', { aud: ['api', 'auspex-web'], azp: 'auspex-web' }],
    ['expired for less than the skew', { iat: NOW - 400, exp: NOW - 300 }],
    ['issued in the future by no more than the skew', { iat: NOW + 300, exp: NOW + 900 }],
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
    ['The JWT expired before it was issued', { iat: NOW, exp: NOW - 1 }],
  ])('are refused: %s', (message, claims) => {
    expect(() => checkIdTokenClaims({ ...valid, ...claims }, expectations)).toThrow(new SessionError('claims', message))
  })
})

describe('a clock that is further off than the skew', () => {
  const lifetime = 60
  const messageAt = (offset: number) => {
    const claims = { ...valid, iat: NOW, exp: NOW + lifetime }
    try {
      checkIdTokenClaims(claims, { ...expectations, now: NOW + offset })
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
  ])('by %i seconds is told, with what to do', (offset, expected) => {
    expect(messageAt(offset)).toBe(
      `The clock of this device is ${expected} that of the sign-in service. Set the date, the time and the time zone of this device, best automatically, then try again.`,
    )
  })

  test('is of no matter when it is off by less', () => {
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
