import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  ada,
  callbackUrl,
  createAuthorizationRequest,
  enterPassword,
  open,
  startTestProvider,
  type TestProvider,
} from '../testing/test-provider.ts'
import {
  attemptsPerNetwork,
  createLoginThrottle,
  freeAttempts,
  freeAttemptsPerAccount,
  longestWaitMs,
  turnMs,
} from './login-throttle.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let provider: TestProvider
/** A frozen clock: a slow machine must not use up the waits that these tests measure. */
const start = Date.now()
let now = start
const advance = (ms: number) => {
  now += ms
}

beforeAll(async () => {
  database = await openTestDatabase()
  // Each test uses a different address, as reported by the one proxy.
  provider = await startTestProvider(database, { trustProxy: 1, clock: () => now })
})

beforeEach(async () => {
  now = start
  provider.events.length = 0
  await database.query('delete from oidc_login_attempt')
})

afterAll(async () => {
  await provider.stop()
  await database.close()
})

/** A browser at the login page, with requests from an address. */
async function openLogin(address: string, browser = new TestBrowser(address)) {
  const { url } = await open(browser, createAuthorizationRequest(provider, { prompt: 'login' }).url)
  const tryPassword = async (login: string, password: string) => {
    const { url: to, page } = await enterPassword(browser, url, { login, password })
    return { status: page?.status ?? (to.startsWith(`${callbackUrl}?code=`) ? 'in' : 'lost'), page }
  }
  return { browser, tryPassword }
}

const waitOf = (page: Response | null) => Number(page?.headers.get('retry-after'))

describe('a clock that is set back', () => {
  test('does not delay anyone who signs in with the right password', async () => {
    for (const moved of [0, -60_000, -3_600_000, -7_200_000]) {
      now = start + moved
      expect([moved, (await (await openLogin('192.0.2.77')).tryPassword('ada', ada.password)).status]).toEqual([
        moved,
        'in',
      ])
    }
  })

  test('delays an attacker no longer than the maximum', async () => {
    const throttle = createLoginThrottle({ database, clock: () => now })
    const attempt = { account: 'usr_ada', address: '192.0.2.78', browserId: null }
    const guess = () => throttle.admit(attempt)
    let refused = await guess()
    for (let n = 0; n < 30 && refused.allowed; n += 1) refused = await guess()
    expect(refused.allowed).toBe(false)
    advance(-6 * 3_600_000)
    expect(await guess()).toEqual({ allowed: true })
    expect(await guess()).toMatchObject({ allowed: false })
  })
})

describe('signing in with a wrong password', () => {
  test('keeps the login, gives the same message for an unknown one, and allows the right one afterwards', async () => {
    const { tryPassword } = await openLogin('192.0.2.1')
    const wrong = await tryPassword('ada', 'wrong')
    const html = (await wrong.page?.text()) ?? ''
    expect(wrong.status).toBe(422)
    expect(html).toContain('role="alert"')
    expect(html).toContain('value="ada"')
    const unknown = await tryPassword('nobody', 'wrong')
    expect(await unknown.page?.text()).toBe(html.replace('value="ada"', 'value="nobody"'))
    expect((await tryPassword('ada', ada.password)).status).toBe('in')
  })

  test('delays the next attempt, a second after five and twice as long after each further one', async () => {
    const { tryPassword } = await openLogin('192.0.2.2')
    for (let n = 0; n < freeAttempts; n++) expect((await tryPassword('ada', 'wrong')).status).toBe(422)
    for (const seconds of [1, 2, 4, 8]) {
      const early = await tryPassword('ada', ada.password)
      expect([early.status, waitOf(early.page)]).toEqual([429, seconds])
      expect(await early.page?.text()).toContain(`Too many attempts. Wait ${seconds} second`)
      advance(seconds * 1000)
      expect((await tryPassword('ada', 'wrong')).status).toBe(422)
    }
    advance(16_000)
    expect((await tryPassword('ada', ada.password)).status).toBe('in')
  })

  test('counts the username and the e-mail address together', async () => {
    const { tryPassword } = await openLogin('192.0.2.3')
    for (const login of ['ada', ' Ada ', 'ada@example.com', 'ADA@EXAMPLE.COM', 'Ada@example.com'])
      expect((await tryPassword(login, 'wrong')).status).toBe(422)
    expect((await tryPassword('ada', ada.password)).status).toBe(429)
    expect((await tryPassword('ada@example.com', ada.password)).status).toBe(429)
  })

  test('is throttled in the same way for an unknown login', async () => {
    const statuses = async (login: string, address: string) => {
      const { tryPassword } = await openLogin(address)
      const seen = []
      for (let n = 0; n < freeAttempts + 2; n++) {
        const { status, page } = await tryPassword(login, 'wrong')
        seen.push([status, page?.headers.get('retry-after')])
      }
      return seen
    }
    expect(await statuses('nobody', '192.0.2.4')).toEqual(await statuses('ada', '192.0.2.4'))
  })

  test('is reported without what was typed', async () => {
    const { tryPassword } = await openLogin('192.0.2.5')
    await tryPassword('my secret in the wrong field', 'wrong')
    for (let n = 0; n <= freeAttempts; n++) await tryPassword('ada', 'wrong')
    advance(1000)
    await tryPassword('ada', ada.password)
    const signIns = provider.events.filter(({ name }) => name.startsWith('sign-in.'))
    expect(signIns.map((event) => [event.name, 'accountId' in event ? event.accountId : undefined])).toEqual([
      ['sign-in.failed', null],
      ...Array.from({ length: freeAttempts }, () => ['sign-in.failed', ada.id]),
      ['sign-in.throttled', ada.id],
      ['sign-in.succeeded', ada.id],
    ])
    expect(signIns[0]).toMatchObject({ address: '192.0.2.5', method: 'POST', path: '/interaction/…/login' })
    expect(JSON.stringify(provider.events)).not.toMatch(/secret|wrong|difference/)
  })
})

