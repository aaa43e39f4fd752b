import { inspect } from 'node:util'
import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts'
import { describe, expect, test } from 'vitest'
import { messages, SessionError, translateError } from './session-errors.ts'
import { checkScopes } from './session-config.ts'

// @vitest-environment jsdom

const invalidTokenError = Object.assign(new Error('Invalid token specified'), { name: 'InvalidTokenError' })
const createOAuthError = (error: string, grant?: string) =>
  new ErrorResponse(
    { error, error_description: `because of ${error}` },
    grant ? new URLSearchParams({ grant_type: grant }) : undefined,
  )

/** An error whose description the provider put into the callback. */
const createCallbackError = (error_description: string) =>
  new ErrorResponse({ error: 'access_denied', error_description })

test('every message that the specification lists for its identity library has a code', () => {
  expect(Object.values(messages).toSorted()).toEqual(
    [
      'Too many token renew requests',
      'OAuth flow timed out',
      'The refresh token is invalid or expired.',
      'Malformed token',
      'Unknown error',
      'No issuer is configured',
      'Registration is not supported based on your current org configuration.',
      'Self Service Account Unlock is not supported based on your current org configuration.',
      'State in redirect uri does not match with transaction state',
      'Unable to parse interaction_code from the url',
      'No transaction data was found in storage',
      'Unable to proceed: saved transaction could not be loaded',
    ].toSorted(),
  )
})

test('each of these messages sent by a provider keeps its text and its code', () => {
  for (const [code, message] of Object.entries(messages))
    expect(translateError(createCallbackError(message))).toMatchObject({ code, message })
})

describe('an error of the library', () => {
  test.each([
    [
      'No matching state found in storage',
      new Error('No matching state found in storage'),
      'state',
      'State in redirect uri does not match with transaction state',
    ],
    [
      'State does not match',
      new Error('State does not match'),
      'state',
      'State in redirect uri does not match with transaction state',
    ],
    [
      'No state in response',
      new Error('No state in response'),
      'state',
      'State in redirect uri does not match with transaction state',
    ],
    [
      'a time-out of the iframe',
      new ErrorTimeout('IFrame timed out without a response'),
      'timeout',
      'OAuth flow timed out',
    ],
    [
      'a dead refresh token',
      createOAuthError('invalid_grant', 'refresh_token'),
      'refresh_token',
      'The refresh token is invalid or expired.',
    ],
    ['a dead code', createOAuthError('invalid_grant', 'authorization_code'), 'provider', 'because of invalid_grant'],
    ['Cancel at the provider', createOAuthError('access_denied'), 'cancelled', 'because of access_denied'],
    [
      'nobody signed in at the provider',
      createOAuthError('login_required'),
      'login_required',
      'because of login_required',
    ],
    ['a token that cannot be decoded', invalidTokenError, 'malformed', 'Malformed token'],
    ['status 500 without a reason', new Error('Internal Server Error (500)'), 'server', 'Unknown error'],
    ['status 503 with a body', new Error('Service Unavailable (503): {}'), 'server', 'Unknown error'],
    ['status 500 with an OAuth error', createOAuthError('server_error'), 'server', 'Unknown error'],
    [
      'a provider without registration',
      createCallbackError('Registration is not supported based on your current org configuration.'),
      'registration',
      'Registration is not supported based on your current org configuration.',
    ],
    [
      'a provider without account unlock',
      createCallbackError('Self Service Account Unlock is not supported based on your current org configuration.'),
      'unlock',
      'Self Service Account Unlock is not supported based on your current org configuration.',
    ],
    ['status 404', new Error('Not Found (404)'), 'provider', 'Not Found (404)'],
    ['no network', new TypeError('Failed to fetch'), 'provider', 'Failed to fetch'],
    ['something thrown that is no error', 'odd', 'provider', 'odd'],
  ])('%s becomes a session error', (_name, cause, code, message) => {
    expect(translateError(cause)).toEqual(new SessionError(code as SessionError['code'], message, { cause }))
    expect(translateError(cause).code).toBe(code)
  })

  test('a session error is returned unchanged', () => {
    const error = new SessionError('throttle', 'Too many token renew requests')
    expect(translateError(error)).toBe(error)
  })

  test('keeps its code in a log, which prints it in a few lines', () => {
    const error = translateError(createOAuthError('invalid_grant', 'refresh_token'))
    const message = 'The refresh token is invalid or expired.'
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({
      error: { name: 'SessionError', message, code: 'refresh_token' },
    })
    const lines = inspect(error).split('\n')
    expect(lines[0]).toBe(`SessionError: ${message}`)
    expect(lines.slice(-2)).toEqual(['  code: refresh_token', '  cause: because of invalid_grant'])
    expect(lines.length).toBeLessThan(8)
  })
})

test('the product asks for openid, profile, email and organization', () => {
  expect(checkScopes()).toEqual(['openid', 'profile', 'email', 'organization'])
})

test.each(['openid profile', { 0: 'openid' }, ['openid', 1], null])('scopes must be an array, not %j', (scopes) => {
  expect(() => checkScopes(scopes)).toThrow('Scopes must be an array')
})
