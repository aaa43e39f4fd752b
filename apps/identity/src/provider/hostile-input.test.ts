import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webClientId } from '../clients/first-party-client.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  callbackUrl,
  createAuthorizationRequest,
  open,
  signIn,
  startTestProvider,
  type TestProvider,
} from '../testing/test-provider.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let provider: TestProvider
let accessToken: string

beforeAll(async () => {
  database = await openTestDatabase()
  provider = await startTestProvider(database, { limits: { pages: 100_000, programs: 10_000_000 } })
  // Before the test guesses at the password, because the sign-in would then have to wait.
  accessToken = (await signIn(provider)).access_token
})

afterAll(async () => {
  await provider.stop()
  await database.close()
})

/** Values as they appear in a query or form, already encoded. */
const hostileValues = {
  'a NUL': '%00',
  'a NUL within': 'a%00b',
  'a line break': 'a%0D%0Ab',
  'bytes that are no UTF-8': '%FF%C3%28',
  'half a surrogate pair': '%ED%A0%80',
  'an escape that is none': '%zz',
  'a name of the prototype': '__proto__',
  nothing: '',
  'a long text': 'x'.repeat(5000),
  'a longer text': 'x'.repeat(40_000),
  'an object': '%7B%22a%22%3A%7B%7D%7D',
  'two values': 'a&$NAME=b',
  'a JWT of nobody': 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJcdTAwMDAiLCJhdWQiOiJcdTAwMDAifQ.x',
}

const authorizationRequest = {
  client_id: webClientId,
  redirect_uri: encodeURIComponent(callbackUrl),
  response_type: 'code',
  scope: 'openid',
  state: 's',
  nonce: 'n',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  response_mode: 'query',
  prompt: 'login',
  login_hint: 'ada',
  ui_locales: 'en',
  claims: '',
  acr_values: '',
  max_age: '1',
  id_token_hint: '',
  resource: 'api%3A%2F%2Fdefault',
  display: '',
  request: '',
  request_uri: '',
}
const codeRequest = {
  grant_type: 'authorization_code',
  client_id: webClientId,
  code: 'c',
  redirect_uri: 'r',
  code_verifier: 'v',
}
const refreshRequest = {
  grant_type: 'refresh_token',
  client_id: webClientId,
  refresh_token: 't',
  scope: 'openid',
  resource: 'r',
}
const serviceRequest = {
  grant_type: 'client_credentials',
  client_id: 'c',
  client_secret: 's',
  scope: 'import',
  resource: 'r',
}

const endpoints: [method: 'GET' | 'POST', path: string, parameters: Record<string, string>][] = [
  ['GET', '/auth', authorizationRequest],
  ['GET', '/auth/abcdefgh', { a: '' }],
  ['POST', '/auth', authorizationRequest],
  ['POST', '/token', codeRequest],
  ['POST', '/token', refreshRequest],
  ['POST', '/token', serviceRequest],
  ['POST', '/token/revocation', { token: 't', token_type_hint: 'refresh_token', client_id: webClientId }],
  ['POST', '/token/introspection', { token: 't', client_id: webClientId }],
  ['POST', '/me', { access_token: 't' }],
  ['GET', '/me', { access_token: 't' }],
  [
    'GET',
    '/session/end',
    { id_token_hint: '', post_logout_redirect_uri: '', state: 's', client_id: webClientId, logout_hint: '' },
  ],
  ['POST', '/session/end/confirm', { xsrf: 'x', logout: 'yes' }],
  ['GET', '/session/end/success', { client_id: webClientId }],
  ['GET', '/interaction/$UID', { a: '' }],
  ['POST', '/interaction/$UID/login', { login: 'ada', password: 'p' }],
  ['POST', '/interaction/$UID/confirm', { a: '' }],
  ['GET', '/jwks', { a: '' }],
  ['GET', '/.well-known/openid-configuration', { a: '' }],
]

const encode = (parameters: Record<string, string>) =>
  Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

