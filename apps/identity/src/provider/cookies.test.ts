import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { createAddressReader } from '../network/caller-address.ts'
import { pinRequest } from './pin-request.ts'
import { logoutScript } from '../pages/logout-page.ts'
import { TestBrowser } from '../testing/test-browser.ts'

describe('cookies', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>

  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  /** The `Set-Cookie` lines of an entire sign-in at a provider with this address, behind a proxy that terminates TLS. */
  async function collectCookies(address: string): Promise<string[]> {
    const provider = await startTestProvider(database, { issuer: `${address}/oidc` })
    const inside = new URL(provider.issuer).origin
    const lines: string[] = []
    const jar = new Map<string, string>()
    const request = async (url: string, init: RequestInit = {}): Promise<string> => {
      const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie)
      headers.set('accept', 'text/html')
      const reply = await fetch(url.replace(address, inside), { ...init, headers, redirect: 'manual' })
      for (const line of reply.headers.getSetCookie()) {
        lines.push(line)
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        jar.set(name, value)
      }
      return new URL(reply.headers.get('location') ?? '', url).href
    }
    const loginPage = await request(createAuthorizationRequest(provider).url)
    const resume = await request(`${loginPage}/login`, {
      method: 'POST',
      headers: { origin: address },
      body: new URLSearchParams({ login: ada.login, password: ada.password }),
    })
    await request(resume)
    await request(`${address}/oidc/account/sign-in`, {
      method: 'POST',
      headers: { origin: address },
      body: new URLSearchParams({ login: ada.login, password: ada.password }),
    })
    await provider.stop()
    return lines
  }

  const namesOf = (lines: readonly string[]) => new Set(lines.map((line) => line.slice(0, line.indexOf('='))))
  const all = ['op_interaction', 'op_resume', 'op_session', 'op_browser', 'op_account'].flatMap((name) => [
    name,
    `${name}.sig`,
  ])

  describe('every cookie of a sign-in', () => {
    test('on https is secure with a name prefix, and cross-site except for the password proof', async () => {
      const lines = await collectCookies('https://login.example.com')
      expect(namesOf(lines)).toEqual(new Set(all.map((name) => `__Secure-${name}`)))
      for (const line of lines) {
        const site = line.startsWith('__Secure-op_account') ? 'strict' : 'none'
        expect(line.toLowerCase()).toContain(`; samesite=${site}; secure; httponly`)
      }
    })

    test('is lax when the provider is on http', async () => {
      const lines = await collectCookies('http://login.example.com')
      expect(namesOf(lines)).toEqual(new Set(all))
      for (const line of lines) {
        const site = line.startsWith('op_account') ? 'strict' : 'lax'
        expect(line.toLowerCase()).toContain(`; samesite=${site}; httponly`)
        expect(line).not.toMatch(/; secure/i)
      }
    })
  })
})

describe('pin request', () => {
  const issuer = new URL('https://auspex.example.com/oidc')
  const readAddress = () => '192.0.2.7'

  function createRequest(url: string, headers: Record<string, string> = {}): IncomingMessage {
    const request = new IncomingMessage(new Socket())
    request.url = url
    request.headers = headers
    return request
  }

  describe('a request for the provider', () => {
    test('has the host and protocol of the issuer, and a path below its mount', () => {
      const request = createRequest('/oidc/auth?a=1', { host: 'evil.example', 'x-forwarded-proto': 'http' })
      expect(pinRequest(request, { issuer, readAddress })).toBe(true)
      expect(request.headers).toEqual({
        host: 'auspex.example.com',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '192.0.2.7',
      })
      expect(request).toMatchObject({ url: '/auth?a=1', originalUrl: '/oidc/auth?a=1' })
    })

    test.each(['/', '/oidc', '/oidcs/auth', '/api/oidc/auth'])('outside its path is not accepted: %s', (url) => {
      expect(pinRequest(createRequest(url), { issuer, readAddress })).toBe(false)
    })

    test('has one address, which the caller cannot forge', () => {
      const request = createRequest('/oidc/me', { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })
      Object.defineProperty(request.socket, 'remoteAddress', { value: '192.0.2.1' })
      pinRequest(request, { issuer, readAddress: createAddressReader(0) })
      expect(request.headers['x-forwarded-for']).toBe('192.0.2.1')
    })
  })
})

describe('logout', () => {
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

    test('does not break a sign-in that another tab has just started', async () => {
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

    test('asks for confirmation without a proof of who requests it', async () => {
      const browser = new TestBrowser()
      await signIn(provider, browser)
      const html = await (await openLogout(browser, {})).text()
      expect(html).toContain('Sign out?')
      expect(html).not.toContain('<script>')
    })

    test('asks for confirmation when the hint belongs to another person', async () => {
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
      expect(html).toContain('Sign out?')
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
})
