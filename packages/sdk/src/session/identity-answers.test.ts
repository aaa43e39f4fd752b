// @vitest-environment jsdom
import { SigninState } from 'oidc-client-ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { IdentityManager } from './identity-manager.ts'

const issuer = 'https://login.example.com'
const seconds = () => Math.floor(Date.now() / 1000)

const createManager = () => {
  const manager = new IdentityManager({ issuer, clientId: 'auspex-web' })
  // The response of discovery.
  manager.metadataService.getIssuer = async () => issuer
  manager.metadataService.getTokenEndpoint = async () => `${issuer}/token`
  manager.metadataService.getAuthorizationEndpoint = async () => `${issuer}/auth`
  return manager
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the provider’s response to a sign-in', () => {
  /** Simulates the return from the provider, whose ID token has this nonce. */
  async function returnFromProvider(nonce: string | undefined) {
    const manager = createManager()
    const { authority, client_id, redirect_uri, scope, stateStore } = manager.settings
    const state = await SigninState.create({
      id: 'begun',
      authority,
      client_id,
      redirect_uri,
      scope,
      request_type: 'si:r',
      code_verifier: true,
      nonce: 'of this sign-in',
    })
    await stateStore.set('begun', state.toStorageString())
    const claims = { sub: 'ada', iss: issuer, aud: 'auspex-web', iat: seconds(), exp: seconds() + 300, nonce }
    const tokens = {
      access_token: 'access',
      token_type: 'Bearer',
      id_token: `e30.${btoa(JSON.stringify(claims))}.x`,
    }
    vi.stubGlobal('fetch', async () => Response.json(tokens))
    const user = manager.signinCallback(`${location.origin}/auth/login-callback?code=c&state=begun`)
    return { user, manager }
  }

  test('signs in the person named by the token’s subject', async () => {
    const { user } = await returnFromProvider('of this sign-in')
    expect((await user)?.profile.sub).toBe('ada')
  })

  test.each([
    ['of another sign-in', 'of another'],
    ['without the nonce', undefined],
  ])('is refused %s, and nothing is stored', async (_what, nonce) => {
    const { user, manager } = await returnFromProvider(nonce)
    await expect(user).rejects.toThrow('nonce')
    expect(localStorage.getItem(manager.storageKey)).toBeNull()
  })
})

describe('a renewal in a hidden frame', () => {
  test('accepts messages only from its own origin', async () => {
    const locks = { request: (_name: string, work: () => Promise<void>) => work() }
    vi.stubGlobal('navigator', { userAgent: navigator.userAgent, locks })
    const manager = createManager()
    const state = new Promise<string>((resolve) => {
      const { stateStore } = manager.settings
      const set = stateStore.set.bind(stateStore)
      vi.spyOn(stateStore, 'set').mockImplementation((key, value) => {
        resolve(key)
        return set(key, value)
      })
    })
    const listens = new Promise<void>((resolve) => {
      const add = window.addEventListener.bind(window)
      vi.spyOn(window, 'addEventListener').mockImplementation(
        (type: string, listener: EventListenerOrEventListenerObject) => {
          add(type, listener)
          if (type === 'message') resolve()
        },
      )
    })
    const renewal = manager.signinSilent()
    const url = `${location.origin}/auth/login-callback?state=${await state}`
    await listens
    const postError = (origin: string, error: string) => {
      const data = { source: 'oidc-client', url: `${url}&error=${error}` }
      window.dispatchEvent(new MessageEvent('message', { origin, data }))
    }
    for (const origin of ['https://evil.example', 'null', '', issuer]) postError(origin, 'access_denied')
    postError(location.origin, 'login_required')
    await expect(renewal).rejects.toMatchObject({ code: 'login_required' })
  })
})
