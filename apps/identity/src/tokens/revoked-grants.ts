import type { Clock, Database } from '../storage/database.ts'
import { timestamp } from '../storage/database.ts'
import { skewMs } from './revoked-tokens.ts'

/** Records which sign-in an access token belongs to, before the token is issued. */
export async function recordIssuedToken(
  { database, clock }: { database: Database; clock: Clock },
  token: { jti: string; grantId: string; seconds: number },
): Promise<void> {
  await database.query(
    'insert into oidc_issued_token (jti, grant_id, expires_at) values ($1, $2, $3) on conflict do nothing',
    [token.jti, token.grantId, timestamp(clock() + token.seconds * 1000 + skewMs)],
  )
}

/** Revokes every access token of a sign-in, including those issued while this runs. */
export async function revokeGrantTokens(
  { database, clock }: { database: Database; clock: Clock },
  grant: { grantId: string; tokenSeconds: number },
): Promise<void> {
  await database.query('insert into oidc_revoked_grant (grant_id, expires_at) values ($1, $2) on conflict do nothing', [
    grant.grantId,
    // Twice the lifetime, because a token in the middle of being issued may take that long as well.
    timestamp(clock() + 2 * grant.tokenSeconds * 1000 + skewMs),
  ])
}
