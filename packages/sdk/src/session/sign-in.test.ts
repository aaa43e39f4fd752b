import { beforeEach, expect, test } from 'vitest'
import { User } from 'oidc-client-ts'
import { returnToKey, signingOutKey } from './session-storage.ts'
import { takeReturnUrl, cancelSignIn, recordAutomaticRetry, retriesAutomatically } from './sign-in.ts'
import { handleUnauthorized, wasRefused } from './token-provider.ts'

// @vitest-environment jsdom

beforeEach(() => sessionStorage.clear())

test('the return address keeps its query and fragment, and is used once', () => {
  const address = `${location.origin}/signals/sg_1?from=2026-01-01#tone`
  sessionStorage.setItem(returnToKey, address)
  expect(takeReturnUrl()).toBe(address)
  expect(takeReturnUrl()).toBe('/')
})

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 'nonsense'])(
  '%s is not a valid return address',
  (address) => {
    sessionStorage.setItem(returnToKey, address)
    expect(takeReturnUrl()).toBe('/')
  },
)

// @vitest-environment jsdom

test('a failed sign-in is retried automatically only once, so that it cannot loop', () => {
  expect(retriesAutomatically('timeout')).toBe(true)
  recordAutomaticRetry()
  expect(retriesAutomatically('timeout')).toBe(false)
})

test('a wrong configuration is not retried', () => {
  expect(retriesAutomatically('config')).toBe(false)
})

test('a cancelled sign-in leads to the start page and forgets its return address', () => {
  sessionStorage.setItem(returnToKey, `${location.origin}/portfolios`)
  const visited: string[] = []
  cancelSignIn({ replace: (address) => void visited.push(address) })
  expect([...visited, takeReturnUrl()]).toEqual(['/', '/'])
})

// @vitest-environment jsdom

const createUser = (token: string) =>
  new User({ access_token: token, token_type: 'Bearer', profile: { sub: 's', iss: 'i', aud: 'a', exp: 1, iat: 1 } })
const user = createUser(`header.payload.${'a'.repeat(40)}`)
const manager = { getUser: async () => user }

test('a refused token reloads the page at most once in 30 seconds, across reloads', async () => {
  const reloads: number[] = []
  for (const now of [100_000, 100_001, 129_999, 130_000, 150_000]) {
    await handleUnauthorized(manager, { now: () => now, reload: () => reloads.push(now) })
  }
  expect(reloads).toEqual([100_000, 130_000])
})

test('boot recognises the refused token but not its replacement', async () => {
  expect(wasRefused(user)).toBe(false)
  await handleUnauthorized(manager, { now: () => 100_000, reload: () => {} })
  expect(wasRefused(user)).toBe(true)
  expect(wasRefused(createUser(`header.payload.${'b'.repeat(40)}`))).toBe(false)
})

test('a signed-out browser does not try to renew a token', async () => {
  await handleUnauthorized({ getUser: async () => null }, { now: () => 100_000, reload: () => {} })
  expect(wasRefused(user)).toBe(false)
})

test('a request that is refused during sign-out does not reload the page', async () => {
  sessionStorage.setItem(signingOutKey, 'closing')
  const reloads: number[] = []
  await handleUnauthorized(manager, { now: () => 100_000, reload: () => reloads.push(1) })
  expect(reloads).toEqual([])
})
