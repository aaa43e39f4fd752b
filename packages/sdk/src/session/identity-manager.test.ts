import { SigninState, User } from 'oidc-client-ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { IdentityManager, RenewThrottle } from './identity-manager.ts'

// @vitest-environment jsdom

const issuer = 'https://login.example.com'
const seconds = () => Math.floor(Date.now() / 1000)

const createUser = ({ expiresIn, idToken }: { expiresIn?: number; idToken?: string } = {}): User => {
  return new User({
    access_token: 'access',
    token_type: 'Bearer',
    profile: { sub: 's', iss: issuer, aud: 'auspex-web', exp: 1, iat: 1 },
    ...(expiresIn === undefined ? {} : { expires_at: seconds() + expiresIn }),
    ...(idToken === undefined ? {} : { id_token: idToken }),
  })
}

const createIdToken = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.x`

const createManager = () => {
  const manager = new IdentityManager({ issuer: `${issuer}/`, clientId: 'auspex-web' })
  // The response of discovery.
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
      staleStateAgeInSeconds: 1800,
    })
  })

  test('are rejected without an issuer', () => {
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

  test('stores a valid ID token where other tabs find it', async () => {
    const manager = createManager()
    await manager.storeUser(createUser({ idToken: good }))
    expect(localStorage.getItem(manager.storageKey)).toContain(good)
  })

  test('refuses somebody else’s ID token and stores nothing', async () => {
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

  test('accepts the old ID token if a renewal returned no new one', async () => {
    const manager = createManager()
    const old = createIdToken({ iss: issuer, aud: 'auspex-web', iat: 1, exp: 2 })
    localStorage.setItem(manager.storageKey, createUser({ idToken: old }).toStorageString())
    await expect(manager.storeUser(createUser({ idToken: old, expiresIn: 300 }))).resolves.toBeUndefined()
  })
})

describe('the callback', () => {
  const callback = (query: string) => `${location.origin}/auth/login-callback?${query}`

  /** A sign-in that began `secondsAgo` seconds ago. */
  const storeSignIn = async (secondsAgo = 0, id = 'begun') => {
    const { authority, client_id, redirect_uri, scope, stateStore } = createManager().settings
    const state = await SigninState.create({
      id,
      authority,
      client_id,
      redirect_uri,
      scope,
      created: seconds() - secondsAgo,
      request_type: 'si:r',
      code_verifier: true,
    })
    await stateStore.set(id, state.toStorageString())
  }
  const refused = 'error=access_denied&error_description=Cancelled&state=begun'

  test('accepts a sign-in that began less than 30 minutes ago', async () => {
    await storeSignIn(29 * 60)
    await expect(createManager().signinCallback(callback(refused))).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('refuses a sign-in that began more than 30 minutes ago', async () => {
    await storeSignIn(31 * 60)
    await expect(createManager().signinCallback(callback(refused))).rejects.toMatchObject({
      code: 'state',
      message: 'State in redirect uri does not match with transaction state',
    })
  })

  test.each(['Registration', 'Self Service Account Unlock'])(
    'reports that a provider has no %s in the provider’s words',
    async (what) => {
      await storeSignIn()
      const reason = `${what} is not supported based on your current org configuration.`
      const query = `error=access_denied&error_description=${encodeURIComponent(reason)}&state=begun`
      await expect(createManager().signinCallback(callback(query))).rejects.toThrow(reason)
    },
  )

  describe('of a provider with interaction codes', () => {
    const answer = (query: string) => createManager().signinCallback(callback(query))

    test('is refused if no sign-in began here, even if somebody is signed in', async () => {
      localStorage.setItem(createManager().storageKey, createUser().toStorageString())
      await expect(answer('interaction_code=ic&state=begun')).rejects.toThrow(
        'No transaction data was found in storage',
      )
    })

    test('is refused if a different sign-in began here', async () => {
      await storeSignIn(0, 'another')
      await expect(answer('interaction_code=ic&state=begun')).rejects.toThrow(
        'State in redirect uri does not match with transaction state',
      )
    })

    test('is refused when the code is empty', async () => {
      await storeSignIn()
      await expect(answer('interaction_code=&state=begun')).rejects.toThrow(
        'Unable to parse interaction_code from the url',
      )
    })

    test('cannot continue, because the app stores no transaction of that kind', async () => {
      await storeSignIn()
      await expect(answer('interaction_code=ic&state=begun')).rejects.toMatchObject({
        code: 'unsaved_transaction',
        message: 'Unable to proceed: saved transaction could not be loaded',
      })
    })
  })
})

const createThrottle = () => {
  const time = { now: 0 }
  return { time, throttle: new RenewThrottle('renewals', () => time.now) }
}

test('the tenth renewal within 30 seconds and those right after it are refused', () => {
  const { throttle } = createThrottle()
  const refused = Array.from({ length: 12 }, () => throttle.hit())
  expect(refused).toEqual([...Array(9).fill(false), true, true, true])
})

test('the renewals of all tabs, and of a page before its reload, are counted together', () => {
  const tabs = Array.from({ length: 9 }, () => new RenewThrottle('renewals', () => 0))
  expect(tabs.map((tab) => tab.hit())).not.toContain(true)
  expect(new RenewThrottle('renewals', () => 0).hit()).toBe(true)
})

test('a clock that was set back does not refuse renewals for long', () => {
  const { time, throttle } = createThrottle()
  time.now = 3_600_000
  for (let n = 0; n < 9; n++) throttle.hit()
  time.now = 0
  expect(throttle.hit()).toBe(false)
})

test('ten renewals in exactly 30 seconds are admitted', () => {
  const { time, throttle } = createThrottle()
  const refused = Array.from({ length: 9 }, () => throttle.hit())
  time.now = 30_000
  expect([...refused, throttle.hit()]).not.toContain(true)
})

test('renewals at a normal pace are never refused', () => {
  const { time, throttle } = createThrottle()
  for (let n = 0; n < 100; n++) {
    time.now = n * 4000
    expect(throttle.hit()).toBe(false)
  }
})

test('renewal works again once the refused attempts are 30 seconds old', () => {
  const { time, throttle } = createThrottle()
  for (let n = 0; n < 10; n++) throttle.hit()
  time.now = 30_000
  expect(throttle.hit()).toBe(false)
})
