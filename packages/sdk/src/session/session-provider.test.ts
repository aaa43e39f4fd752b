// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { User } from 'oidc-client-ts'
import { createElement, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSession, SessionError } from '../auth-browser.ts'
import { SessionProvider, useSession } from '../auth-react.ts'
import type { Boot } from './boot.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
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
const show = (session: ReturnType<typeof createStarted>) => {
  const failure = (error: SessionError) => `Failed: ${error.message}`
  const app = createElement(SessionProvider, { session, loading: 'Signing in', failure }, createElement(Greeting))
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

  test('says why signing in failed', async () => {
    show(createStarted({ kind: 'error', error: new SessionError('state', 'State does not match') }))
    expect(await screen.findByText('Failed: State does not match')).toBeTruthy()
  })

  test('starts once, however often it is asked', async () => {
    const session = createSession({ issuer: 'https://login.example.com', clientId: 'app_1' })
    expect(session.start()).toBe(session.start())
    await session.start()
  })

  test('needs its provider', () => {
    vi.spyOn(console, 'error').mockReturnValue()
    expect(() => render(createElement(Greeting))).toThrow('useSession needs a <SessionProvider>')
  })
})
