import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  ada,
  createAuthorizationRequest,
  requestTokens,
  signIn,
  startTestProvider,
  type TestProvider,
  type Tokens,
} from '../testing/test-provider.ts'
import { type ClientAdministration, createClientAdministration } from './administer-clients.ts'

const grace = {
  ...ada,
  id: 'usr_grace',
  login: 'grace',
  email: 'grace@example.com',
  name: 'Grace Hopper',
  organization: { id: 'org_navy', name: 'Navy' },
  groups: [],
  roles: ['member'],
}
const partner = {
  clientId: 'app_partner',
  name: 'Partner',
  kind: 'web' as const,
  redirectUris: ['https://partner.example/callback'],
  origins: ['https://pages.partner.example'],
  scopes: ['read'],
  groupIds: [],
  organization: null,
}
const [callback = ''] = partner.redirectUris

let database: Awaited<ReturnType<typeof openTestDatabase>>
let provider: TestProvider
let clients: ClientAdministration
const members = new Set<string>()

beforeAll(async () => {
  database = await openTestDatabase()
  provider = await startTestProvider(database, {
    mayUseClient: async (account, groupIds) => groupIds.includes('grp_lab') && members.has(account.id),
  })
  clients = createClientAdministration({ database })
  await provider.idp.seedAccounts([grace])
})
afterAll(async () => {
  await provider.stop()
  await database.close()
})
beforeEach(async () => {
  provider.resetClock()
  for (const { clientId } of await clients.list()) await clients.remove(clientId)
  await database.query('delete from oidc_revoked_grant')
})

const stop = (url: string) => url.startsWith(callback)
/** Opens the app, signs in and allows access; returns the address at which the browser arrives. */
async function allow(overrides: Record<string, string> = {}, person = ada): Promise<{ url: string; verifier: string }> {
  const browser = new TestBrowser()
  await signIn(provider, browser, person)
  const request = createAuthorizationRequest(provider, {
    client_id: partner.clientId,
    redirect_uri: callback,
    scope: 'openid email read',
    ...overrides,
  })
  const opened = await browser.follow(await browser.request(request.url), { from: request.url, stop })
  if (stop(opened.url) || opened.page?.status !== 200) return { url: opened.url, verifier: request.verifier }
  const allowed = await browser.follow(await browser.submit(`${opened.url}/confirm`), { from: opened.url, stop })
  return { url: allowed.url, verifier: request.verifier }
}
const exchange = ({ url, verifier }: { url: string; verifier: string }) =>
  requestTokens(provider, {
    grant_type: 'authorization_code',
    client_id: partner.clientId,
    redirect_uri: callback,
    code: new URL(url).searchParams.get('code') ?? '',
    code_verifier: verifier,
  })
const tokensOf = async (reply: Response) => (await reply.json()) as Tokens
const renew = ({ refresh_token }: Tokens) =>
  requestTokens(provider, { grant_type: 'refresh_token', client_id: partner.clientId, refresh_token })
const isRevoked = ({ access_token }: Tokens) => provider.idp.isRevoked(decodeJwt(access_token).jti ?? '')

