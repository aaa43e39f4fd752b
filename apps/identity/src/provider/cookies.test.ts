import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { ada, createAuthorizationRequest, startTestProvider } from '../testing/test-provider.ts'

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