describe('hostile input never causes a server error', () => {
  test.each(endpoints)(
    '%s %s, in each parameter',
    async (method, path, parameters) => {
      const browser = new TestBrowser()
      const uid = path.includes('$UID') ? await beginSignIn(browser) : ''
      const address = provider.issuer + path.replace('$UID', uid)
      for (const name of Object.keys(parameters)) {
        for (const [what, value] of Object.entries(hostileValues)) {
          const hostile = encode({ ...parameters, [name]: value.replace('$NAME', name) })
          // Node itself refuses a request line of more than 16 KB.
          if (method === 'GET' && hostile.length > 15_000) continue
          const response = await browser.request(...asRequest(method, address, hostile))
          expect([response.status < 500, name, what, response.status]).toEqual([true, name, what, response.status])
          await response.body?.cancel()
        }
      }
      expect(provider.errors).toEqual([])
    },
    60_000,
  )

  test('in the path', async () => {
    for (const part of ['auth', 'interaction', 'session', 'token', 'x']) {
      for (const [what, value] of Object.entries(hostileValues)) {
        if (value.length > 15_000) continue
        const response = await fetch(`${provider.issuer}/${part}/${value.replace('&$NAME=b', '')}`, {
          redirect: 'manual',
        })
        expect([response.status < 500, part, what]).toEqual([true, part, what])
      }
    }
    expect(provider.errors).toEqual([])
  })

  test.each(['/me', '/token', '/token/revocation'])('in the credentials of %s', async (path) => {
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const values = [
      `Bearer ${accessToken}x`,
      'Bearer a.b.c',
      'Bearer ....',
      `Bearer ${'x'.repeat(9000)}`,
      `Bearer ${base64('{"alg":"none"}')}.${base64('{"sub":"\\u0000","jti":"\\u0000"}')}.`,
      'Basic',
      'Basic !!!',
      `Basic ${base64('\0:\0')}`,
      `Basic ${base64('%00:%00')}`,
      `Basic ${base64('a%FF:b')}`,
      `Basic ${base64(`${'x'.repeat(6000)}:y`)}`,
      `DPoP ${accessToken}`,
    ]
    for (const authorization of values) {
      const response = await fetch(provider.issuer + path, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ grant_type: 'client_credentials', token: 't' }),
      })
      expect([response.status < 500, authorization.slice(0, 40)]).toEqual([true, authorization.slice(0, 40)])
    }
    expect(provider.errors).toEqual([])
  })

  test('in every cookie', async () => {
    for (const name of [
      'op_session',
      'op_session.sig',
      'op_interaction',
      'op_resume',
      'op_browser',
      'op_browser.sig',
    ]) {
      for (const value of ['%00', '"', 'x'.repeat(6000), '=', '__proto__', 'a.b.c']) {
        for (const path of ['/auth', '/interaction/abcdefgh', '/session/end', '/auth/abcdefgh']) {
          const { search } = new URL(createAuthorizationRequest(provider).url)
          const response = await fetch(provider.issuer + path + (path === '/auth' ? search : ''), {
            headers: { cookie: `${name}=${value}` },
            redirect: 'manual',
          })
          expect([response.status < 500, name, value.slice(0, 9), path]).toEqual([true, name, value.slice(0, 9), path])
        }
      }
    }
    expect(provider.errors).toEqual([])
  })

  test('in the type and the length of a form', async () => {
    for (const type of ['application/json', 'multipart/form-data', 'text/plain', 'a/b; charset=nope', ',']) {
      for (const path of ['/token', '/token/revocation', '/me', '/session/end/confirm', '/auth']) {
        const response = await fetch(provider.issuer + path, {
          method: 'POST',
          headers: { 'content-type': type },
          body: '{',
        })
        expect([response.status < 500, type, path]).toEqual([true, type, path])
      }
    }
    for (const charset of ['utf-7', 'nope', 'utf-16']) {
      const headers = { 'content-type': `application/x-www-form-urlencoded; charset=${charset}` }
      expect((await fetch(`${provider.issuer}/token`, { method: 'POST', headers, body: 'a=b' })).status).toBeLessThan(
        500,
      )
    }
    expect(provider.errors).toEqual([])
  })
})

function asRequest(method: 'GET' | 'POST', address: string, parameters: string): [string, RequestInit] {
  if (method === 'GET') return [`${address}?${parameters}`, {}]
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(address).origin }
  return [address, { method, headers, body: parameters }]
}

async function beginSignIn(browser: TestBrowser): Promise<string> {
  const { url } = await open(browser, createAuthorizationRequest(provider).url)
  return url.split('/').at(-1) ?? ''
}
