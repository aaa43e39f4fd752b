import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccountAdministration } from '../accounts/administer-accounts.ts'
import { codeOf, stepAt } from '../accounts/totp.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import {
  ada,
  createAuthorizationRequest,
  enterPassword,
  open,
  refresh,
  signIn,
  startTestProvider,
  type TestProvider,
} from '../testing/test-provider.ts'

const newPassword = 'note G of the translator'
let database: Awaited<ReturnType<typeof openTestDatabase>>
let provider: TestProvider
let now = Date.now()

beforeAll(async () => {
  database = await openTestDatabase()
  provider = await startTestProvider(database, { clock: () => now, sessionDays: 30 })
})
afterAll(async () => {
  await provider.stop()
  await database.close()
})
beforeEach(async () => {
  now = Date.now()
  provider.events.splice(0)
  await database.query('delete from oidc_payload')
  await database.query('delete from oidc_login_attempt')
  await database.query('delete from account')
  await provider.idp.seedAccounts([ada])
})

const account = () => `${provider.issuer}/account`
const post = async (browser: TestBrowser, path: string, fields: Record<string, string> = {}) => {
  const response = await browser.submit(`${account()}/${path}`, { fields })
  return { status: response.status, text: await response.text() }
}
const eventNames = () => provider.events.map(({ name }) => name)
const jtiOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }).jti

/** A browser in which Ada has entered her password on her account pages. */
async function visitAccount(browser = new TestBrowser(), code = '') {
  await post(browser, 'sign-in', { login: ada.login, password: ada.password, code })
  return browser
}

describe('a person who changes the password', () => {
  const fields = { current: ada.password, password: newPassword, repeat: newPassword }

  test('stays signed in, and all other sessions end at once', async () => {
    const [currentBrowser, otherBrowser] = [new TestBrowser(), new TestBrowser()]
    const currentTokens = await signIn(provider, currentBrowser)
    const otherTokens = await signIn(provider, otherBrowser)
    await visitAccount(currentBrowser)
    now += 5000
    const changed = await post(currentBrowser, 'password', fields)
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('Your password is changed')])
    expect((await refresh(provider, currentTokens.refresh_token)).status).toBe(200)
    expect((await refresh(provider, otherTokens.refresh_token)).status).toBe(400)
    expect(await provider.idp.isRevoked(jtiOf(currentTokens.access_token))).toBe(false)
    expect(await provider.idp.isRevoked(jtiOf(otherTokens.access_token))).toBe(true)
    // the remaining session needs no password, the other one starts at the login page
    expect((await open(currentBrowser, createAuthorizationRequest(provider).url)).page).toBeNull()
    expect((await open(otherBrowser, createAuthorizationRequest(provider).url)).page?.status).toBe(200)
    expect(eventNames()).toContain('password.changed')
  })

  test('signs in with the new one only', async () => {
    await post(await visitAccount(), 'password', fields)
    await expect(signIn(provider)).rejects.toThrow('Sign-in failed')
    await signIn(provider, new TestBrowser(), { login: ada.login, password: newPassword })
  })

  test.each([
    ['the current one is wrong', { ...fields, current: 'difference' }, 'current password is not correct'],
    ['the new ones differ', { ...fields, repeat: 'note F' }, 'differ'],
    ['the new one is short', { ...fields, password: 'note G', repeat: 'note G' }, 'at least 12'],
  ])('gets an error when %s, and keeps the old one', async (_reason, typed, message) => {
    const refused = await post(await visitAccount(), 'password', typed)
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(message)])
    await signIn(provider)
  })

  test('has to type the password first, and again after ten minutes', async () => {
    const browser = new TestBrowser()
    await signIn(provider, browser)
    expect((await post(browser, 'password', fields)).status).toBe(401)
    await visitAccount(browser)
    now += 10 * 60_000 + 1
    expect((await post(browser, 'password', fields)).status).toBe(401)
    await signIn(provider)
  })

  test('cannot be led there by a form of another site', async () => {
    const browser = await visitAccount()
    const foreign = await browser.request(`${account()}/password`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    await signIn(provider)
  })
})

describe('a session', () => {
  test('ends 30 days after it began, however much it was used', async () => {
    const browser = new TestBrowser()
    const isSignedIn = async () => (await open(browser, createAuthorizationRequest(provider).url)).page === null
    const start = now
    await signIn(provider, browser)
    for (const day of [10, 20, 29]) {
      now = start + day * 86_400_000
      expect([day, await isSignedIn()]).toEqual([day, true])
    }
    const { refresh_token: token } = await signIn(provider, browser)
    now = start + 30 * 86_400_000 + 60_000
    expect([await isSignedIn(), (await refresh(provider, token)).status]).toEqual([false, 400])
  })

  test('of a disabled account ends, and no one signs in with it until it is enabled', async () => {
    const accounts = createAccountAdministration({ database, clock: () => now })
    const browser = new TestBrowser()
    const tokens = await signIn(provider, browser)
    expect(await accounts.disable(ada.email)).toBe(ada.id)
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(400)
    expect(await provider.idp.isRevoked(jtiOf(tokens.access_token))).toBe(true)
    const { url, page } = await open(browser, createAuthorizationRequest(provider).url)
    expect(page?.status).toBe(200)
    const refused = await enterPassword(browser, url, ada)
    expect([refused.page?.status, await refused.page?.text()]).toEqual([
      422,
      expect.stringContaining('This account is disabled'),
    ])
    expect(eventNames()).toContain('sign-in.failed')
    await accounts.enable(ada.login)
    await accounts.setDisabled(ada.id, true)
    await accounts.setDisabled(ada.id, false)
    now += 1000
    await signIn(provider, browser)
    expect(await accounts.disable('nobody@example.com')).toBeNull()
  })
})

