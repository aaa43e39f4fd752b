import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  ada,
  enterPassword,
  requestTokens,
  signIn,
  startTestProvider,
  type TestProvider,
  type Tokens,
  webOrigin,
} from '../testing/test-provider.ts'
import { deviceGrant } from '../provider/scopes.ts'
import { createTerminalClient, createWebClient } from './first-party-client.ts'

interface DeviceRequest {
  device_code: string
  user_code: string
  verification_uri: string
}

let database: Awaited<ReturnType<typeof openTestDatabase>>
let provider: TestProvider

beforeAll(async () => {
  database = await openTestDatabase()
  provider = await startTestProvider(database, { clients: [createWebClient(webOrigin), createTerminalClient()] })
})
afterAll(async () => {
  await provider.stop()
  await database.close()
})

const begin = async (scope = 'openid read write') => {
  const reply = await fetch(`${provider.issuer}/device/auth`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'auspex-cli', scope }),
  })
  return (await reply.json()) as DeviceRequest & Record<string, unknown>
}
const poll = (deviceCode: string, clientId = 'auspex-cli') =>
  requestTokens(provider, { grant_type: deviceGrant, client_id: clientId, device_code: deviceCode })
const errorOf = async (reply: Response) => ((await reply.json()) as { error: string }).error
/** The hidden value that ties the form to the browser. */
const xsrfOf = (html: string) => /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? ''

/** Types a code; returns the page that asks whether it is the person's device. */
async function typeCode(browser: TestBrowser, code: string) {
  const url = `${provider.issuer}/device`
  const form = await (await browser.request(url)).text()
  const reply = await browser.submit(url, { fields: { xsrf: xsrfOf(form), user_code: code } })
  return { url, html: await reply.text() }
}
async function confirm(browser: TestBrowser, code: string, fields: Record<string, string> = { confirm: 'yes' }) {
  const { url, html } = await typeCode(browser, code)
  const reply = await browser.submit(url, { fields: { xsrf: xsrfOf(html), user_code: code, ...fields } })
  return browser.follow(reply, { from: url, stop: () => false })
}
async function approve(browser: TestBrowser, code: string) {
  const consent = await confirm(browser, code)
  const html = (await consent.page?.text()) ?? ''
  if (!html.includes('wants access')) return html
  const allowed = await browser.follow(await browser.submit(`${consent.url}/confirm`), {
    from: consent.url,
    stop: () => false,
  })
  return `${html}${(await allowed.page?.text()) ?? ''}`
}
const signedIn = async () => {
  const browser = new TestBrowser()
  await signIn(provider, browser)
  return browser
}

