import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reuseGraceMs } from '../storage/sql-adapter.ts'
import { createBarrier } from '../testing/barrier.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  exchangeCode,
  obtainCode,
  refresh,
  signIn,
  startTestProvider,
  type TestProvider,
  type Tokens,
} from '../testing/test-provider.ts'

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

async function expectDead(tokens: Tokens) {
  expect((await refresh(provider, tokens.refresh_token)).status).toBe(400)
  expect(await provider.idp.isRevoked(decodeJwt(tokens.access_token).jti ?? '')).toBe(true)
  expect((await userinfo(tokens.access_token)).status).toBe(401)
}

describe('an authorization code', () => {
  test('used ten times at once gives tokens once, and those are revoked', async () => {
    for (let round = 0; round < rounds; round++) {
      const code = await obtainCode(provider, browser)
      barrier.expect(ten.length)
      const responses = await Promise.all(ten.map(() => exchangeCode(provider, code)))
      const winners = responses.filter((response) => response.ok)
      expect(winners).toHaveLength(1)
      for (const response of responses.filter(({ ok }) => !ok))
        expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_grant' }])
      for (const winner of winners) await expectDead(await readTokens(winner))
    }
    expect(eventNames()).toContain('authorization-code.replayed')
  })

  test('used a second time later revokes what the first use gave', async () => {
    const code = await obtainCode(provider, browser)
    const tokens = await readTokens(await exchangeCode(provider, code))
    expect((await userinfo(tokens.access_token)).status).toBe(200)
    expect((await exchangeCode(provider, code)).status).toBe(400)
    await expectDead(tokens)
  })

  test('used twice does not touch a sign-in of another browser', async () => {
    const other = await signIn(provider)
    const code = await obtainCode(provider, browser)
    await Promise.all([exchangeCode(provider, code), exchangeCode(provider, code)])
    expect((await userinfo(other.access_token)).status).toBe(200)
    expect((await refresh(provider, other.refresh_token)).status).toBe(200)
  })
})

const livingRefreshTokens = async () => {
  const { rows } = await database.query(
    `select id from oidc_payload where model = 'RefreshToken' and consumed_at is null`,
    [],
  )
  return new Set(rows.map((row) => row.id))
}

describe('a refresh token', () => {
  test('used ten times at once has one successor, and only that one lives', async () => {
    let { refresh_token } = await signIn(provider)
    for (let round = 0; round < rounds; round++) {
      const before = await livingRefreshTokens()
      barrier.expect(ten.length)
      const answers = await Promise.all(ten.map(async () => readTokens(await refresh(provider, refresh_token))))
      expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1)
      const successor = answers[0]?.refresh_token ?? ''
      expect(successor).not.toBe(refresh_token)
      expect(await livingRefreshTokens()).toEqual(
        new Set([...before].map((id) => (id === refresh_token ? successor : id))),
      )
      refresh_token = successor
    }
  })

  test('used again within the grace answers the same successor, also when that one was used meanwhile', async () => {
    const { refresh_token } = await signIn(provider)
    const first = await readTokens(await refresh(provider, refresh_token))
    const next = await readTokens(await refresh(provider, first.refresh_token))
    provider.advance(reuseGraceMs - 2000)
    expect((await readTokens(await refresh(provider, refresh_token))).refresh_token).toBe(first.refresh_token)
    expect((await refresh(provider, next.refresh_token)).status).toBe(200)
  })

  test('has a successor that nobody can compute from it', async () => {
    const { refresh_token } = await signIn(provider)
    const { refresh_token: successor } = await readTokens(await refresh(provider, refresh_token))
    expect(successor).toMatch(/^[\w-]{43}$/)
  })

  test('used again after the grace takes the access tokens of the sign-in with it', async () => {
    const { refresh_token } = await signIn(provider)
    const renewed = await readTokens(await refresh(provider, refresh_token))
    provider.advance(reuseGraceMs)
    expect((await refresh(provider, refresh_token)).status).toBe(400)
    await expectDead(renewed)
    expect(eventNames()).toContain('refresh-token.replayed')
  })
})

test('no request of this file failed unexpectedly', () => {
  expect(provider.errors).toEqual([])
})
