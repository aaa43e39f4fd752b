import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@auspex/api'
import {
  createClient,
  createPersonalAccessToken,
  createPortfolio,
  getMe,
  registerClient,
  removeRegisteredClient,
  revokePersonalAccessToken,
} from '@auspex/sdk'
import type { RegisterClientInput } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFirstRun } from '../first-run/first-run.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { createBrowser, type Credentials, signIn, type SignInApp } from '../testing/sign-in.ts'
import { removeData } from '../testing/spawn-server.ts'
import { serve, type Serving } from './serve.ts'

// Attacks on device codes, personal access tokens and registered apps, on the whole server as it runs. What each part does alone is tested beside it:
// apps/identity/src/clients and apps/api/src/modules/people/access-tokens; work in the background in apps/api/src/modules/workflows.

const dataDir = mkdtempSync(join(tmpdir(), 'auspex-attacks-'))
let url: string
let serving: Serving
let people: { member: Credentials; other: Credentials; administrator: Credentials }
let administrator: ReturnType<typeof createClient>
let member: ReturnType<typeof createClient>

const clientWith = (token: string | null) =>
  createClient({ baseUrl: `${url}/api`, auth: { getToken: () => token ?? undefined }, retry: false })
const codeOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 'it got through',
    ({ code }: { code: string }) => code,
  )

beforeAll(async () => {
  url = `http://localhost:${await findFreePort()}`
  const settings = { AUSPEX_PORT: new URL(url).port, AUSPEX_DATA: dataDir, AUSPEX_SOURCES: 'live' }
  serving = await serve(readConfig({ ...settings, AUSPEX_LOG_LEVEL: 'silent' }), { withWeb: false })
  const users = (readFirstRun(dataDir)?.users ?? []).map(({ email, password, role }) => ({
    login: email,
    password,
    role,
  }))
  const [admin, first, second] = [
    users.find(({ role }) => role === 'godmode'),
    ...users.filter(({ role }) => role !== 'godmode'),
  ]
  if (!admin || !first || !second) throw new Error('the first start makes three accounts')
  people = { administrator: admin, member: first, other: second }
  administrator = clientWith((await signIn(url, people.administrator)).accessToken)
  member = clientWith((await signIn(url, people.member)).accessToken)
  await Promise.all([getMe({ client: administrator }), getMe({ client: member })])
})
afterAll(async () => {
  await serving.close()
  removeData(dataDir)
})

const token = (fields: Record<string, string>) =>
  fetch(`${url}/identity/token`, { method: 'POST', body: new URLSearchParams(fields) })
const errorOf = async (reply: Response) => ((await reply.json()) as { error: string }).error
const renew = (clientId: string, refreshToken: string | null, scope?: string) =>
  token({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken ?? '',
    ...(scope && { scope }),
  })