describe('a sign-in from a device', () => {
  test('ends in tokens that act for the person, once they typed the code, recognized the device and allowed it', async () => {
    const request = await begin()
    expect(await errorOf(await poll(request.device_code))).toBe('authorization_pending')
    // waiting for the person is nothing that a security log tells
    expect(provider.events.filter(({ name }) => name === 'token.refused')).toEqual([])
    const browser = await signedIn()
    const { html } = await typeCode(browser, request.user_code)
    expect(html).toContain('Is this your device?')
    expect(html).toContain(request.user_code)
    expect(html).toContain('the address 127.0.0.1')
    const pages = await approve(browser, request.user_code)
    expect(pages).toContain('See everything in Auspex that you can see')
    expect(pages).toContain('Auspex in a terminal is connected')
    const tokens = (await (await poll(request.device_code)).json()) as Tokens
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      sub: 'usr_ada',
      client_id: 'auspex-cli',
      scope: 'openid read write',
    })
    const renewed = await requestTokens(provider, {
      grant_type: 'refresh_token',
      client_id: 'auspex-cli',
      refresh_token: tokens.refresh_token,
    })
    expect(renewed.status).toBe(200)
  })

  test('asks a person who is not signed in to sign in first', async () => {
    const { user_code } = await begin()
    const { page } = await confirm(new TestBrowser(), user_code)
    expect(await page?.text()).toContain('to continue to Auspex in a terminal')
  })

  // ids of sign-ins have capitals in nearly all cases; five of them leave no doubt
  test.each([1, 2, 3, 4, 5])('ends in tokens for a person who signs in on the way (%d)', async () => {
    const { device_code, user_code } = await begin()
    const browser = new TestBrowser()
    const { url } = await confirm(browser, user_code)
    const consent = await enterPassword(browser, url, { login: ada.email, password: ada.password })
    expect(await consent.page?.text()).toContain('wants access')
    const allowed = await browser.follow(await browser.submit(`${consent.url}/confirm`), {
      from: consent.url,
      stop: () => false,
    })
    expect(await allowed.page?.text()).toContain('Auspex in a terminal is connected')
    expect((await poll(device_code)).status).toBe(200)
  })

  test('that a person confirmed, but did not finish, begins again with the same code and ends in one sign-in', async () => {
    const { device_code, user_code } = await begin()
    await confirm(new TestBrowser(), user_code)
    const browser = await signedIn()
    expect((await typeCode(browser, user_code)).html).toContain('Is this your device?')
    expect(await approve(browser, user_code)).toContain('Auspex in a terminal is connected')
    expect((await typeCode(await signedIn(), user_code)).html).toContain('The code was used already')
    expect((await poll(device_code)).status).toBe(200)
  })

  // the library's router ignores case and a slash at the end
  test.each(['device', 'device/', 'DEVICE', 'Device//'])(
    'has no link that contains the code: a person who was sent one at /%s sees an empty field',
    async (path) => {
      const request = await begin()
      expect(request).not.toHaveProperty('verification_uri_complete')
      const browser = await signedIn()
      const phished = `${provider.issuer}/${path}?user_code=${request.user_code}`
      const { page } = await browser.follow(await browser.request(phished), { from: phished, stop: () => false })
      const html = (await page?.text()) ?? ''
      expect(html).toContain('Type the code that your device or terminal shows')
      expect(html).not.toContain(request.user_code)
    },
  )

  test('that the person stops gives the device nothing', async () => {
    const { device_code, user_code } = await begin()
    await confirm(await signedIn(), user_code, { abort: 'yes' })
    expect(await errorOf(await poll(device_code))).toBe('access_denied')
  })

  test('cannot be approved by a form of another site, which does not know the hidden value', async () => {
    const { device_code, user_code } = await begin()
    const browser = await signedIn()
    await typeCode(browser, user_code)
    await browser.submit(`${provider.issuer}/device`, { fields: { xsrf: 'guessed', user_code, confirm: 'yes' } })
    expect(await errorOf(await poll(device_code))).toBe('authorization_pending')
  })

  test('uses its codes once: neither gives a second device anything', async () => {
    const { device_code, user_code } = await begin()
    const browser = await signedIn()
    await approve(browser, user_code)
    const replies = await Promise.all([poll(device_code), poll(device_code), poll(device_code)])
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect((await poll(device_code)).status).toBe(400)
    expect((await typeCode(browser, user_code)).html).not.toContain('Is this your device?')
  })

  test('expires, is unknown when mistyped, and belongs to the app that began it', async () => {
    const { device_code, user_code } = await begin()
    const browser = await signedIn()
    expect((await typeCode(browser, 'BBBB-BBBB')).html).toContain('There is no such code')
    expect((await poll(device_code, 'auspex-web')).status).toBe(400)
    provider.advance(11 * 60_000)
    expect((await typeCode(browser, user_code)).html).not.toContain('Is this your device?')
    provider.resetClock()
  })

  test('outlives the session of the browser in which it was allowed', async () => {
    const { device_code, user_code } = await begin()
    await approve(await signedIn(), user_code)
    const tokens = (await (await poll(device_code)).json()) as Tokens
    await database.query(`delete from oidc_payload where model = 'Session'`)
    const renewed = await requestTokens(provider, {
      grant_type: 'refresh_token',
      client_id: 'auspex-cli',
      refresh_token: tokens.refresh_token,
    })
    expect(renewed.status).toBe(200)
  })
})
