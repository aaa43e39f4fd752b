// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { IdentityManager } from './identity-manager.ts'
import { refusedTokenKey, signingOutKey } from './session-storage.ts'
import { hasStoredSession, openStoredSession } from './stored-session.ts'

const config = { issuer: 'https://login.example.com/', clientId: 'auspex-web' }
const startedAt = Date.parse('2026-11-20T12:00:00Z')
const key = new IdentityManager(config).storageKey
const scope = 'openid profile email organization'

/** Stores tokens as the library does. */
const storeTokens = (secondsLeft: number, accessToken = 'first', scopes = scope) =>
  localStorage.setItem(
    key,
    JSON.stringify({ access_token: accessToken, scope: scopes, expires_at: Date.now() / 1000 + secondsLeft }),
  )

/** What another tab does to the tokens, as this tab hears of it. */
const hearFromTab = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))

const open = () => {
  const manager = new IdentityManager(config)
  const start = vi.fn(async () => manager)
  return { start, manager, session: openStoredSession(config, start) }
}

beforeEach(() => {
  vi.useFakeTimers({ now: startedAt })
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('a stored session', () => {
  test('gives its token, and creates the manager 15 seconds before the tokens have to be renewed', async () => {
    storeTokens(300)
    expect(hasStoredSession()).toBe(true)
    const { session, start } = open()
    expect(await session?.getToken()).toBe('first')
    await vi.advanceTimersByTimeAsync(254_000)
    expect(start).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2000)
    expect(start).toHaveBeenCalledOnce()
  })

  test('gives the token that another tab got, and waits for its renewal', async () => {
    storeTokens(300)
    const { session, start } = open()
    await vi.advanceTimersByTimeAsync(200_000)
    storeTokens(300, 'second')
    hearFromTab(localStorage.getItem(key))
    await vi.advanceTimersByTimeAsync(200_000)
    expect(await session?.getToken()).toBe('second')
    expect(start).not.toHaveBeenCalled()
  })

  test('that expired while the computer slept is renewed before the next request', async () => {
    storeTokens(300)
    const { session, start, manager } = open()
    vi.setSystemTime(startedAt + 3_600_000)
    vi.spyOn(manager, 'getUser').mockImplementation(async () => null)
    expect(await session?.getToken()).toBeUndefined()
    expect(start).toHaveBeenCalledOnce()
    expect(manager.getUser).toHaveBeenCalled()
  })

  test('tries again if the manager could not be created, with the token that is left', async () => {
    storeTokens(300)
    const { session, start } = open()
    start.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await vi.advanceTimersByTimeAsync(256_000)
    expect(await session?.getToken()).toBe('first')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(start).toHaveBeenCalledTimes(2)
  })

  test.each<[string, () => void]>([
    ['nobody is signed in', () => undefined],
    ['the tokens are about to expire', () => storeTokens(44)],
    ['the stored text is damaged', () => localStorage.setItem(key, '{"access_token":')],
    ['the app requests more than at the last sign-in', () => storeTokens(300, 'first', 'openid profile')],
    [
      'the API refused the token',
      () => {
        storeTokens(300)
        sessionStorage.setItem(refusedTokenKey, '0:first')
      },
    ],
    [
      'a sign-out is under way',
      () => {
        storeTokens(300)
        sessionStorage.setItem(signingOutKey, 'closing')
      },
    ],
  ])('is none where %s', (_reason, prepare) => {
    prepare()
    expect(open().session).toBeNull()
  })
})
