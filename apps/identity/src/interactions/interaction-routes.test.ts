import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  createAuthorizationRequest,
  enterPassword,
  open,
  signIn,
  startTestProvider,
  type TestProvider,
} from '../testing/test-provider.ts'

describe('consent', () => {
  const thirdParty = 'https://partner.example/callback'

  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let provider: TestProvider

  beforeAll(async () => {
    database = await openTestDatabase()
    provider = await startTestProvider(database)
    await database.query(
      `insert into oidc_client (client_id, name, kind, redirect_uris) values ('partner', 'Partner <Labs>', 'web', $1)`,
      [JSON.stringify([thirdParty])],
    )
  })

  afterAll(async () => {
    await provider.stop()
    await database.close()
  })

  const toPartner = { client_id: 'partner', redirect_uri: thirdParty, scope: 'openid email' }
  const stop = (url: string) => url.startsWith(thirdParty)

  async function openConsent(browser: TestBrowser) {
    const { url } = createAuthorizationRequest(provider, toPartner)
    return browser.follow(await browser.request(url), { from: url, stop })
  }

  describe('a third-party client', () => {
    test('is named on the login page', async () => {
      const { page } = await open(new TestBrowser(), createAuthorizationRequest(provider, toPartner).url)
      expect(await page?.text()).toContain('to continue to Partner &lt;Labs&gt;')
    })

    test('needs consent once for the scopes it requests', async () => {
      const browser = new TestBrowser()
      await signIn(provider, browser)
      const consent = await openConsent(browser)
      const html = (await consent.page?.text()) ?? ''
      expect(html).toContain('Partner &lt;Labs&gt; wants access')
      expect(html).toContain('Read your email address')
      expect(html).not.toContain('Read your organization')
      expect(html).toContain('It keeps this access until you sign out')
      expect(consent.page?.headers.get('content-security-policy')).toContain(
        `form-action 'self' https://partner.example`,
      )
      const allowed = await browser.follow(await browser.submit(`${consent.url}/confirm`), { from: consent.url, stop })
      expect(new URL(allowed.url).searchParams.get('code')).toEqual(expect.any(String))
      expect(new URL((await openConsent(browser)).url).searchParams.get('code')).toEqual(expect.any(String))
    })

    test('learns nothing when the person cancels', async () => {
      const browser = new TestBrowser()
      await signIn(provider, browser)
      const consent = await openConsent(browser)
      const cancelled = await browser.follow(await browser.submit(`${consent.url}/abort`), { from: consent.url, stop })
      expect(new URL(cancelled.url).searchParams.get('error')).toBe('access_denied')
      expect(new URL(cancelled.url).searchParams.get('code')).toBeNull()
    })

    test('cannot be confirmed before the person has signed in', async () => {
      const browser = new TestBrowser()
      const page = await openConsent(browser)
      expect((await browser.submit(`${page.url}/confirm`)).status).toBe(405)
      // the page still asks for the password
      const after = await enterPassword(browser, page.url, { login: 'ada', password: 'wrong' })
      expect(after.page?.status).toBe(422)
    })
  })
})

describe('form body', () => {
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

  /** Sends the beginning of a form and disconnects. */
  async function hangUp(url: string, cookie: string): Promise<void> {
    const { hostname, port, pathname } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const arrived = once(provider.server, 'request')
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 200\r\n\r\nlogin=ada&pass`,
    )
    await arrived
    socket.resetAndDestroy()
    await once(socket, 'close')
  }

  describe('a form', () => {
    test('that the browser stops sending is no server error, in our forms and in those of the library', async () => {
      const browser = new TestBrowser()
      const { url } = await open(browser, createAuthorizationRequest(provider).url)
      for (const address of [
        `${url}/login`,
        `${url}/abort`,
        `${provider.issuer}/token`,
        `${provider.issuer}/session/end/confirm`,
      ]) {
        await hangUp(address, browser.cookiesFor(address))
      }
      // Closing waits for all running requests.
      await provider.restart()
      expect(provider.errors).toEqual([])
    })

    test('that is too large is answered with a page that says so', async () => {
      const browser = new TestBrowser()
      const { url } = await open(browser, createAuthorizationRequest(provider).url)
      const { page } = await enterPassword(browser, url, { login: 'ada', password: 'x'.repeat(20_000) })
      expect(page?.status).toBe(413)
      expect(await page?.text()).toContain('The form is too large')
      expect(provider.errors).toEqual([])
    })
  })
})
