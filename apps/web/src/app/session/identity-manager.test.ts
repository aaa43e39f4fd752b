// @vitest-environment jsdom
import { User } from 'oidc-client-ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { IdentityManager } from './identity-manager.ts'

const issuer = 'https://login.example.com'
const seconds = () => Math.floor(Date.now() / 1000)

function createUser({ expiresIn, idToken }: { expiresIn?: number; idToken?: string } = {}): User {
  return new User({
    access_token: 'access',
    token_type: 'Bearer',
    profile: { sub: 's', iss: issuer, aud: 'auspex-web', exp: 1, iat: 1 },
    ...(expiresIn === undefined ? {} : { expires_at: seconds() + expiresIn }),
    ...(idToken === undefined ? {} : { id_token: idToken }),
  })
}

const createIdToken = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.x`

function createManager() {
  const manager = new IdentityManager({ issuer: `${issuer}/`, clientId: 'auspex-web' })
  // What discovery would answer.
  manager.metadataService.getIssuer = async () => `${issuer}/`
  return manager
}

beforeEach(() => localStorage.clear())

describe('the settings', () => {
  test('are those of the specification', () => {
    const { settings } = createManager()
    expect(settings).toMatchObject({
      authority: issuer,
      scope: 'openid profile email organization',
      response_type: 'code',
      disablePKCE: false,
      redirect_uri: `${location.origin}/auth/login-callback`,
      post_logout_redirect_uri: `${location.origin}/`,
      accessTokenExpiringNotificationTimeInSeconds: 30,
      silentRequestTimeoutInSeconds: 120,
      requestTimeoutInSeconds: 120,
    })
  })

  test('are refused without an issuer', () => {
    expect(() => new IdentityManager({ issuer: '', clientId: 'auspex-web' })).toThrow('No issuer is configured')
  })
})

describe('a token', () => {
  test('expires 30 seconds early, and one without a known lifetime does not', () => {
    const manager = createManager()
    expect(manager.isExpiring(createUser({ expiresIn: 33 }))).toBe(false)
    expect(manager.isExpiring(createUser({ expiresIn: 30 }))).toBe(true)
    expect(manager.isExpiring(createUser({ expiresIn: -5 }))).toBe(true)
    expect(manager.isExpiring(createUser())).toBe(false)
  })
})

describe('storing tokens', () => {
  const good = createIdToken({ iss: issuer, aud: 'auspex-web', iat: seconds(), exp: seconds() + 300 })
  const foreign = createIdToken({ iss: issuer, aud: 'somebody-else', iat: seconds(), exp: seconds() + 300 })

  test('keeps a valid ID token where other tabs find it', async () => {
    const manager = createManager()
    await manager.storeUser(createUser({ idToken: good }))
    expect(localStorage.getItem(manager.storageKey)).toContain(good)
  })

  test('refuses an ID token of somebody else and keeps nothing of it', async () => {
    const manager = createManager()
    await expect(manager.storeUser(createUser({ idToken: foreign }))).rejects.toThrow(
      'The audience [somebody-else] does not match [auspex-web]',
    )
    expect(localStorage.getItem(manager.storageKey)).toBeNull()
  })

  test('refuses a provider that names another issuer than configured', async () => {
    const manager = createManager()
    manager.metadataService.getIssuer = async () => 'https://evil.example'
    await expect(manager.storeUser(createUser({ idToken: good }))).rejects.toThrow('does not match')
  })

  test('accepts an old ID token again when a renewal brought no new one', async () => {
    const manager = createManager()
    const old = createIdToken({ iss: issuer, aud: 'auspex-web', iat: 1, exp: 2 })
    localStorage.setItem(manager.storageKey, createUser({ idToken: old }).toStorageString())
    await expect(manager.storeUser(createUser({ idToken: old, expiresIn: 300 }))).resolves.toBeUndefined()
  })
})
