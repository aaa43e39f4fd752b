import { describe, expect, test } from 'vitest'
import { checkIssuer, isSameIssuer } from './issuer.ts'
import { SessionError } from './session-errors.ts'

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

  test('loses a slash at its end', () => {
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

test('two issuers are the same when only a slash at the end differs', () => {
  expect(isSameIssuer('https://a.example/', 'https://a.example')).toBe(true)
  expect(isSameIssuer('https://a.example/x', 'https://a.example')).toBe(false)
})
