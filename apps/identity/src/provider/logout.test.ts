import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logoutScript } from '../pages/logout-page.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  ada,
  createAuthorizationRequest,
  enterPassword,
  open,
  refresh,
  signIn,
  startTestProvider,
  type TestProvider,
  webOrigin,
} from '../testing/test-provider.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let provider: TestProvider

beforeAll(async () => {
  database = await openTestDatabase()
  provider = await startTestProvider(database)
})

afterAll(async () => {
  await provider.stop()
  await database.close()
})

const openLogout = (browser: TestBrowser, params: Record<string, string>) =>
  browser.request(`${provider.issuer}/session/end?${new URLSearchParams(params)}`)

describe('logging out from the web app', () => {
  test('ends the session and the sign-in at once, and returns to the root of the app', async () => {
    const browser = new TestBrowser()
    const tokens = await signIn(provider, browser)
    const page = await openLogout(browser, {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${webOrigin}/`,
    })
    const html = await page.text()
    expect(html).toContain(`<script>${logoutScript}</script>`)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
    const xsrf = /name="xsrf" value="(\w+)"/.exec(html)?.[1] ?? ''
    const answer = await browser.submit(`${provider.issuer}/session/end/confirm`, { fields: { xsrf, logout: 'yes' } })
    expect(answer.headers.get('location')).toBe(`${webOrigin}/`)
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(400)
    const { url } = await open(browser, createAuthorizationRequest(provider, { prompt: 'none' }).url)
    expect(new URL(url).searchParams.get('error')).toBe('login_required')
  })

  test('does not break a sign-in that another tab began just before', async () => {
    const browser = new TestBrowser()
    const tokens = await signIn(provider, browser)
    const early = await open(browser, createAuthorizationRequest(provider, { prompt: 'login' }).url)
    const html = await (await openLogout(browser, { id_token_hint: tokens.id_token })).text()
    const xsrf = /name="xsrf" value="(\w+)"/.exec(html)?.[1] ?? ''
    await browser.submit(`${provider.issuer}/session/end/confirm`, { fields: { xsrf, logout: 'yes' } })
    const reopened = await open(browser, early.url)
    expect(reopened.url).not.toBe(early.url)
    expect(reopened.page?.status).toBe(200)
    const after = await enterPassword(browser, reopened.url, { login: 'ada', password: ada.password })
    expect(new URL(after.url).searchParams.get('code')).toEqual(expect.any(String))
  })

  test('asks first when nothing proves who wants it', async () => {
    const browser = new TestBrowser()
    await signIn(provider, browser)
    const html = await (await openLogout(browser, {})).text()
    expect(html).toContain('Sign out?')
    expect(html).not.toContain('<script>')
  })

  test('asks first when the hint belongs to somebody else', async () => {
    await provider.idp.seedAccounts([
      {
        id: 'usr_bob',
        login: 'bob',
        email: 'bob@example.com',
        name: 'Bob',
        password: 'secret-of-bob',
        organization: { id: 'org_b', name: 'B' },
        groups: [],
        roles: [],
      },
    ])
    const bob = await signIn(provider, new TestBrowser(), { login: 'bob', password: 'secret-of-bob' })
    const browser = new TestBrowser()
    await signIn(provider, browser)
    const html = await (await openLogout(browser, { id_token_hint: bob.id_token })).text()
    expect(html).not.toContain('<script>')
  })

  test('never redirects to an address that is not registered', async () => {
    const tokens = await signIn(provider)
    const page = await openLogout(new TestBrowser(), {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'https://evil.example/',
    })
    expect(page.status).toBe(400)
    expect(await page.text()).toContain('post_logout_redirect_uri not registered')
  })
})
