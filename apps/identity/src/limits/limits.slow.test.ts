import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymousRows } from '../storage/sql-adapter.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  createAuthorizationRequest,
  open,
  refresh,
  requestTokens,
  signIn,
  startTestProvider,
  type TestProvider,
  webOrigin,
} from '../testing/test-provider.ts'
import { defaultLimits, refusalPoints, type RequestLimits } from './request-limits.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

/** Starts a separate provider for each test, so that counts do not carry over. */
async function withProvider(
  limits: Partial<RequestLimits>,
  check: (provider: TestProvider) => Promise<void>,
  trustProxy = 0,
) {
  const provider = await startTestProvider(database, { limits, trustProxy })
  try {
    await check(provider)
    expect(provider.errors).toEqual([])
  } finally {
    await provider.stop()
  }
}

const statusesOf = (responses: readonly Response[]) => new Set(responses.map(({ status }) => status))
const times = <T>(count: number, call: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)))

describe('a network that sends too many requests', () => {
  test('is refused on pages with a page that says how long', async () => {
    await withProvider({ pages: 5 }, async (provider) => {
      const { url } = createAuthorizationRequest(provider)
      const browser = new TestBrowser()
      for (let n = 0; n < 5; n++) expect((await browser.request(url)).status).toBe(303)
      for (const address of [url, `${provider.issuer}/session/end`, `${provider.issuer}/interaction/abcdefgh12`]) {
        const refused = await browser.request(address)
        expect(refused.status).toBe(429)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await refused.text()).toContain('Too many requests from your network.')
      }
      expect(provider.events.filter(({ name }) => name === 'request.throttled')).toHaveLength(3)
      expect(provider.events.map(({ path }) => path)).toContain('/interaction/…')
    })
  })

  test('is refused however it spells a path', async () => {
    await withProvider({ pages: 1 }, async (provider) => {
      const { url } = createAuthorizationRequest(provider)
      const browser = new TestBrowser()
      expect((await browser.request(url)).status).toBe(303)
      const refused: [path: string, status: number][] = []
      for (const path of ['AUTH', 'auth/', 'Session/End', 'DEVICE/'])
        refused.push([path, (await browser.request(`${provider.issuer}/${path}`)).status])
      expect(refused).toEqual([
        ['AUTH', 429],
        ['auth/', 429],
        ['Session/End', 429],
        ['DEVICE/', 429],
      ])
    })
  })

  test('is refused elsewhere with an OAuth error that the web app can read', async () => {
    await withProvider({ programs: 3 }, async (provider) => {
      const sendRequest = () =>
        fetch(`${provider.issuer}/me`, { headers: { authorization: 'Bearer a.b.c', origin: webOrigin } })
      await sendRequest()
      const refused = await sendRequest()
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.headers.get('access-control-allow-origin')).toBe(webOrigin)
      expect(await refused.json()).toEqual({
        error: 'temporarily_unavailable',
        error_description: expect.stringMatching(/^Too many requests from your network\. Wait \d+ seconds/),
      })
    })
  })

  test.each([
    ['/token', { grant_type: 'refresh_token', client_id: 'auspex-web', refresh_token: 'wrong' }, 400],
    ['/token', { grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'wrong' }, 401],
    ['/me', { access_token: 'a.b.c' }, 401],
  ])('cannot try more bad tokens than its limit at %s', async (path, fields, refusal) => {
    await withProvider({}, async (provider) => {
      // a busy server may close a kept-alive connection just when it is reused
      const headers = { connection: 'close' }
      const attempt = () =>
        fetch(`${provider.issuer}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
      const startedAt = Date.now()
      const responses: Response[] = []
      while (responses.length < 2 * defaultLimits.programs) responses.push(...(await times(100, attempt)))
      const minutes = Math.floor((Date.now() - startedAt) / 60_000) + 1
      const admitted = responses.filter(({ status }) => status !== 429)
      expect(admitted.length).toBeLessThanOrEqual(minutes * defaultLimits.programs)
      expect(statusesOf(admitted)).toEqual(new Set([refusal]))
    })
  })

  test('has fewer sequential attempts, because a wrong one counts for ten', async () => {
    await withProvider({}, async (provider) => {
      const attempts: number[] = []
      while (attempts.at(-1) !== 429) attempts.push((await refresh(provider, 'wrong')).status)
      expect(attempts.length).toBeLessThanOrEqual(defaultLimits.programs / refusalPoints + 1)
    })
  })

  test('can still read the keys and the discovery, which the API needs', async () => {
    await withProvider({ pages: 1, programs: 1 }, async (provider) => {
      const responses = await times(20, (n) =>
        fetch(`${provider.issuer}/${n % 2 ? 'jwks' : '.well-known/openid-configuration'}`),
      )
      expect(statusesOf(responses)).toEqual(new Set([200]))
    })
  })

  test('cannot claim another address by a header, unless a proxy is trusted', async () => {
    const requestFrom = (provider: TestProvider, address: string) =>
      fetch(createAuthorizationRequest(provider).url, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': address },
      })
    await withProvider({ pages: 1 }, async (provider) => {
      await requestFrom(provider, '203.0.113.1')
      expect((await requestFrom(provider, '203.0.113.2')).status).toBe(429)
    })
    await withProvider(
      { pages: 1 },
      async (provider) => {
        expect((await requestFrom(provider, '203.0.113.1')).status).toBe(303)
        expect((await requestFrom(provider, '203.0.113.2')).status).toBe(303)
        expect((await requestFrom(provider, '198.51.100.9, 203.0.113.2')).status).toBe(429)
      },
      1,
    )
  })
})

describe('an account with too many requests', () => {
  test('is the only one refused, from any address', async () => {
    await withProvider({ account: 3 }, async (provider) => {
      await provider.idp.seedAccounts([
        {
          id: 'usr_eve',
          login: 'eve',
          email: 'eve@example.com',
          name: 'Eve',
          password: 'apple-of-eve',
          organization: { id: 'org_e', name: 'E' },
          groups: [],
          roles: [],
        },
      ])
      const { refresh_token } = await signIn(provider)
      const refused = await refresh(provider, refresh_token)
      const retried = refused.status === 429 ? refused : await refresh(provider, refresh_token)
      expect(retried.status).toBe(429)
      expect(Number(retried.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await retried.json()).toMatchObject({ error: 'temporarily_unavailable' })
      const eve = await signIn(provider, new TestBrowser(), { login: 'eve', password: 'apple-of-eve' })
      expect(eve.expires_in).toBe(300)
    })
  })

  test('is refused as a service too', async () => {
    await withProvider({ account: 2 }, async (provider) => {
      const credentials = await provider.idp.saveServiceClient({
        clientId: 'busy',
        name: 'Busy',
        organization: { id: 'org_b', name: 'B' },
        roles: [],
        scopes: ['search'],
      })
      const requestToken = () => requestTokens(provider, { grant_type: 'client_credentials', ...credentials })
      expect([(await requestToken()).status, (await requestToken()).status, (await requestToken()).status]).toEqual([
        200, 200, 429,
      ])
    })
  })
})

const storedBytes = async () => {
  const { rows } = await database.query('select coalesce(sum(length(payload::text)), 0) as bytes from oidc_payload', [])
  return Number(rows[0]?.bytes)
}

describe('data stored before anyone has signed in', () => {
  test.each([
    'state',
    'nonce',
    'login_hint',
    'ui_locales',
    'claims',
    'acr_values',
    'scope',
    'anything_else',
    'constructor',
  ])('contains no %s longer than any valid one', async (name) => {
    await withProvider({}, async (provider) => {
      await database.query('delete from oidc_payload')
      const { url } = createAuthorizationRequest(provider, { [name]: 'x'.repeat(4500) })
      const refused = await new TestBrowser().request(url)
      expect(refused.status).toBe(400)
      expect(await refused.text()).toContain(`The parameter ${name} is longer than`)
      expect(await (await fetch(url)).json()).toMatchObject({ error: 'invalid_request' })
      expect((await fetch(`${url}&${'y='.padEnd(9000, 'z')}`)).status).toBe(400)
      expect(await storedBytes()).toBe(0)
    })
  })

  test('is limited per network: the oldest sign-in is dropped, the newest continues', async () => {
    await withProvider({ pages: 10_000 }, async (provider) => {
      await database.query('delete from oidc_payload')
      const state = 's'.repeat(1024)
      await times(anonymousRows + 50, async () => {
        await fetch(createAuthorizationRequest(provider, { state }).url, { redirect: 'manual' })
      })
      await times(50, () => fetch(`${provider.issuer}/session/end?state=${state}`))
      const { rows } = await database.query('select count(*)::int as n from oidc_payload', [])
      expect(rows[0]?.n).toBe(anonymousRows)
      const { page } = await open(new TestBrowser(), createAuthorizationRequest(provider).url)
      expect(page?.status).toBe(200)
    })
  })

  test('still counts when the sign-in was answered and never completed', async () => {
    await withProvider({}, async (provider) => {
      await database.query('delete from oidc_payload')
      const browser = new TestBrowser()
      const { url } = await open(browser, createAuthorizationRequest(provider).url)
      expect((await browser.submit(`${url}/abort`)).status).toBe(303)
      const { rows } = await database.query(`select network from oidc_payload where model = 'Interaction'`, [])
      expect(rows).toEqual([{ network: expect.any(String) }])
    })
  })

  test('is deleted an hour later', async () => {
    await withProvider({}, async (provider) => {
      await fetch(createAuthorizationRequest(provider).url, { redirect: 'manual' })
      await fetch(`${provider.issuer}/session/end?state=x`)
      provider.advance(3_601_000)
      await provider.idp.sweep()
      expect((await database.query(`select model from oidc_payload where network is not null`, [])).rows).toEqual([])
    })
  })
})