describe('a disabled account', () => {
  test('gets no token for an earlier code, and no claims for a token', async () => {
    const accounts = createAccountAdministration({ database, clock: () => now })
    now += 60_000
    const { access_token: token } = await signIn(provider)
    const claims = () => fetch(`${provider.issuer}/me`, { headers: { authorization: `Bearer ${token}` } })
    expect((await claims()).status).toBe(200)
    // the state between the statement that disables the account and the one that ends its sessions
    await database.query('update account set disabled_at = now() where id = $1', [ada.id])
    expect((await claims()).status).toBe(401)
    await accounts.setDisabled(ada.id, false)
    expect((await claims()).status).toBe(200)
  })

  test('when disabled by an administrator gets no tokens, and keeps its session for when it is enabled', async () => {
    const accounts = createAccountAdministration({ database, clock: () => now })
    now += 60_000
    const browser = new TestBrowser()
    const tokens = await signIn(provider, browser)
    await accounts.setDisabled(ada.id, true)
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(400)
    await accounts.setDisabled(ada.id, false)
    expect((await open(browser, createAuthorizationRequest(provider).url)).page).toBeNull()
  })
})

describe('the sessions of a person', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
  const show = async (browser: TestBrowser) => (await browser.request(account())).text()
  const uidsIn = (text: string) => [...text.matchAll(/name="session" value="([^"]+)"/g)].map(([, uid = '']) => uid)

  test('are listed with device, start and last use, after the password was typed', async () => {
    now = Date.parse('2026-11-24T08:00:00Z')
    const [currentBrowser, otherBrowser] = [new TestBrowser(), new TestBrowser(undefined, firefox)]
    await signIn(provider, otherBrowser)
    now += 3_600_000
    await signIn(provider, currentBrowser)
    expect(await show(currentBrowser)).not.toContain('last used')
    await visitAccount(currentBrowser)
    const text = await show(currentBrowser)
    expect(text).toContain('(this browser)')
    expect(text).toContain('Firefox on Windows')
    expect(text).toMatch(/last used on 24 November 2026 at 08:00 \(UTC\)/)
    expect(text).toMatch(/last used on 24 November 2026 at 09:00 \(UTC\)/)
    expect(uidsIn(text)).toHaveLength(1)
  })

  test('are ended one by one, at once and with their tokens, and the others continue', async () => {
    const [currentBrowser, one, other] = [new TestBrowser(), new TestBrowser(), new TestBrowser()]
    await signIn(provider, currentBrowser)
    const endedSignIn = await signIn(provider, one)
    now += 60_000
    const retainedSignIn = await signIn(provider, other)
    await visitAccount(currentBrowser)
    // the most recently used one is first
    const uid = uidsIn(await show(currentBrowser)).at(-1) ?? ''
    const endedResponse = await post(currentBrowser, 'sessions/end-one', { session: uid })
    expect([endedResponse.status, endedResponse.text]).toEqual([200, expect.stringContaining('That session has ended')])
    expect(uidsIn(endedResponse.text)).toHaveLength(1)
    expect((await refresh(provider, endedSignIn.refresh_token)).status).toBe(400)
    expect(await provider.idp.isRevoked(jtiOf(endedSignIn.access_token))).toBe(true)
    expect((await open(one, createAuthorizationRequest(provider).url)).page?.status).toBe(200)
    expect((await refresh(provider, retainedSignIn.refresh_token)).status).toBe(200)
    expect((await open(other, createAuthorizationRequest(provider).url)).page).toBeNull()
    expect((await post(currentBrowser, 'sessions/end-one', { session: uid })).status).toBe(404)
    expect(eventNames()).toContain('sessions.ended')
  })

  test('are not restored by a request in flight, and can only be ended by their owner', async () => {
    const [currentBrowser, one] = [new TestBrowser(), new TestBrowser()]
    await signIn(provider, one)
    const { rows } = await database.query(`select * from oidc_payload where model = 'Session'`)
    const [row] = rows
    await visitAccount(currentBrowser)
    await post(currentBrowser, 'sessions/end-one', { session: String(row?.uid) })
    const { createSqlAdapter } = await import('../storage/sql-adapter.ts')
    const store = createSqlAdapter({
      database,
      clock: () => now,
      accessTokenSeconds: 300,
      sessionSeconds: 86_400,
      report: () => {},
    })('Session')
    await store.upsert(String(row?.id), row?.payload as Parameters<typeof store.upsert>[1], 3600)
    expect(await store.find(String(row?.id))).toBeUndefined()
    expect((await post(currentBrowser, 'sessions/end-one', { session: 'somebody-else' })).status).toBe(404)
  })

  test('are not ended without the password', async () => {
    const browser = new TestBrowser()
    await signIn(provider, browser)
    expect((await post(browser, 'sessions/end-one', { session: 'x' })).status).toBe(401)
  })
})

