import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishBeforeUseMs, rotateAfterMs } from '../keys/signing-keys.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { refresh, signIn, startTestProvider, type TestProvider, type Tokens } from '../testing/test-provider.ts'

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
