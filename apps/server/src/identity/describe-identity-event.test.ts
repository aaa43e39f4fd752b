import type { SecurityEvent as IdentityEvent } from '@auspex/identity'
import { expect, test } from 'vitest'
import { describeIdentityEvent } from './start-identity.ts'

const request = {
  at: 1_795_248_000_000,
  address: '203.0.113.7',
  method: 'POST',
  path: '/token',
  clientId: 'auspex-web',
}

const facts: { event: IdentityEvent; accountId: string | null; facts: object }[] = [
  { event: { ...request, name: 'sign-in.succeeded', accountId: 'usr_1' }, accountId: 'usr_1', facts: {} },
  { event: { ...request, name: 'sign-in.failed', accountId: null }, accountId: null, facts: {} },
  {
    event: { ...request, name: 'sign-in.throttled', accountId: 'usr_1', retryAfterSeconds: 8 },
    accountId: 'usr_1',
    facts: { retryAfterSeconds: 8 },
  },
  { event: { ...request, name: 'sign-out.succeeded', accountId: 'usr_1' }, accountId: 'usr_1', facts: {} },
  { event: { ...request, name: 'refresh-token.replayed', accountId: 'usr_1' }, accountId: 'usr_1', facts: {} },
  {
    event: { ...request, name: 'token.refused', error: 'invalid_grant' },
    accountId: null,
    facts: { error: 'invalid_grant' },
  },
  {
    event: { ...request, name: 'service-token.issued', scopes: ['search', 'import'] },
    accountId: null,
    facts: { scopes: ['search', 'import'] },
  },
  {
    event: { ...request, name: 'request.throttled', retryAfterSeconds: 3 },
    accountId: null,
    facts: { retryAfterSeconds: 3 },
  },
]

test.each(facts)(
  '$event.name of the identity provider becomes an event of the security log',
  ({ event, ...expected }) => {
    expect(describeIdentityEvent(event)).toEqual({
      name: event.name,
      at: new Date('2026-11-21T08:00:00Z'),
      address: '203.0.113.7',
      clientId: 'auspex-web',
      operation: 'POST /token',
      ...expected,
    })
  },
)

test.each([
  ['/auth/…', 'POST /auth'],
  ['/.well-known/openid-configuration', 'POST /.well-known'],
  ['/my-password', 'POST /…'],
  ['/', 'POST /…'],
])('the path %s is recorded as %s, because paths can contain typed text', (path, operation) => {
  const event = describeIdentityEvent({ ...request, path, name: 'request.throttled', retryAfterSeconds: 3 })
  expect(event.operation).toBe(operation)
})
