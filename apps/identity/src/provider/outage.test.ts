import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishBeforeUseMs, rotateAfterMs } from '../keys/signing-keys.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  callbackUrl,
  createAuthorizationRequest,
  refresh,
  signIn,
  startTestProvider,
  type TestProvider,
  type Tokens,
} from '../testing/test-provider.ts'

describe('outage', () => {
  const failures = {
    'cannot be reached': Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    'is starting': Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
    'breaks off': new Error('Connection terminated unexpectedly'),
    'is full': Object.assign(new Error('The database has no room left'), {
      code: 'database.full',
      retryAfterSeconds: 60,
    }),
  }
  const defect = Object.assign(new Error('column "kid" does not exist'), { code: '42703' })

  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let provider: TestProvider
  let tokens: Tokens
  let failure: Error | null = null

  beforeAll(async () => {
    database = await openTestDatabase()
    provider = await startTestProvider({
      query: (sql, params) => (failure === null ? database.query(sql, params) : Promise.reject(failure)),
    })
  })
  beforeEach(async () => {
    tokens = await signIn(provider)
  })
  afterEach(() => {
    failure = null
  })
  afterAll(async () => {
    await provider.stop()
    await database.close()
  })

  /** One request of each kind that a signed-in program or browser sends. */
  const requests: Record<string, () => Promise<Response>> = {
    'a request for tokens': () => refresh(provider, tokens.refresh_token),
    'a code that is exchanged': () =>
      fetch(`${provider.issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: 'auspex-web',
          redirect_uri: callbackUrl,
          code: 'x'.repeat(43),
        }),
      }),
    'a service client': () =>
      fetch(`${provider.issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'importer', client_secret: 'x' }),
      }),
    'a revocation': () =>
      fetch(`${provider.issuer}/token/revocation`, {
        method: 'POST',
        body: new URLSearchParams({ token: tokens.refresh_token, client_id: 'auspex-web' }),
      }),
    'a question about the person': () =>
      fetch(`${provider.issuer}/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } }),
    'a sign-in': () => fetch(createAuthorizationRequest(provider).url, { headers: { accept: 'text/html' } }),
  }

  describe.each(Object.entries(failures))('while the database %s', (_, error) => {
    test.each(Object.entries(requests))('%s is answered 503 and can be retried', async (_name, send) => {
      failure = error
      const reply = await send()
      expect(reply.status).toBe(503)
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      const body = await reply.text()
      expect(body).toMatch(/temporarily_unavailable|Sign-in is not possible at the moment/)
      failure = null
      expect((await send()).status).not.toBe(503)
    })
  })

  test('a defect is still answered 500', async () => {
    failure = defect
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(500)
  })
})

describe('key rotation', () => {
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

  test('sweeping rotates an old key without signing anybody out', async () => {
    const before = await signIn(provider)
    // Only the key's age matters here; advancing the clock would also expire the sign-in.
    await database.query('update oidc_signing_key set created_at = $1', [
      new Date(Date.now() - rotateAfterMs).toISOString(),
    ])
    await provider.idp.sweep()
    await database.query(`update oidc_signing_key set created_at = created_at - make_interval(secs => $1)`, [
      publishBeforeUseMs / 1000,
    ])
    await provider.idp.sweep()
    // By the contract of the token endpoint (RFC 6749 §5.1).
    const after = (await (await refresh(provider, before.refresh_token)).json()) as Tokens
    expect(decodeProtectedHeader(after.access_token).kid).not.toBe(decodeProtectedHeader(before.access_token).kid)
    const keys = createRemoteJWKSet(new URL(`${provider.issuer}/jwks`))
    await jwtVerify(before.access_token, keys)
    await jwtVerify(after.access_token, keys)
  })
})