describe('a device code', () => {
  const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
  const begin = async (scope = 'openid read') => {
    const body = new URLSearchParams({ client_id: 'auspex-cli', scope })
    const reply = await fetch(`${url}/identity/device/auth`, { method: 'POST', body })
    return (await reply.json()) as { device_code: string; user_code: string }
  }
  const poll = (deviceCode: string, clientId = 'auspex-cli') =>
    token({ grant_type: deviceGrant, client_id: clientId, device_code: deviceCode })
  const browserOf = async (person: Credentials) => {
    const browser = createBrowser()
    await signIn(url, person, undefined, browser)
    return browser
  }
  const xsrfIn = (html: string) => /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const approve = async (browser: ReturnType<typeof createBrowser>, userCode: string) => {
    const page = `${url}/identity/device`
    const form = xsrfIn(await (await browser.request(page)).text())
    const question = await browser.submit(page, { xsrf: form, user_code: userCode })
    const answer = { xsrf: xsrfIn(await question.text()), user_code: userCode, confirm: 'yes' }
    const consent = await browser.follow(await browser.submit(page, answer), page, 'nowhere:')
    await browser.follow(await browser.submit(`${consent.at}/confirm`), consent.at, 'nowhere:')
  }

  test('cannot be phished with a link: the page that it leads to has no code', async () => {
    const { user_code: userCode } = await begin()
    const browser = await browserOf(people.member)
    const link = `${url}/identity/device?user_code=${userCode}`
    const { response } = await browser.follow(await browser.request(link), link, 'nowhere:')
    expect(await response.text()).not.toContain(userCode)
  })

  test('cannot be approved by a form that another page made the person send', async () => {
    const { device_code: deviceCode, user_code: userCode } = await begin()
    const browser = await browserOf(people.member)
    const reply = await browser.request(`${url}/identity/device`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf: 'planted', user_code: userCode, confirm: 'yes' }),
      headers: { origin: 'https://evil.example' },
    })
    expect(reply.status).not.toBe(200)
    expect(await errorOf(await poll(deviceCode))).toBe('authorization_pending')
  })

  test('works once, only for the app that began it, and its tokens never grow', async () => {
    const { device_code: deviceCode, user_code: userCode } = await begin()
    await approve(await browserOf(people.member), userCode)
    expect((await poll(deviceCode, 'auspex-web')).status).toBe(400)
    const tokens = (await (await poll(deviceCode)).json()) as { access_token: string; refresh_token: string }
    const codeOfWriting = () => codeOf(createPortfolio({ title: 'Grown' }, { client: clientWith(tokens.access_token) }))
    expect(await codeOfWriting()).toBe('identity.insufficient_scope')
    expect((await renew('auspex-cli', tokens.refresh_token, 'openid read write administer')).status).toBe(400)
    // a code that is used twice was stolen: everything that it gave ends
    expect((await poll(deviceCode)).status).toBe(400)
    expect(await codeOfWriting()).toBe('identity.invalid_token')
  })

  test('gives a member who allows everything no right that they do not have', async () => {
    const { device_code: deviceCode, user_code: userCode } = await begin('openid read write administer')
    await approve(await browserOf(people.member), userCode)
    const { access_token: accessToken } = (await (await poll(deviceCode)).json()) as { access_token: string }
    const input = { name: 'Mine', kind: 'device', scopes: ['read'] } satisfies RegisterClientInput
    expect(await codeOf(registerClient(input, { client: clientWith(accessToken) }))).toMatch(
      /^identity\.(forbidden|insufficient_scope)$/,
    )
  })
})

describe('a personal access token', () => {
  const create = (scopes: ('read' | 'write' | 'administer')[], client = member) =>
    createPersonalAccessToken({ name: 'Script', scopes }, { client })

  test('does what its scopes say and nothing else', async () => {
    const reader = clientWith((await create(['read'])).token)
    expect((await getMe({ client: reader })).profile.email).toBe(people.member.login)
    expect(await codeOf(createPortfolio({ title: 'Grown' }, { client: reader }))).toBe('identity.insufficient_scope')
  })

  test('cannot make another token, nor register an app, not even one of an administrator with every scope', async () => {
    const { token: secret } = await create(['read', 'write', 'administer'], administrator)
    const client = clientWith(secret)
    expect(await codeOf(create(['administer'], client))).toBe('identity.insufficient_scope')
    const input = { name: 'Back door', kind: 'device', scopes: ['administer'] } satisfies RegisterClientInput
    expect(await codeOf(registerClient(input, { client }))).toBe('identity.insufficient_scope')
  })

  test('may administer only for an administrator', async () => {
    expect(await codeOf(create(['administer']))).toBe('access_tokens.scope_not_yours')
  })

  test('ends when it is revoked, and opens nothing in an address or a cookie', async () => {
    const { id, token: secret } = await create(['read'])
    const inAddress = await fetch(`${url}/api/users/me?access_token=${secret}`)
    const inCookie = await fetch(`${url}/api/users/me`, {
      headers: { cookie: `token=${secret}; access_token=${secret}` },
    })
    expect([inAddress.status, inCookie.status]).toEqual([401, 401])
    await revokePersonalAccessToken(id, { client: member })
    expect(await codeOf(getMe({ client: clientWith(secret) }))).toBe('identity.invalid_token')
  })
})

