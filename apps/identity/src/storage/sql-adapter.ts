import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { findClientMetadata } from '../clients/clients.repository.ts'
import type { Clock, Database, Row } from './database.ts'
import { timestamp } from './database.ts'

/**
 * A refresh token may be presented again for this long after its first use. Without it a page that is reloaded
 * in the middle of a renewal loses the answer, presents the old token and has its whole grant revoked.
 */
export const REUSE_GRACE_MS = 15_000

/** Stores what oidc-provider remembers in `oidc_payload`; clients are read from `oidc_client`. */
export function createSqlAdapter(options: { database: Database; clock: Clock }): AdapterFactory {
  return (model) => (model === 'Client' ? createClientAdapter(options) : createPayloadAdapter({ ...options, model }))
}

function createPayloadAdapter({
  database,
  clock,
  model,
}: {
  database: Database
  clock: Clock
  model: string
}): Adapter {
  const toPayload = (row: Row | undefined): AdapterPayload | undefined => {
    if (!row) return undefined
    // The column holds exactly what `upsert` was given.
    const payload = row.payload as AdapterPayload
    if (!(row.consumed_at instanceof Date)) return payload
    const consumedAt = row.consumed_at.getTime()
    const inGrace = model === 'RefreshToken' && clock() - consumedAt < REUSE_GRACE_MS
    return inGrace ? payload : { ...payload, consumed: Math.floor(consumedAt / 1000) }
  }
  const findBy = async (column: 'id' | 'uid' | 'user_code', value: string) => {
    const { rows } = await database.query(
      `select payload, consumed_at from oidc_payload
        where model = $1 and ${column} = $2 and (expires_at is null or expires_at > $3)`,
      [model, value, timestamp(clock())],
    )
    return toPayload(rows[0])
  }
  return {
    async upsert(id, payload, expiresIn) {
      await database.query(
        `insert into oidc_payload (model, id, payload, grant_id, user_code, uid, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
        [
          model,
          id,
          JSON.stringify(payload),
          payload.grantId ?? null,
          payload.userCode ?? null,
          payload.uid ?? null,
          expiresIn === undefined ? null : timestamp(clock() + expiresIn * 1000),
        ],
      )
    },
    find: (id) => findBy('id', id),
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('user_code', userCode),
    async consume(id) {
      // Only the first use counts: a token used again within the grace does not prolong the grace.
      await database.query(
        'update oidc_payload set consumed_at = $3 where model = $1 and id = $2 and consumed_at is null',
        [model, id, timestamp(clock())],
      )
    },
    async destroy(id) {
      await database.query('delete from oidc_payload where model = $1 and id = $2', [model, id])
    },
    async revokeByGrantId(grantId) {
      await database.query('delete from oidc_payload where model = $1 and grant_id = $2', [model, grantId])
    },
  }
}

/** Clients are registered by the operator, never through the protocol: there is nothing to write. */
function createClientAdapter({ database }: { database: Database }): Adapter {
  return {
    find: (id) => findClientMetadata(database, id),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    upsert: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  }
}

async function refuse(): Promise<never> {
  throw new Error('Clients are not registered through the provider')
}
