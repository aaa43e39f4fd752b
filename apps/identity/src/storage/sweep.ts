import type { Clock, Database } from './database.ts'
import { timestamp } from './database.ts'

/** Deletes what has expired: payloads, names of tokens and revoked sign-ins, and login counters. Returns the rows deleted. */
export async function sweepExpired({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const now = timestamp(clock())
  const { rows } = await database.query(
    `with payloads as (delete from oidc_payload where expires_at <= $1 returning 1),
          tokens as (delete from oidc_revoked_jti where expires_at <= $1 returning 1),
          issued as (delete from oidc_issued_token where expires_at <= $1 returning 1),
          grants as (delete from oidc_revoked_grant where expires_at <= $1 returning 1),
          attempts as (delete from oidc_login_attempt where window_ends_at <= $1 returning 1)
     select (select count(*) from payloads) + (select count(*) from tokens) + (select count(*) from issued)
          + (select count(*) from grants) + (select count(*) from attempts) as deleted`,
    [now],
  )
  return Number(rows[0]?.deleted ?? 0)
}