describe('a registered web app', () => {
  test('signs people in with PKCE, and its token has the scopes that they allowed', async () => {
    await clients.create(partner)
    const tokens = await tokensOf(await exchange(await allow()))
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      sub: ada.id,
      client_id: 'app_partner',
      scope: 'openid email read',
    })
    expect((await renew(tokens)).status).toBe(200)
  })

  test('never gets a scope that it was not registered with, in a sign-in or a renewal', async () => {
    await clients.create(partner)
    const tokens = await tokensOf(await exchange(await allow({ scope: 'openid read write administer' })))
    expect(decodeJwt(tokens.access_token).scope).toBe('openid read')
    const grown = await requestTokens(provider, {
      grant_type: 'refresh_token',
      client_id: partner.clientId,
      refresh_token: tokens.refresh_token,
      scope: 'openid read administer',
    })
    expect(grown.status).toBe(400)
  })

  test.each([
    ['another address', { redirect_uri: 'https://evil.example/callback' }],
    ['an address below its own', { redirect_uri: `${callback}/x` }],
    ['no address', { redirect_uri: '' }],
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
  ])('is refused with %s', async (_what, overrides) => {
    await clients.create(partner)
    const { url } = await allow(overrides)
    expect(new URL(url, 'http://provider.invalid').searchParams.get('code')).toBeNull()
  })

  test('may call from its origins, and no other page may', async () => {
    await clients.create(partner)
    const from = async (origin: string) => {
      const reply = await requestTokens(
        provider,
        { grant_type: 'refresh_token', client_id: partner.clientId, refresh_token: 'x' },
        { origin },
      )
      return reply.headers.get('access-control-allow-origin')
    }
    expect(await from('https://pages.partner.example')).toBe('https://pages.partner.example')
    expect(await from('https://partner.example')).toBe('https://partner.example')
    expect(await from('https://evil.example')).toBeNull()
  })

  test('ends at once when it is removed: its tokens, its renewals and its sign-ins', async () => {
    await clients.create(partner)
    const tokens = await tokensOf(await exchange(await allow()))
    await clients.remove(partner.clientId)
    expect(await isRevoked(tokens)).toBe(true)
    expect((await renew(tokens)).status).toBe(401)
    expect((await allow()).url).not.toContain('code=')
  })

  test('that was removed is told so by a refusal that its pages can read, until sign-ins of that time have ended', async () => {
    await clients.create(partner)
    const tokens = await tokensOf(await exchange(await allow()))
    await clients.remove(partner.clientId)
    expect(await clients.list()).toEqual([])
    expect(await clients.listOrigins()).toEqual(['https://partner.example', 'https://pages.partner.example'])
    const fields = { grant_type: 'refresh_token', client_id: partner.clientId, refresh_token: tokens.refresh_token }
    const renewFrom = (origin: string) => requestTokens(provider, fields, { origin })
    const refused = await renewFrom('https://partner.example')
    expect(refused.status).toBe(401)
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://partner.example')
    expect(await refused.json()).toMatchObject({
      error: 'invalid_client',
      error_description: 'Partner was removed and can no longer sign people in. Ask an administrator of Auspex.',
    })
    provider.advance(91 * 86_400_000)
    await provider.idp.sweep()
    expect(await (await renewFrom('https://partner.example')).json()).toMatchObject({
      error_description: 'client authentication failed',
    })
    expect(await clients.listOrigins()).toEqual([])
  })

  test('that was removed has a page which says so, instead of asking for consent or signing in', async () => {
    await clients.create(partner)
    const browser = new TestBrowser()
    await signIn(provider, browser)
    const request = createAuthorizationRequest(provider, {
      client_id: partner.clientId,
      redirect_uri: callback,
      scope: 'openid email read',
    })
    const consent = await browser.follow(await browser.request(request.url), { from: request.url, stop })
    await clients.remove(partner.clientId)
    const pages = [
      await browser.request(consent.url),
      await browser.submit(`${consent.url}/confirm`),
      await browser.request(request.url),
    ]
    for (const page of pages) {
      const html = await page.text()
      expect(html).toContain('Partner was removed')
      expect(html).toContain('Ask an administrator of Auspex')
      expect(html).not.toContain('wants access')
      expect(html).not.toContain('Go back to the app')
    }
    expect(pages.map(({ status }) => status)).toEqual([410, 410, 410])
  })

  test('that was removed can still sign the person out, without sending them back to it', async () => {
    await clients.create(partner)
    const tokens = await tokensOf(await exchange(await allow()))
    const browser = new TestBrowser()
    await signIn(provider, browser)
    await clients.remove(partner.clientId)
    const leave = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'https://partner.example/',
    })
    const from = `${provider.issuer}/session/end?${leave}`
    const { page } = await browser.follow(await browser.request(from), { from, stop })
    const html = (await page?.text()) ?? ''
    expect(html).toContain('Sign out?')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const confirmed = await browser.submit(`${provider.issuer}/session/end/confirm`, {
      fields: { xsrf, logout: 'yes' },
    })
    const end = await browser.follow(confirmed, { from, stop })
    expect(await end.page?.text()).toContain('You are signed out')
  })

  test('whose scopes change asks everybody again', async () => {
    await clients.create(partner)
    const tokens = await tokensOf(await exchange(await allow()))
    await clients.update(partner.clientId, { ...partner, scopes: ['write'] })
    expect(await isRevoked(tokens)).toBe(true)
    expect((await renew(tokens)).status).toBe(400)
  })

  test('uses each code once: a replay revokes what was issued', async () => {
    await clients.create(partner)
    const allowed = await allow()
    const tokens = await tokensOf(await exchange(allowed))
    expect((await exchange(allowed)).status).toBe(400)
    expect(await isRevoked(tokens)).toBe(true)
  })

  test('for one organization is closed to people of others', async () => {
    await clients.create({ ...partner, organization: ada.organization })
    expect((await exchange(await allow())).status).toBe(200)
    const { url } = await allow({}, grace)
    expect(new URL(url).searchParams.get('error')).toBe('access_denied')
  })

  test('for a group is closed to everybody else, and to those who leave it', async () => {
    await clients.create({ ...partner, groupIds: ['grp_lab'] })
    expect(new URL((await allow()).url).searchParams.get('error')).toBe('access_denied')
    members.add(ada.id)
    const tokens = await tokensOf(await exchange(await allow()))
    members.delete(ada.id)
    expect((await renew(tokens)).status).toBe(400)
  })
})

describe('a registered service', () => {
  test('has a secret of its own, which can be renewed, and its tokens end with it', async () => {
    const service = { ...partner, clientId: 'app_service', kind: 'service' as const, redirectUris: [], origins: [] }
    const secret = await clients.create({ ...service, scopes: ['search'], organization: ada.organization })
    const grant = (client_secret: string) =>
      requestTokens(provider, { grant_type: 'client_credentials', client_id: 'app_service', client_secret })
    const tokens = await tokensOf(await grant(secret ?? ''))
    expect(decodeJwt(tokens.access_token)).toMatchObject({ scope: 'search', organization: ada.organization.id })
    const renewed = await clients.renewSecret('app_service')
    expect((await grant(secret ?? '')).status).toBe(401)
    expect((await grant(renewed)).status).toBe(200)
    expect(await isRevoked(tokens)).toBe(false)
    await clients.remove('app_service')
    expect(await isRevoked(tokens)).toBe(true)
  })
})
