import type { Clock, Database } from '../storage/database.ts'
import { timestamp } from '../storage/database.ts'
import { liveSession } from '../storage/sql-adapter.ts'
import { sessionSeconds as idleSeconds } from '../provider/lifetimes.ts'
import { revokeGrantTokens } from '../tokens/revoked-grants.ts'
import { type EndSessionsOptions, listGrants } from './end-sessions.ts'

/** An active sign-in of an account. */
export interface AccountSession {
  uid: string
  since: Date
  lastUsed: Date
  /** A description; null if the browser did not identify itself. */
  device: string | null
  isThisBrowser: boolean
}

/** All sessions of an account, most recently used first. Each use of a session, or of one of its tokens, extends its expiry. */
export async function listSessions(
  { database, clock, sessionSeconds }: { database: Database; clock: Clock; sessionSeconds: number },
  { accountId, thisSession }: { accountId: string; thisSession: string | null },
): Promise<AccountSession[]> {
  const { rows } = await database.query(
    `select id, uid, device, to_timestamp((payload ->> 'loginTs')::float8) as since,
            greatest(expires_at, (select max(token.expires_at) from oidc_payload as token
              where token.model = 'RefreshToken' and token.payload ->> 'accountId' = $1
                and token.payload ->> 'sessionUid' = oidc_payload.uid)) - make_interval(secs => $5) as last_used
       from oidc_payload
      where model = $2 and payload ->> 'accountId' = $1 and expires_at > $3 and ${liveSession}
      order by last_used desc limit 100`,
    [accountId, 'Session', timestamp(clock()), timestamp(clock() - sessionSeconds * 1000), idleSeconds],
  )
  return rows.map((row) => ({
    uid: String(row.uid),
    // the driver parses timestamptz into a Date
    since: row.since as Date,
    lastUsed: row.last_used as Date,
    device: row.device as string | null, // a text column
    isThisBrowser: row.id === thisSession,
  }))
}

/** Ends one session of the account and revokes its tokens; returns false if there is no such session. */
export async function endSession(
  { database, clock, accessTokenSeconds }: EndSessionsOptions,
  { accountId, uid }: { accountId: string; uid: string },
): Promise<boolean> {
  const { rows } = await database.query(
    `update oidc_payload set ended_at = $3
      where model = 'Session' and uid = $1 and payload ->> 'accountId' = $2 and ended_at is null returning id`,
    [uid, accountId, timestamp(clock())],
  )
  const id = rows[0]?.id
  if (typeof id !== 'string') return false
  const grants = await listGrants(database, { accountId, session: id })
  for (const grantId of grants)
    await revokeGrantTokens({ database, clock }, { grantId, tokenSeconds: accessTokenSeconds })
  await database.query(
    `delete from oidc_payload where payload ->> 'accountId' = $1 and model <> 'Session'
        and (payload ->> 'sessionUid' = $2 or grant_id = any($3::text[]) or (model = 'Grant' and id = any($3::text[])))`,
    [accountId, uid, grants],
  )
  return true
}