describe('a registered app', () => {
  const redirectUri = 'https://board.example/signed-in'
  const register = async (more: Partial<RegisterClientInput> = {}) => {
    const input: RegisterClientInput = {
      name: 'Board',
      kind: 'web',
      redirectUris: [redirectUri],
      scopes: ['read'],
      ...more,
    }
    const { id } = await registerClient(input, { client: administrator })
    return { clientId: id, redirectUri, scope: 'openid read' } satisfies SignInApp
  }
  const enter = (app: SignInApp, person = people.member) => signIn(url, person, app)

  test('gets the scopes that it was registered for, however many it requests', async () => {
    const app = await register()
    const { accessToken, refreshToken } = await enter({ ...app, scope: 'openid read write administer' })
    expect((await getMe({ client: clientWith(accessToken) })).profile.email).toBe(people.member.login)
    expect(await codeOf(createPortfolio({ title: 'Grown' }, { client: clientWith(accessToken) }))).toBe(
      'identity.insufficient_scope',
    )
    expect((await renew(app.clientId, refreshToken, 'openid read write')).status).toBe(400)
  })

  test('sends nobody to another address', async () => {
    const app = await register()
    for (const other of ['https://evil.example/signed-in', `${redirectUri}/../x`, `${redirectUri}?next=//evil.example`])
      expect((await enter({ ...app, redirectUri: other })).accessToken).toBeNull()
  })

  test('cannot use a stolen code: not twice, not of another app, not with another verifier', async () => {
    const app = await register()
    const { accessToken, exchange, replay } = await enter(app)
    expect((await replay()).status).toBe(400)
    expect(await codeOf(getMe({ client: clientWith(accessToken) }))).toBe('identity.invalid_token')
    const other = await register()
    for (const [name, value] of [
      ['client_id', other.clientId],
      ['code_verifier', 'a'.repeat(64)],
    ] as const) {
      const stolen = new URLSearchParams(exchange)
      stolen.set(name, value)
      expect((await fetch(`${url}/identity/token`, { method: 'POST', body: stolen })).status).toBe(400)
    }
  })

  test('loses everything when an old renewal is used again, as a thief of it would', async () => {
    const app = await register()
    const { refreshToken } = await enter(app)
    expect((await renew(app.clientId, refreshToken)).status).toBe(200)
    const other = await register()
    expect((await renew(other.clientId, refreshToken)).status).toBe(400)
  })

  test('ends at once with all that was issued', async () => {
    const app = await register()
    const { accessToken, refreshToken } = await enter(app)
    await removeRegisteredClient(app.clientId, { client: administrator })
    expect(await codeOf(getMe({ client: clientWith(accessToken) }))).toBe('identity.invalid_token')
    expect((await renew(app.clientId, refreshToken)).ok).toBe(false)
    expect((await enter(app)).accessToken).toBeNull()
  })

  test('of one organization lets in nobody from another', async () => {
    const { organization } = await getMe({ client: member })
    const app = await register({ organizationId: organization?.id ?? null })
    expect((await enter(app)).accessToken).not.toBeNull()
    expect((await enter(app, people.other)).accessToken).toBeNull()
  })

  test('cannot fix a session: one that was planted before the sign-in is not the one after it', async () => {
    const browser = createBrowser()
    browser.cookies.set('op_session', 'planted')
    const app = await register()
    expect((await signIn(url, people.member, app, browser)).accessToken).not.toBeNull()
    expect(browser.cookies.get('op_session')).not.toBe('planted')
    const thief = createBrowser()
    thief.cookies.set('op_session', 'planted')
    const { response } = await thief.follow(await thief.request(`${url}/identity/account`), url, 'nowhere:')
    expect(await response.text()).toContain('password')
  })
})