describe('a second factor', () => {
  /** Sets up the second factor; returns the secret and the recovery codes. */
  async function enable(browser: TestBrowser) {
    const { text } = await post(browser, 'second-factor/begin')
    const [, key = ''] = /<code>([A-Z2-7 ]+)<\/code>/.exec(text) ?? []
    const secret = fromBase32(key.replaceAll(' ', ''))
    const confirmed = await post(browser, 'second-factor/confirm', { code: codeOf(secret, stepAt(now)) })
    expect(confirmed.text).toContain('The second factor is on')
    const recovery = [...confirmed.text.matchAll(/<code>((?:[A-Z2-7]{4}-){7}[A-Z2-7]{4})<\/code>/g)].map(
      ([, code = '']) => code,
    )
    // the code used for setup cannot be reused
    now += 60_000
    return { code: () => codeOf(secret, stepAt(now)), recovery }
  }
  /** Enters the password and stops at the page that asks for the code. */
  async function reachCode(browser: TestBrowser) {
    const { url } = await open(browser, createAuthorizationRequest(provider).url)
    const { page } = await enterPassword(browser, url, ada)
    expect([page?.status, await page?.text()]).toEqual([200, expect.stringContaining('Second factor')])
    return async (code: string) => {
      const response = await browser.submit(`${url}/code`, { fields: { code } })
      return { status: response.status, isIn: response.status === 303 }
    }
  }

  test('is requested after the password, and each code is valid once', async () => {
    const { code } = await enable(await visitAccount())
    const enter = await reachCode(new TestBrowser())
    expect(await enter('000000')).toMatchObject({ status: 422 })
    expect(await enter(code())).toMatchObject({ isIn: true })
    const secondLogin = await reachCode(new TestBrowser())
    expect(await secondLogin(code())).toMatchObject({ status: 422 })
    now += 30_000
    expect(await secondLogin(code())).toMatchObject({ isIn: true })
    expect(eventNames()).toEqual(
      expect.arrayContaining(['second-factor.enabled', 'second-factor.failed', 'sign-in.succeeded']),
    )
  })

  test('can be a recovery code, once', async () => {
    const { recovery } = await enable(await visitAccount())
    expect(recovery).toHaveLength(10)
    const enter = await reachCode(new TestBrowser())
    expect(await enter(recovery[0]?.toLowerCase() ?? '')).toMatchObject({ isIn: true })
    const secondLogin = await reachCode(new TestBrowser())
    expect(await secondLogin(recovery[0] ?? '')).toMatchObject({ status: 422 })
    expect(eventNames()).toContain('recovery-code.used')
  })

  test('cannot be guessed: after five wrong codes the right one has to wait', async () => {
    const { code } = await enable(await visitAccount())
    const enter = await reachCode(new TestBrowser())
    for (let guess = 0; guess < 5; guess += 1) await enter('000000')
    expect(await enter(code())).toMatchObject({ status: 429 })
  })

  test('signs out all other sessions when it is set up, and is required to change the account', async () => {
    const otherBrowser = await signIn(provider, new TestBrowser())
    const browser = await visitAccount()
    now += 2000
    const { code } = await enable(browser)
    expect((await refresh(provider, otherBrowser.refresh_token)).status).toBe(400)
    const stranger = await visitAccount(new TestBrowser())
    expect((await post(stranger, 'second-factor/remove', { code: '000000' })).status).toBe(401)
    const owner = await visitAccount(new TestBrowser(), code())
    now += 30_000
    expect((await post(owner, 'second-factor/remove', { code: code() })).text).toContain('The second factor is off')
    await signIn(provider)
  })

  test('is stored sealed when the installation has a key', async () => {
    const sealed = await startTestProvider(database, { encryptionKey: Buffer.alloc(32, 7) })
    const browser = new TestBrowser()
    await browser.submit(`${sealed.issuer}/account/sign-in`, { fields: { login: ada.login, password: ada.password } })
    await browser.submit(`${sealed.issuer}/account/second-factor/begin`, { fields: {} })
    const { rows } = await database.query('select secret from account_totp')
    expect(rows).toEqual([{ secret: expect.stringMatching(/^sealed:v1:/) }])
    await sealed.stop()
    await database.query('delete from oidc_signing_key')
    await database.query('delete from oidc_cookie_key')
    await provider.restart()
  })
})

function fromBase32(text: string): Buffer {
  const bits = Array.from(text).map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
