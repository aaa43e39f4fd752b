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

describe('a client of somebody else', () => {
  test('is named on the login page', async () => {
    const { page } = await open(new TestBrowser(), createAuthorizationRequest(provider, toPartner).url)
    expect(await page?.text()).toContain('to continue to Partner &lt;Labs&gt;')
  })

  test('needs consent once, for what it asks', async () => {
    const browser = new TestBrowser()
    await signIn(provider, browser)
    const consent = await openConsent(browser)
    const html = (await consent.page?.text()) ?? ''
    expect(html).toContain('Partner &lt;Labs&gt; asks for access')
    expect(html).toContain('Read your email address')
    expect(html).not.toContain('Read your organization')
    expect(html).toContain('It can until you sign out')
    expect(consent.page?.headers.get('content-security-policy')).toContain(`form-action 'self' https://partner.example`)
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
    const login = await openConsent(browser)
    expect((await browser.submit(`${login.url}/confirm`)).status).toBe(405)
    const after = await enterPassword(browser, login.url, { login: 'ada', password: 'wrong' })
    expect(after.page?.status).toBe(422)
  })
})
