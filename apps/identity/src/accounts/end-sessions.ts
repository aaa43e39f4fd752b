import type { Clock, Database } from '../storage/database.ts'
import { timestamp } from '../storage/database.ts'
import { revokeGrantTokens } from '../tokens/revoked-grants.ts'

export interface EndSessionsOptions {
  database: Database
  clock: Clock
  accessTokenSeconds: number
}

/**
 * Ends every session of the account except one, and revokes their tokens. The time is also stored with the account, because a request
 * that is running now may store a session again after it is deleted here.
 */
export async function endSessions(
  { database, clock, accessTokenSeconds }: EndSessionsOptions,
  { accountId, exceptSession = null }: { accountId: string; exceptSession?: string | null },
): Promise<void> {
  // whole seconds, like the sessions' timestamps
  const since = Math.floor(clock() / 1000)
  const retainedGrantIds = await listGrants(database, { accountId, session: exceptSession })
  await database.query(
    `update oidc_payload set payload = jsonb_set(payload, '{loginTs}', to_jsonb($3::bigint))
      where model = 'Session' and id = $1 and payload ->> 'accountId' = $2`,
    [exceptSession, accountId, since],
  )
  await database.query('update account set sessions_since = $2 where id = $1', [accountId, timestamp(since * 1000)])
  const { rows } = await database.query(
    `select id from oidc_payload where model = 'Grant' and payload ->> 'accountId' = $1 and id <> all($2::text[])`,
    [accountId, retainedGrantIds],
  )
  for (const { id } of rows)
    await revokeGrantTokens({ database, clock }, { grantId: String(id), tokenSeconds: accessTokenSeconds })
  await database.query(
    `delete from oidc_payload
      where (payload ->> 'accountId' = $1 and not (model = 'Session' and id = coalesce($2, ''))
             and coalesce(grant_id, case when model = 'Grant' then id end, '') <> all($3::text[]))
         or (model = 'Interaction' and payload #>> '{result,login,accountId}' = $1)`,
    [accountId, exceptSession, retainedGrantIds],
  )
}

/** The grants of a session's applications; empty if the account has no such session. */
export async function listGrants(
  database: Database,
  { accountId, session }: { accountId: string; session: string | null },
): Promise<string[]> {
  if (session === null) return []
  const { rows } = await database.query(
    `select each.value ->> 'grantId' as id
      from oidc_payload, jsonb_each(coalesce(payload -> 'authorizations', '{}')) as each
      where model = 'Session' and oidc_payload.id = $1 and payload ->> 'accountId' = $2 and each.value ->> 'grantId' is not null`,
    [session, accountId],
  )
  return rows.map((row) => String(row.id))
}
