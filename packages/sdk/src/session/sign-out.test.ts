// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { IdentityManager } from './identity-manager.ts'
import { finishSignOut, signOut } from './sign-out.ts'

const endSession = 'https://login.example.com/session/end'

/** A browser at the root, with a provider that can or cannot close its session. */
const createBrowser = ({ endpoint }: { endpoint: string | undefined }) => {
  const manager = new IdentityManager({ issuer: 'https://login.example.com', clientId: 'auspex-web' })
  // The response of discovery.
  manager.metadataService.getEndSessionEndpoint = async () => endpoint
  const visited: string[] = []
  manager.signoutRedirect = async () => void visited.push(endSession)
  return { manager, visited, replace: (address: string) => void visited.push(address) }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('signing out', () => {
  test('reloads the root after 500 ms if the provider cannot close its session', async () => {
    const { manager, visited, replace } = createBrowser({ endpoint: undefined })
    await signOut(manager, { replace })
    vi.advanceTimersByTime(499)
    expect(visited).toEqual([])
    vi.advanceTimersByTime(1)
    expect(visited).toEqual(['/'])
    expect(finishSignOut({ replace })).toBe(false)
  })

  test('reloads the root 500 ms after the provider closed its session and redirected back', async () => {
    const { manager, visited, replace } = createBrowser({ endpoint: endSession })
    await signOut(manager, { replace })
    vi.advanceTimersByTime(10_000)
    expect(visited).toEqual([endSession])

    expect(finishSignOut({ replace })).toBe(true)
    vi.advanceTimersByTime(499)
    expect(visited).toEqual([endSession])
    vi.advanceTimersByTime(1)
    expect(visited).toEqual([endSession, '/'])
    // The reloaded page signs in; it does not reload again.
    expect(finishSignOut({ replace })).toBe(false)
  })

  test('abandoned at the provider does not affect other addresses of the app', async () => {
    const { manager, visited, replace } = createBrowser({ endpoint: endSession })
    await signOut(manager, { replace })
    history.replaceState(null, '', '/signals/sg_1')
    expect(finishSignOut({ replace })).toBe(false)
    vi.advanceTimersByTime(10_000)
    expect(visited).toEqual([endSession])
    history.replaceState(null, '', '/')
  })
})
