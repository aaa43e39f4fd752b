// @vitest-environment jsdom
import { inspect } from 'node:util'
import { cleanup, render, screen } from '@testing-library/react'
import { User } from 'oidc-client-ts'
import { Component, createElement, type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSession, SessionError } from '../auth-browser.ts'
import { SessionProvider, useSession, useUser } from '../auth-react.ts'
import type { Boot } from './boot.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const createUser = (name: string) =>
  new User({
    access_token: `token of ${name}`,
    token_type: 'Bearer',
    profile: { sub: 'ada', iss: 'https://login.example.com', aud: 'app_1', exp: 1, iat: 1, name },
  })

/** A session whose start gives a result, so that no browser leaves for a provider. */
const createStarted = (result: Boot) => {
  const session = createSession({ issuer: 'https://login.example.com', clientId: 'app_1' })
  const start = vi.fn(async () => result)
  return { ...session, start }
}

const Greeting = () => `Hello ${useSession().user?.profile.name ?? 'reader'}`
const Name = () => `Signed in: ${useUser().profile.name}`
const show = (session: ReturnType<typeof createStarted>, component = Greeting) => {
  const failure = (error: SessionError) => `Failed: ${error.message}`
  const app = createElement(SessionProvider, { session, loading: 'Signing in', failure }, createElement(component))
  return render(createElement(StrictMode, null, app))
}

describe('the session of a React app', () => {
  test('shows nothing of the app until somebody is signed in, then who it is', async () => {
    show(createStarted({ kind: 'ready', user: createUser('Ada') }))
    expect(screen.getByText('Signing in')).toBeTruthy()
    expect(await screen.findByText('Hello Ada')).toBeTruthy()
  })

  test('follows a renewal that brings other claims', async () => {
    const session = createStarted({ kind: 'ready', user: createUser('Ada') })
    show(session)
    await screen.findByText('Hello Ada')
    await session.manager.events.load(createUser('Ada Lovelace'))
    expect(await screen.findByText('Hello Ada Lovelace')).toBeTruthy()
  })

  test('keeps loading while the browser leaves for the provider', async () => {
    const session = createStarted({ kind: 'leaving' })
    show(session)
    await vi.waitFor(() => expect(session.start).toHaveBeenCalled())
    expect(screen.getByText('Signing in')).toBeTruthy()
  })

  test('shows a public page to a reader', async () => {
    show(createStarted({ kind: 'anonymous' }))
    expect(await screen.findByText('Hello reader')).toBeTruthy()
  })

  test('has a person without a check where somebody is signed in, and says so where nobody is', async () => {
    show(createStarted({ kind: 'ready', user: createUser('Ada') }), Name)
    expect(await screen.findByText('Signed in: Ada')).toBeTruthy()
    vi.spyOn(console, 'error').mockReturnValue()
    const errors: unknown[] = []
    class Boundary extends Component<{ children?: ReactNode }> {
      override componentDidCatch(error: unknown) {
        errors.push(error)
      }
      static getDerivedStateFromError = () => ({ hasFailed: true })
      override state = { hasFailed: false }
      override render() {
        return this.state.hasFailed ? 'Failed' : this.props.children
      }
    }
    const session = createStarted({ kind: 'anonymous' })
    const app = createElement(SessionProvider, { session, failure: () => null }, createElement(Name))
    render(createElement(Boundary, null, app))
    expect(await screen.findByText('Failed')).toBeTruthy()
    expect(errors).toEqual([new TypeError('useUser needs somebody who is signed in: on a public page, use useSession')])
  })

  test('says why signing in failed', async () => {
    show(createStarted({ kind: 'error', error: new SessionError('state', 'State does not match') }))
    expect(await screen.findByText('Failed: State does not match')).toBeTruthy()
  })

  describe('that starts with stored tokens', () => {
    const issuer = 'https://login.example.com'
    const seconds = Math.floor(Date.now() / 1000)
    /** Starts in a page that finds tokens; the result, and the address to which it left. */
    const startWith = async ({ scope, expiresIn, token }: { scope: string; expiresIn: number; token?: Response }) => {
      vi.stubGlobal('isSecureContext', true)
      const locks = { request: (_name: string, work: () => Promise<void>) => work() }
      vi.stubGlobal('navigator', { userAgent: navigator.userAgent, locks })
      const session = createSession({ issuer, clientId: 'app_1', scopes: ['openid', 'read', 'write'] })
      const { manager } = session
      manager.metadataService.getIssuer = async () => issuer
      manager.metadataService.getTokenEndpoint = async () => `${issuer}/token`
      const signinRedirect = vi.spyOn(manager, 'signinRedirect').mockResolvedValue()
      vi.stubGlobal('fetch', async () => token)
      const user = Object.assign(createUser('Ada'), { refresh_token: 'r', scope, expires_at: seconds + expiresIn })
      localStorage.setItem(manager.storageKey, user.toStorageString())
      const result = await session.start()
      manager.stopSilentRenew()
      return { result, isStored: localStorage.getItem(manager.storageKey) !== null, signinRedirect }
    }
    afterEach(() => vi.unstubAllGlobals())

    test('uses them', async () => {
      const { result } = await startWith({ scope: 'openid read write', expiresIn: 300 })
      expect(result).toMatchObject({ kind: 'ready', user: { profile: { name: 'Ada' } } })
    })

    test('signs the person in again when the app requests more than at their sign-in', async () => {
      const { result, isStored, signinRedirect } = await startWith({ scope: 'openid read', expiresIn: 300 })
      expect([result.kind, isStored, signinRedirect.mock.calls.length]).toEqual(['leaving', false, 1])
    })

    test('says that the app was removed when the provider no longer knows it, and forgets them', async () => {
      const body = { error: 'invalid_client', error_description: 'Board was removed' }
      const token = Response.json(body, { status: 401 })
      const { result, isStored, signinRedirect } = await startWith({ scope: 'openid read write', expiresIn: 5, token })
      expect(result).toMatchObject({
        kind: 'error',
        error: {
          code: 'app_removed',
          message: expect.stringContaining('it was removed, or never registered. Ask an administrator'),
        },
      })
      expect([isStored, signinRedirect.mock.calls.length]).toEqual([false, 0])
    })
  })

  test('starts once, however often it is asked', async () => {
    const session = createSession({ issuer: 'https://login.example.com', clientId: 'app_1' })
    expect(session.start()).toBe(session.start())
    await session.start()
  })

  test('needs a browser, and says what signs in a program that has none', () => {
    vi.stubGlobal('document', undefined)
    const create = () => createSession({ issuer: 'https://login.example.com', clientId: 'app_1' })
    const caught = vi.fn(create)
    expect(caught).toThrow(SessionError)
    const printed = inspect(caught.mock.results[0]?.value).split('\n')
    expect(printed[0]).toMatch(/^SessionError: createSession needs a browser/)
    expect(printed.length).toBeLessThanOrEqual(8)
    expect(create).toThrow(/^createSession needs a browser.*clientCredentials.*signInWithDevice.*savedSignIn/)
    vi.unstubAllGlobals()
  })

  test('needs its provider', () => {
    vi.spyOn(console, 'error').mockReturnValue()
    expect(() => render(createElement(Greeting))).toThrow('useSession needs a <SessionProvider>')
  })
})
