import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webClientId } from '../clients/first-party-client.ts'
import { reuseGraceMs } from '../storage/sql-adapter.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  type TestProvider,
  type Tokens,
  createAuthorizationRequest,
  exchangeCode,
  obtainCode,
  open,
  refresh,
  requestTokens,
  signIn,
  startTestProvider,
  webOrigin,
} from '../testing/test-provider.ts'
import type { Database } from '../storage/database.ts'

describe('token lifecycle', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let provider: TestProvider

  beforeAll(async () => {
    database = await openTestDatabase()
    provider = await startTestProvider(database)
  })

  beforeEach(() => provider.resetClock())

  afterAll(async () => {
    await provider.stop()
    await database.close()
  })

  // By the contract of the token endpoint (RFC 6749 §5).
  const readTokens = async (response: Response) => (await response.json()) as Tokens
  const revoke = (token: string, clientId = webClientId) =>
    fetch(`${provider.issuer}/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: clientId }),
    })
  const userinfo = (token: string, headers: Record<string, string> = {}) =>
    fetch(`${provider.issuer}/me`, { headers: { authorization: `Bearer ${token}`, ...headers } })

  describe('renewing with a refresh token', () => {
    test('gives a new access token and a new refresh token', async () => {
      const first = await signIn(provider)
      const second = await readTokens(await refresh(provider, first.refresh_token))
      expect(second.refresh_token).not.toBe(first.refresh_token)
      expect(decodeJwt(second.access_token).jti).not.toBe(decodeJwt(first.access_token).jti)
      expect(decodeJwt(second.access_token)).toMatchObject({ aud: 'api://default', organization: 'org_engines' })
      expect(decodeJwt(second.id_token).sub).toBe('usr_ada')
    })

    test('works again with the same token within the grace period, for a page that lost the response', async () => {
      const { refresh_token } = await signIn(provider)
      expect((await refresh(provider, refresh_token)).status).toBe(200)
      provider.advance(reuseGraceMs - 2000)
      const repeated = await refresh(provider, refresh_token)
      expect(repeated.status).toBe(200)
      expect((await refresh(provider, (await readTokens(repeated)).refresh_token)).status).toBe(200)
    })

    test('after the grace period is treated as theft: every token of the sign-in is revoked', async () => {
      const { refresh_token } = await signIn(provider)
      const renewed = await readTokens(await refresh(provider, refresh_token))
      provider.advance(reuseGraceMs - 2000)
      // A use within the grace period does not extend it.
      expect((await refresh(provider, refresh_token)).status).toBe(200)
      provider.advance(2001)
      const stolen = await refresh(provider, refresh_token)
      expect(stolen.status).toBe(400)
      expect(await stolen.json()).toMatchObject({ error: 'invalid_grant' })
      expect((await refresh(provider, renewed.refresh_token)).status).toBe(400)
    })
  })

  describe('revoking', () => {
    test('an access token is known as revoked from then on', async () => {
      const { access_token } = await signIn(provider)
      const jti = decodeJwt(access_token).jti ?? ''
      expect(await provider.idp.isRevoked(jti)).toBe(false)
      const response = await revoke(access_token)
      expect([response.status, await response.text()]).toEqual([200, ''])
      expect(await provider.idp.isRevoked(jti)).toBe(true)
      expect((await userinfo(access_token)).status).toBe(401)
    })

    test('the record is deleted only after the token has expired', async () => {
      const { access_token } = await signIn(provider)
      const jti = decodeJwt(access_token).jti ?? ''
      await revoke(access_token)
      provider.advance(590_000)
      await provider.idp.sweep()
      expect(await provider.idp.isRevoked(jti)).toBe(true)
      provider.advance(20_000)
      expect(await provider.idp.sweep()).toBeGreaterThan(0)
      expect(await provider.idp.isRevoked(jti)).toBe(false)
    })

    test('a refresh token ends its sign-in', async () => {
      const { refresh_token } = await signIn(provider)
      expect((await revoke(refresh_token)).status).toBe(200)
      expect((await refresh(provider, refresh_token)).status).toBe(400)
    })

    test('an unknown token is not an error', async () => {
      expect((await revoke('aaa.bbb.ccc')).status).toBe(200)
      expect((await revoke('nonsense')).status).toBe(200)
    })

    test('both tokens at a sign-out leaves no warning', async () => {
      const { access_token, refresh_token } = await signIn(provider)
      provider.events.length = 0
      for (const token of [access_token, refresh_token]) expect((await revoke(token)).status).toBe(200)
      provider.advance(3_600_000)
      expect((await revoke(access_token)).status).toBe(200)
      expect(provider.events).toEqual([])
    })

    test('a token that is not from here is reported as refused', async () => {
      const { access_token } = await signIn(provider)
      const [head, body] = access_token.split('.')
      provider.events.length = 0
      expect((await revoke(`${head}.${body}.c2lnbmF0dXJl`)).status).toBe(200)
      expect(provider.events).toMatchObject([{ name: 'token.refused', error: 'unsupported_token_type' }])
    })

    test('without a token, or for an unknown client, is reported as refused', async () => {
      const { access_token } = await signIn(provider)
      provider.events.length = 0
      expect((await revoke('')).status).toBe(400)
      expect((await revoke(access_token, 'nobody')).status).toBe(401)
      expect(provider.events).toMatchObject([
        { name: 'token.refused', error: 'invalid_request' },
        { name: 'token.refused', error: 'invalid_client' },
      ])
    })

    test('another client’s token is not possible', async () => {
      const { access_token } = await signIn(provider)
      await database.query(
        `insert into oidc_client (client_id, name, kind, redirect_uris) values ('other-web', 'Other', 'web', '["https://other.example/"]')`,
      )
      provider.events.length = 0
      expect((await revoke(access_token, 'other-web')).status).toBe(200)
      expect(provider.events).toMatchObject([
        { name: 'token.refused', error: 'unsupported_token_type', clientId: 'other-web' },
      ])
      expect(await provider.idp.isRevoked(decodeJwt(access_token).jti ?? '')).toBe(false)
    })
  })

  describe('userinfo', () => {
    test('returns the claims of the scopes to the web app', async () => {
      const { access_token } = await signIn(provider)
      const response = await userinfo(access_token, { origin: webOrigin })
      expect(response.headers.get('access-control-allow-origin')).toBe(webOrigin)
      expect(await response.json()).toEqual({
        sub: 'usr_ada',
        name: 'Ada Lovelace',
        preferred_username: 'ada',
        email: 'Ada@example.com',
        email_verified: true,
        organization: 'org_engines',
        organization_name: 'Analytical Engines',
        groups: ['research'],
        roles: ['godmode'],
      })
    })

    test('omits claims of scopes that were not requested', async () => {
      const { refresh_token } = await signIn(provider)
      const narrow = await requestTokens(provider, {
        grant_type: 'refresh_token',
        client_id: webClientId,
        refresh_token,
        scope: 'openid email',
      })
      const response = await userinfo((await readTokens(narrow)).access_token)
      expect(await response.json()).toEqual({ sub: 'usr_ada', email: 'Ada@example.com', email_verified: true })
    })

    test('refuses a token with a changed signature', async () => {
      const [header = '', payload = '', signature = ''] = (await signIn(provider)).access_token.split('.')
      expect((await userinfo(`${header}.${payload}.${signature.slice(0, -8)}AAAAAAAA`)).status).toBe(401)
    })

    test('refuses an ID token', async () => {
      const { id_token } = await signIn(provider)
      expect((await userinfo(id_token)).status).toBe(401)
    })
  })

  describe('a restart', () => {
    test('keeps keys, sessions and refresh tokens', async () => {
      const browser = new TestBrowser()
      const tokens = await signIn(provider, browser)
      const readKeys = async () => (await fetch(`${provider.issuer}/jwks`)).text()
      const keys = await readKeys()
      await provider.restart()
      expect(await readKeys()).toBe(keys)
      expect((await refresh(provider, tokens.refresh_token)).status).toBe(200)
      expect((await userinfo(tokens.access_token)).status).toBe(200)
      const { url } = await open(browser, createAuthorizationRequest(provider, { prompt: 'none' }).url)
      expect(new URL(url).searchParams.get('code')).toEqual(expect.any(String))
    })
  })

  test('no request of this file failed unexpectedly', () => {
    expect(provider.errors).toEqual([])
  })
})

describe('replay', () => {
  const rounds = 20
  const ten = Array.from({ length: 10 }, (_, n) => n)

  let database: Awaited<ReturnType<typeof openTestDatabase>>
  /** Makes all ten requests find the code or token before any of them consumes it. */
  let barrier: ReturnType<typeof createBarrier>
  let provider: TestProvider
  /** One session for all sign-ins, so that only the first asks for the password. */
  let browser: TestBrowser

  beforeAll(async () => {
    database = await openTestDatabase()
    barrier = createBarrier(database, (sql) => sql.includes('set consumed_at'))
    // The default limits would end the race before its hundredth attempt.
    provider = await startTestProvider(barrier, { limits: { pages: 1e6, programs: 1e6, account: 1e6 } })
    browser = new TestBrowser()
  })

  beforeEach(() => provider.resetClock())

  afterAll(async () => {
    await provider.stop()
    await database.close()
  })

  // By the contract of the token endpoint (RFC 6749 §5).
  const readTokens = async (response: Response) => (await response.json()) as Tokens
  const userinfo = (token: string) => fetch(`${provider.issuer}/me`, { headers: { authorization: `Bearer ${token}` } })
  const eventNames = () => provider.events.map((event) => event.name)

  async function expectRevoked(tokens: Tokens) {
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(400)
    expect(await provider.idp.isRevoked(decodeJwt(tokens.access_token).jti ?? '')).toBe(true)
    expect((await userinfo(tokens.access_token)).status).toBe(401)
  }

  describe('an authorization code', () => {
    test('used ten times concurrently gives tokens once, which are then revoked', async () => {
      for (let round = 0; round < rounds; round++) {
        const code = await obtainCode(provider, browser)
        barrier.expect(ten.length)
        const responses = await Promise.all(ten.map(() => exchangeCode(provider, code)))
        const winners = responses.filter((response) => response.ok)
        expect(winners).toHaveLength(1)
        for (const response of responses.filter(({ ok }) => !ok))
          expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_grant' }])
        for (const winner of winners) await expectRevoked(await readTokens(winner))
      }
      expect(eventNames()).toContain('authorization-code.replayed')
    })

    test('used again later revokes the tokens of the first use', async () => {
      const code = await obtainCode(provider, browser)
      const tokens = await readTokens(await exchangeCode(provider, code))
      expect((await userinfo(tokens.access_token)).status).toBe(200)
      expect((await exchangeCode(provider, code)).status).toBe(400)
      await expectRevoked(tokens)
    })

    test('used twice does not affect a sign-in of another browser', async () => {
      const other = await signIn(provider)
      const code = await obtainCode(provider, browser)
      await Promise.all([exchangeCode(provider, code), exchangeCode(provider, code)])
      expect((await userinfo(other.access_token)).status).toBe(200)
      expect((await refresh(provider, other.refresh_token)).status).toBe(200)
    })
  })

  const validRefreshTokens = async () => {
    const { rows } = await database.query(
      `select id from oidc_payload where model = 'RefreshToken' and consumed_at is null`,
      [],
    )
    return new Set(rows.map((row) => row.id))
  }

  describe('a refresh token', () => {
    test('used ten times concurrently has one successor, and only that one is valid', async () => {
      let { refresh_token } = await signIn(provider)
      for (let round = 0; round < rounds; round++) {
        const before = await validRefreshTokens()
        barrier.expect(ten.length)
        const answers = await Promise.all(ten.map(async () => readTokens(await refresh(provider, refresh_token))))
        expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1)
        const successor = answers[0]?.refresh_token ?? ''
        expect(successor).not.toBe(refresh_token)
        expect(await validRefreshTokens()).toEqual(
          new Set([...before].map((id) => (id === refresh_token ? successor : id))),
        )
        refresh_token = successor
      }
    })

    test('used again within the grace period returns the same successor, even if that was already used', async () => {
      const { refresh_token } = await signIn(provider)
      const first = await readTokens(await refresh(provider, refresh_token))
      const next = await readTokens(await refresh(provider, first.refresh_token))
      provider.advance(reuseGraceMs - 2000)
      expect((await readTokens(await refresh(provider, refresh_token))).refresh_token).toBe(first.refresh_token)
      expect((await refresh(provider, next.refresh_token)).status).toBe(200)
    })

    test('has a successor that cannot be derived from it', async () => {
      const { refresh_token } = await signIn(provider)
      const { refresh_token: successor } = await readTokens(await refresh(provider, refresh_token))
      expect(successor).toMatch(/^[\w-]{43}$/)
    })

    test('used again after the grace period also revokes the access tokens of the sign-in', async () => {
      const { refresh_token } = await signIn(provider)
      const renewed = await readTokens(await refresh(provider, refresh_token))
      provider.advance(reuseGraceMs)
      expect((await refresh(provider, refresh_token)).status).toBe(400)
      await expectRevoked(renewed)
      expect(eventNames()).toContain('refresh-token.replayed')
    })
  })

  test('no request of this file failed unexpectedly', () => {
    expect(provider.errors).toEqual([])
  })
})

/**
 * A database with a barrier: matching statements wait for each other and then run together, which produces the worst race on
 * every attempt. Inactive until `expect` sets how many statements to wait for.
 */
function createBarrier(database: Database, matches: (sql: string) => boolean) {
  let resolvers: (() => void)[] = []
  let expected = 0
  return {
    expect(statements: number) {
      expected = statements
    },
    query: async (sql: string, params?: unknown[]) => {
      if (expected > 0 && matches(sql)) {
        await new Promise<void>((resolve) => {
          resolvers.push(resolve)
          if (resolvers.length < expected) return
          for (const go of resolvers) go()
          resolvers = []
          expected = 0
        })
      }
      return database.query(sql, params)
    },
  }
}
