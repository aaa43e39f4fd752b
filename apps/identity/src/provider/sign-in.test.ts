import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webClientId } from '../clients/first-party-client.ts'
import { logoutScript } from '../pages/logout-page.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  ada,
  audience,
  callbackUrl,
  createAuthorizationRequest,
  enterPassword,
  open,
  refresh,
  requestTokens,
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

describe('signing in with code and PKCE', () => {
  test('a person gets an ID token and a JWT access token with their organization, groups and roles', async () => {
    const tokens = await signIn(provider)
    expect(tokens.expires_in).toBe(300)
    expect(tokens.refresh_token).toEqual(expect.any(String))
    const keys = createRemoteJWKSet(new URL(`${provider.issuer}/jwks`))
    const claims = {
      organization: 'org_engines',
      organization_name: 'Analytical Engines',
      groups: ['research'],
      roles: ['godmode'],
      name: 'Ada Lovelace',
      email: 'Ada@example.com',
    }
    const access = await jwtVerify(tokens.access_token, keys, {
      issuer: provider.issuer,
      audience,
      typ: 'at+jwt',
    })
    expect(access.payload).toMatchObject({
      ...claims,
      sub: 'usr_ada',
      client_id: webClientId,
      scope: 'openid profile email organization',
    })
    const identity = await jwtVerify(tokens.id_token, keys, { issuer: provider.issuer, audience: webClientId })
    expect(identity.payload).toMatchObject({ ...claims, sub: 'usr_ada', nonce: 'nonce-1', preferred_username: 'ada' })
  })

  test('the email address works as the login, in any case', async () => {
    const browser = new TestBrowser()
    const { url } = await open(browser, createAuthorizationRequest(provider).url)
    const after = await enterPassword(browser, url, { login: ' ADA@example.COM ', password: ada.password })
    expect(after.url).toContain(`${callbackUrl}?code=`)
  })

  test('a second sign-in in the same browser needs no password', async () => {
    const browser = new TestBrowser()
    await signIn(provider, browser)
    const { url } = await open(browser, createAuthorizationRequest(provider).url)
    expect(url).toContain(`${callbackUrl}?code=`)
  })

  test('silent renewal without a session answers login_required', async () => {
    const { url } = await open(new TestBrowser(), createAuthorizationRequest(provider, { prompt: 'none' }).url)
    expect(new URL(url).searchParams.get('error')).toBe('login_required')
  })

  test('two tabs can be at the login page at the same time', async () => {
    const browser = new TestBrowser()
    const [one, two] = [
      await open(browser, createAuthorizationRequest(provider).url),
      await open(browser, createAuthorizationRequest(provider).url),
    ]
    for (const { url } of [one, two]) {
      const after = await enterPassword(browser, url, { login: 'ada', password: ada.password })
      expect(after.url).toContain(`${callbackUrl}?code=`)
    }
  })

  test('a code is refused without the right verifier', async () => {
    const browser = new TestBrowser()
    const login = await open(browser, createAuthorizationRequest(provider).url)
    const { url } = await enterPassword(browser, login.url, { login: 'ada', password: ada.password })
    const response = await requestTokens(provider, {
      grant_type: 'authorization_code',
      client_id: webClientId,
      redirect_uri: callbackUrl,
      code: new URL(url).searchParams.get('code') ?? '',
      code_verifier: 'x'.repeat(43),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('Cancel sends the person back with access_denied', async () => {
    const browser = new TestBrowser()
    const { url } = await open(browser, createAuthorizationRequest(provider).url)
    const after = await browser.follow(await browser.submit(`${url}/abort`), {
      from: url,
      stop: (to) => to.startsWith(callbackUrl),
    })
    expect(new URL(after.url).searchParams.get('error')).toBe('access_denied')
    expect(new URL(after.url).searchParams.get('state')).toBe('state-1')
  })

  test('a form from another site is refused', async () => {
    const browser = new TestBrowser()
    const { url } = await open(browser, createAuthorizationRequest(provider).url)
    const response = await browser.submit(`${url}/login`, {
      fields: { login: 'ada', password: ada.password },
      from: 'https://evil.example',
    })
    expect(response.status).toBe(403)
  })

  test('a login page without its cookie says that it expired', async () => {
    const { url } = await open(new TestBrowser(), createAuthorizationRequest(provider).url)
    const response = await new TestBrowser().request(url)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('This sign-in page has expired')
  })

  test('a redirect address that is not registered is an error page, not a redirect', async () => {
    const { page } = await open(
      new TestBrowser(),
      createAuthorizationRequest(provider, { redirect_uri: 'https://evil.example/' }).url,
    )
    expect(page?.status).toBe(400)
    expect(await page?.text()).toContain('Sign-in could not continue')
  })
})

describe('the login page', () => {
  test('loads and runs nothing, and states where its form leads', async () => {
    const { page } = await open(new TestBrowser(), createAuthorizationRequest(provider).url)
    const policy = page?.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).not.toContain('script-src')
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).toContain(`form-action 'self' ${webOrigin}`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(page?.headers.get('cache-control')).toBe('no-store')
  })

  test('fills in the login hint as text, whatever it contains', async () => {
    const { page } = await open(
      new TestBrowser(),
      createAuthorizationRequest(provider, { login_hint: '"><script>alert(1)</script>' }).url,
    )
    const html = (await page?.text()) ?? ''
    expect(html).not.toContain('<script>')
    expect(html).toContain('&quot;&gt;&lt;script&gt;')
  })
})

describe('logging out from the web app', () => {
  const openLogout = (browser: TestBrowser, params: Record<string, string>) =>
    browser.request(`${provider.issuer}/session/end?${new URLSearchParams(params)}`)

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

describe('discovery', () => {
  test('names the issuer in every address, whatever host the request claims', async () => {
    const claimed = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    // Not fetch, which sets the host itself.
    const response = get(`${provider.issuer}/.well-known/openid-configuration`, { headers: claimed })
    const [message] = await once(response, 'response')
    const discovery: Record<string, unknown> = JSON.parse(await text(message))
    expect(discovery.issuer).toBe(provider.issuer)
    const addresses = Object.keys(discovery).filter((name) => /(_endpoint|_uri)$/.test(name))
    expect(addresses).toContain('token_endpoint')
    for (const name of addresses) expect(discovery[name]).toMatch(new RegExp(`^${provider.issuer}/`))
    expect(discovery.scopes_supported).toEqual(expect.arrayContaining(['openid', 'profile', 'email', 'organization']))
    expect(discovery.grant_types_supported).toEqual(
      expect.arrayContaining(['authorization_code', 'refresh_token', 'client_credentials']),
    )
  })

  test('a path outside the issuer is not found', async () => {
    expect((await fetch(new URL('/oidcs/token', provider.issuer))).status).toBe(404)
  })
})

test('the token endpoint answers a browser of the web app and refuses other origins', async () => {
  const fields = { grant_type: 'refresh_token', client_id: webClientId, refresh_token: 'x' }
  expect(
    (await requestTokens(provider, fields, { origin: webOrigin })).headers.get('access-control-allow-origin'),
  ).toBe(webOrigin)
  const foreign = await requestTokens(provider, fields, { origin: 'https://evil.example' })
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  expect(await foreign.json()).toMatchObject({ error: 'invalid_request' })
})

test('the account id is what identifies a person in every token', async () => {
  const [first, second] = [await signIn(provider), await signIn(provider)]
  expect(decodeJwt(first.id_token).sub).toBe(decodeJwt(second.access_token).sub)
})

test('no request of this file failed unexpectedly', () => {
  expect(provider.errors).toEqual([])
})
