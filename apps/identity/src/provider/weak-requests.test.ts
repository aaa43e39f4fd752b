import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webClientId } from '../clients/first-party-client.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  ada,
  callbackUrl,
  createAuthorizationRequest,
  enterPassword,
  exchangeCode,
  obtainCode,
  open,
  refresh,
  requestTokens,
  signIn,
  startTestProvider,
  type TestProvider,
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

describe('an authorization request with weak protection', () => {
  test.each([
    ['no challenge', { code_challenge: '', code_challenge_method: '' }],
    ['the verifier itself as its challenge', { code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' }],
    ['a challenge of no named method', { code_challenge: 'v'.repeat(43), code_challenge_method: '' }],
    ['the implicit flow', { response_type: 'token' }],
    ['the hybrid flow', { response_type: 'code id_token' }],
    ['an ID token in the address', { response_type: 'id_token' }],
  ])('is refused: %s', async (_what, overrides) => {
    const after = await open(new TestBrowser(), createAuthorizationRequest(provider, overrides).url)
    const answer = new URL(after.url)
    expect(`${answer.search}${answer.hash}`).toMatch(
      /[?#&]error=(invalid_request|unsupported_response_type|unauthorized_client)/,
    )
    expect(`${answer.search}${answer.hash}`).not.toMatch(/[?#&](code|access_token|id_token)=/)
  })

  test.each([
    `${callbackUrl}/`,
    `${callbackUrl}?next=1`,
    `${callbackUrl}/../other`,
    callbackUrl.replace('http:', 'https:'),
    callbackUrl.replace('127.0.0.1', '127.0.0.1@evil.example'),
    callbackUrl.replace('127.0.0.1', 'localhost'),
    callbackUrl.toUpperCase(),
  ])('is answered with an error page when the redirect address differs slightly: %s', async (address) => {
    const { url, page } = await open(
      new TestBrowser(),
      createAuthorizationRequest(provider, { redirect_uri: address }).url,
    )
    expect([new URL(url).origin, page?.status]).toEqual([new URL(provider.issuer).origin, 400])
  })

  test.each(['password', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code'])(
    'uses a grant that the token endpoint rejects: %s',
    async (grant_type) => {
      const reply = await requestTokens(provider, {
        grant_type,
        client_id: webClientId,
        username: 'ada',
        password: ada.password,
      })
      expect([reply.status, await reply.json()]).toEqual([
        400,
        expect.objectContaining({
          error: expect.stringMatching(/unsupported_grant_type|unauthorized_client|invalid_request/),
        }),
      ])
    },
  )
})

describe('a code', () => {
  test.each([
    ['is taken within a minute', 59_000, 200],
    ['is worth nothing after a minute', 61_000, 400],
  ])('%s', async (_what, ms, status) => {
    const code = await obtainCode(provider)
    provider.advance(ms)
    const reply = await exchangeCode(provider, code)
    provider.resetClock()
    expect(reply.status).toBe(status)
  })
})

describe('a session', () => {
  const day = 86_400_000
  test.each([
    ['goes on after 13 days without use', 13 * day, true],
    ['is over after 14 days without use, and so are its tokens', 14 * day + 1000, false],
  ])('%s', async (_what, ms, goesOn) => {
    const browser = new TestBrowser()
    const { refresh_token: token } = await signIn(provider, browser)
    provider.advance(ms)
    const { page } = await open(browser, createAuthorizationRequest(provider).url)
    const renewed = await refresh(provider, token)
    provider.resetClock()
    expect([page === null, renewed.ok]).toEqual([goesOn, goesOn])
  })

  test('gives tokens of five minutes that are unique for each sign-in', async () => {
    const browser = new TestBrowser()
    const tokens = [await signIn(provider, browser), await signIn(provider, browser)]
    expect(new Set(tokens.flatMap(({ access_token, refresh_token }) => [access_token, refresh_token])).size).toBe(4)
    for (const { access_token: token } of tokens) {
      const { iat = 0, exp } = decodeJwt(token)
      expect(exp).toBe(iat + 300)
    }
  })

  const sessionOf = (browser: TestBrowser) =>
    /op_session=([^;]+)/.exec(browser.cookiesFor(`${provider.issuer}/auth`))?.[1] ?? ''

  test('has an id of more than 128 bits, unique for each sign-in', async () => {
    const ids = []
    for (let n = 0; n < 3; n += 1) {
      const browser = new TestBrowser()
      await signIn(provider, browser)
      ids.push(sessionOf(browser))
    }
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[\w-]{22,}$/)
  })

  test('gets a new id when its person signs in again', async () => {
    const browser = new TestBrowser()
    await signIn(provider, browser)
    const before = sessionOf(browser)
    const secondPage = await open(browser, createAuthorizationRequest(provider, { prompt: 'login' }).url)
    await enterPassword(browser, secondPage.url, { login: 'ada', password: ada.password })
    expect(sessionOf(browser)).toMatch(/^[\w-]{22,}$/)
    expect(sessionOf(browser)).not.toBe(before)
  })

  test('is invalid without the signature of its cookie, or with that of another', async () => {
    const browser = new TestBrowser()
    await signIn(provider, browser)
    for (const signature of ['', '; op_session.sig=AAAAAAAAAAAAAAAAAAAAAAAAAAA']) {
      const { url } = createAuthorizationRequest(provider, { prompt: 'none' })
      const reply = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: `op_session=${sessionOf(browser)}${signature}` },
      })
      expect(reply.headers.get('location')).toContain('error=login_required')
    }
  })
})
