import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  createAuthorizationRequest,
  open,
  signIn,
  startTestProvider,
  type TestProvider,
} from '../testing/test-provider.ts'
import { styles } from './layout.ts'

describe('security headers', () => {
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

  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

  /** Every kind of response: documents, tokens, our pages and the library's, refusals, and unknown paths. */
  const answers: Record<string, [path: string, init?: RequestInit]> = {
    discovery: ['/.well-known/openid-configuration'],
    'the keys': ['/jwks'],
    'claims without a token': ['/me'],
    'claims with a token of nobody': ['/me', { headers: { authorization: 'Bearer a.b.c' } }],
    'a refused token request': ['/token', form({ grant_type: 'authorization_code', code: 'c' })],
    'a token request without a body': ['/token', { method: 'POST' }],
    'a revocation': ['/token/revocation', form({ token: 't' })],
    'a page of an error': ['/auth?client_id=nobody'],
    'a sign-out of nobody, which is a form that sends itself': ['/session/end'],
    'a sign-out that was not begun': ['/session/end/confirm', form({ xsrf: 'x' })],
    'the page after a sign-out': ['/session/end/success'],
    'an interaction that is not there': ['/interaction/none'],
    'the account page of nobody': ['/account'],
    'a path that is not there': ['/nothing'],
    'a path of another mount': ['/../elsewhere'],
    'a method that is not there': ['/jwks', { method: 'DELETE' }],
    'a preflight': [
      '/token',
      { method: 'OPTIONS', headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' } },
    ],
  }

  describe('every response of the provider', () => {
    test.each(Object.entries(answers))('loads nothing, is not sniffed and not stored: %s', async (_, [path, init]) => {
      const reply = await fetch(`${provider.issuer}${path}`, { redirect: 'manual', ...init })
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply.headers.get('cache-control')).toContain('no-store')
      const policy = reply.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^default-src 'none';/)
      expect(policy).toContain("base-uri 'none'")
      expect(policy).toMatch(/frame-ancestors \S/)
      expect(policy).not.toContain('unsafe-inline')
      const scripts = [...(await reply.text()).matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
      for (const script of scripts)
        expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    })

    test('is protected even when the database is unavailable', async () => {
      let isAway = false
      const query: typeof database.query = async (...statement) => {
        if (isAway) throw new Error('the database is away')
        return database.query(...statement)
      }
      const broken = await startTestProvider({ ...database, query })
      isAway = true
      const fields = { grant_type: 'refresh_token', refresh_token: 't', client_id: 'auspex-web' }
      const reply = await fetch(`${broken.issuer}/token`, form(fields))
      expect(reply.status).toBeGreaterThanOrEqual(500)
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
      await broken.stop()
    })

    test('to a client’s form is submitted by its only script, to that client only', async () => {
      const browser = new TestBrowser()
      await signIn(provider, browser)
      const { url } = createAuthorizationRequest(provider, { response_mode: 'form_post' })
      const reply = await browser.request(url)
      const text = await reply.text()
      const policy = reply.headers.get('content-security-policy') ?? ''
      expect([reply.status, text]).toEqual([200, expect.stringContaining('Submitting Callback')])
      const script = /<script>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? ''
      expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
      expect(policy).toContain("form-action 'self' http://127.0.0.1:4999")
      expect(policy).toContain("frame-ancestors 'none'")
    })
  })
})

describe('theme', () => {
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

  /** The sign-in page as a browser with this app cookie receives it. */
  const getSignInPage = async (cookie: string): Promise<string> => {
    const browser = new TestBrowser()
    const { url } = await open(browser, createAuthorizationRequest(provider).url)
    const response = await fetch(url, {
      headers: { accept: 'text/html', cookie: `${browser.cookiesFor(url)}; ${cookie}` },
    })
    expect(response.status).toBe(200)
    return response.text()
  }

  describe('the theme of the sign-in page', () => {
    test('is the one that was chosen in the app', async () => {
      expect(await getSignInPage('auspex.theme=dark')).toContain('<html lang="en" data-theme="dark">')
      expect(await getSignInPage('auspex.theme=light')).toContain('<html lang="en" data-theme="light">')
    })

    test('is the one chosen over https, whatever was chosen before its cookie had that name', async () => {
      for (const cookie of ['__Secure-auspex.theme=dark', 'auspex.theme=light; __Secure-auspex.theme=dark'])
        expect(await getSignInPage(cookie)).toContain('data-theme="dark"')
      expect(await getSignInPage('auspex.theme=dark; __Secure-auspex.theme=light')).toContain('data-theme="light"')
    })

    test.each(['', 'auspex.theme=', 'auspex.theme=%22%3E%3Cscript%3E', 'auspex.theme=DARK'])(
      'is light without a valid choice (%s)',
      async (cookie) => {
        expect(await getSignInPage(cookie)).toContain('<html lang="en" data-theme="light">')
      },
    )

    test('never follows the device', () => {
      expect(styles).not.toContain('prefers-color-scheme')
    })

    test('also applies to error pages', async () => {
      const response = await fetch(`${provider.issuer}/auth?client_id=nobody`, {
        headers: { accept: 'text/html', cookie: 'auspex.theme=dark' },
      })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('data-theme="dark"')
    })
  })
})
