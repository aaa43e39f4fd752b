import type { Clock, Database } from '../storage/database.ts'
import { isStorable, timestamp } from '../storage/database.ts'

/** Verifiers tolerate this much clock skew, so a revocation is stored this long beyond the token's expiry. */
export const skewMs = 300_000

/** Stores the revocation of a JWT access token until no verifier accepts the token any more. */
export async function revokeToken(database: Database, token: { jti: string; expiresAtMs: number }): Promise<void> {
  await database.query('insert into oidc_revoked_jti (jti, expires_at) values ($1, $2) on conflict do nothing', [
    token.jti,
    timestamp(token.expiresAtMs + skewMs),
  ])
}

/** Whether the token with this `jti` was revoked, individually or with its sign-in. */
export async function isTokenRevoked({
  database,
  clock,
  jti,
}: {
  database: Database
  clock: Clock
  jti: string
}): Promise<boolean> {
  if (!isStorable(jti)) return false
  const { rows } = await database.query(
    `select 1 from oidc_revoked_jti where jti = $1 and expires_at > $2
     union all
     select 1 from oidc_issued_token join oidc_revoked_grant as revoked using (grant_id)
      where jti = $1 and revoked.expires_at > $2`,
    [jti, timestamp(clock())],
  )
  return rows.length > 0
}