describe('a person who guesses the password of another', () => {
  test('does not lock out the owner, who is elsewhere', async () => {
    const attacker = await openLogin('198.51.100.1')
    for (let n = 0; n < 20; n++) await attacker.tryPassword('ada', 'guess')
    expect((await attacker.tryPassword('ada', ada.password)).status).toBe(429)
    const owner = await openLogin('192.0.2.6')
    expect((await owner.tryPassword('ada', ada.password)).status).toBe('in')
  })

  test('does not lock out the owner at the same address, in a browser that signed in before', async () => {
    const owner = await openLogin('192.0.2.7')
    expect((await owner.tryPassword('ada', ada.password)).status).toBe('in')
    const attacker = await openLogin('192.0.2.7')
    for (let n = 0; n < 20; n++) await attacker.tryPassword('ada', 'guess')
    const reopened = await openLogin('192.0.2.7', owner.browser)
    expect((await reopened.tryPassword('ada', ada.password)).status).toBe('in')
  })

  test('cannot use the owner’s browser to guess without limit', async () => {
    const { browser, tryPassword } = await openLogin('192.0.2.8')
    await tryPassword('ada', ada.password)
    const secondAttempt = await openLogin('192.0.2.8', browser)
    for (let n = 0; n < freeAttempts; n++) await secondAttempt.tryPassword('ada', 'guess')
    expect((await secondAttempt.tryPassword('ada', ada.password)).status).toBe(429)
  })

  test('from many addresses has to wait, while the owner’s browser does not', async () => {
    const owner = await openLogin('192.0.2.9')
    await owner.tryPassword('ada', ada.password)
    const throttle = createLoginThrottle({ database, clock: () => now })
    for (let n = 0; n < freeAttemptsPerAccount; n++)
      await throttle.admit({ account: ada.id, address: `203.0.113.${n}`, browserId: null })
    const stranger = await openLogin('198.51.100.2')
    const refused = await stranger.tryPassword('ada', ada.password)
    expect(refused.status).toBe(429)
    expect(waitOf(refused.page)).toBeLessThanOrEqual(turnMs / 1000)
    const secondAttempt = await openLogin('192.0.2.9', owner.browser)
    expect((await secondAttempt.tryPassword('ada', ada.password)).status).toBe('in')
    advance(turnMs)
    expect((await stranger.tryPassword('ada', ada.password)).status).toBe('in')
  })

  test('gains nothing from a forged browser cookie', async () => {
    const forged = new TestBrowser('198.51.100.3')
    forged.plant('op_browser', 'abc.def')
    const { tryPassword } = await openLogin('198.51.100.3', forged)
    for (let n = 0; n < freeAttempts; n++) await tryPassword('ada', 'guess')
    expect((await tryPassword('ada', ada.password)).status).toBe(429)
  })
})

describe('the throttle', () => {
  const attempt = { account: 'usr_a', address: '192.0.2.1', browserId: null }

  test('refuses a network after sixty attempts in a minute, across all accounts, and no other network', async () => {
    const throttle = createLoginThrottle({ database, clock: () => 0 })
    const admitted = []
    for (let n = 0; n <= attemptsPerNetwork; n++)
      admitted.push((await throttle.admit({ ...attempt, account: `usr_${n}` })).allowed)
    expect(admitted.filter(Boolean)).toHaveLength(attemptsPerNetwork)
    expect(admitted.at(-1)).toBe(false)
    expect(await throttle.admit({ ...attempt, address: '192.0.2.2' })).toEqual({ allowed: true })
  })

  test('counts every one of many concurrent attempts', async () => {
    const throttle = createLoginThrottle({ database, clock: () => 0 })
    const permissions = await Promise.all(Array.from({ length: 12 }, () => throttle.admit(attempt)))
    expect(permissions.filter(({ allowed }) => allowed)).toHaveLength(freeAttempts)
  })

  test('treats all addresses of an IPv6 network as one', async () => {
    const throttle = createLoginThrottle({ database, clock: () => 0 })
    const permissions = []
    for (let n = 0; n < 12; n++) permissions.push(await throttle.admit({ ...attempt, address: `2001:db8::${n}` }))
    expect(permissions.filter(({ allowed }) => allowed)).toHaveLength(freeAttempts)
  })

  test('never delays anyone for more than a quarter of an hour, and resets after a day', async () => {
    const throttle = createLoginThrottle({ database, clock: () => now })
    let longest = 0
    for (let n = 0; n < 40; n++) {
      const permission = await throttle.admit(attempt)
      if (permission.allowed) continue
      longest = Math.max(longest, permission.retryAfterSeconds)
      advance(permission.retryAfterSeconds * 1000)
    }
    expect(longest).toBe(longestWaitMs / 1000)
    advance(86_400_000)
    for (let n = 0; n < freeAttempts; n++) expect(await throttle.admit(attempt)).toEqual({ allowed: true })
  })
})

test('no request of this file failed unexpectedly', () => {
  expect(provider.errors).toEqual([])
})
