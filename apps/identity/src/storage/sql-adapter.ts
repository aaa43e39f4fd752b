import type { ReportSecurity } from '../security/security-reporter.ts'
import bowser from 'bowser'
import { createHash } from 'node:crypto'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors, Provider } from 'oidc-provider'
import { findClientMetadata } from '../clients/clients.repository.ts'
import { networkOf } from '../network/network-of.ts'
import { revokeGrantTokens } from '../tokens/revoked-grants.ts'
import { type Clock, type Database, type Row, isStorable, timestamp } from './database.ts'

/** No genuine browser sends a longer text. */
const maxCharacters = 512

/**
 * How long a refresh token may be used again after its first use. Otherwise a page that is reloaded in the middle of a renewal loses
 * the response, sends the old token again and has its entire grant revoked.
 */
export const reuseGraceMs = 15_000

/** Maximum unfinished sign-ins of one network. The oldest is dropped. */
export const anonymousRows = 500

export interface SqlAdapterOptions {
  database: Database
  clock: Clock
  accessTokenSeconds: number
  /** Age at which a session ends, however much it was used. */
  sessionSeconds: number
  report: ReportSecurity
}

/**
 * The session has no account yet, or its account exists and is not disabled, and its sign-in is neither too long ago ($4) nor older
 * than the time when the account ended its sessions.
 */
export const liveSession = `ended_at is null and (payload ->> 'accountId' is null or exists (
  select 1 from account where account.id = payload ->> 'accountId' and disabled_at is null
    and to_timestamp((payload ->> 'loginTs')::float8) >= greatest(sessions_since, $4::timestamptz)))`

/** Stores oidc-provider's state in `oidc_payload`; clients are read from `oidc_client`. */
export function createSqlAdapter(options: SqlAdapterOptions): AdapterFactory {
  return (model) => (model === 'Client' ? createClientAdapter(options) : createPayloadAdapter(options, model))
}

function createPayloadAdapter(options: SqlAdapterOptions, model: string): Adapter {
  const { database, clock, accessTokenSeconds, sessionSeconds } = options
  const toPayload = (row: Row | undefined): AdapterPayload | undefined => {
    if (!row) return undefined
    // The column contains exactly what `upsert` received.
    const payload = row.payload as AdapterPayload
    if (!(row.consumed_at instanceof Date)) return payload
    const consumedAt = row.consumed_at.getTime()
    const inGrace = model === 'RefreshToken' && clock() - consumedAt < reuseGraceMs
    if (inGrace) return payload
    reportReplay(options, model, payload.accountId ?? null)
    return { ...payload, consumed: Math.floor(consumedAt / 1000) }
  }
  // An ended session is over for all processes at once, even if a running request is about to store it again.
  const isLive = model === 'Session' ? `and ${liveSession}` : ''
  const findBy = async (column: 'id' | 'uid' | 'user_code', value: string) => {
    if (!isStorable(value)) return undefined
    const { rows } = await database.query(
      `select payload, consumed_at from oidc_payload
        where model = $1 and ${column} = $2 and (expires_at is null or expires_at > $3) ${isLive}`,
      [model, value, timestamp(clock()), ...(isLive ? [timestamp(clock() - sessionSeconds * 1000)] : [])],
    )
    return toPayload(rows[0])
  }
  return {
    async upsert(id, payload, expiresIn) {
      const isAnonymousRow = isAnonymous(model, payload)
      // Our own pages store the result of a sign-in outside the library's request, so the row must record its network.
      const network = isAnonymousRow ? currentNetwork() : null
      const device = model === 'Session' && payload.accountId ? currentDevice() : null
      await database.query(
        `insert into oidc_payload (model, id, payload, grant_id, user_code, uid, expires_at, network, device)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $10)
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at,
           network = case when $9 then coalesce(excluded.network, oidc_payload.network) end,
           device = coalesce(excluded.device, oidc_payload.device)
           where oidc_payload.ended_at is null`,
        [
          model,
          id,
          JSON.stringify(payload),
          payload.grantId ?? null,
          payload.userCode ?? null,
          payload.uid ?? null,
          expiresIn === undefined ? null : timestamp(clock() + expiresIn * 1000),
          network,
          isAnonymousRow,
          device,
        ],
      )
      if (network !== null) await dropOldest(database, network)
    },
    find: (id) => findBy('id', id),
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: async (userCode) => {
      const payload = await findBy('user_code', userCode)
      // the library refuses a code for ever once somebody confirmed it, also one who then closed the page without signing in
      return payload && { ...payload, inFlight: undefined }
    },
    async consume(id) {
      // Only the first use counts: using a token again within the grace period does not extend it.
      const { rows } = await database.query(
        `update oidc_payload set consumed_at = $3 where model = $1 and id = $2 and consumed_at is null
         returning id`,
        [model, id, timestamp(clock())],
      )
      if (rows.length > 0 || !['AuthorizationCode', 'DeviceCode'].includes(model)) return
      // The library read the code before another request consumed it, and would otherwise continue with it.
      await endGrantOf(options, model, id)
      throw new errors.InvalidGrant('code already consumed')
    },
    async destroy(id) {
      await database.query('delete from oidc_payload where model = $1 and id = $2', [model, id])
    },
    async revokeByGrantId(grantId) {
      // JWTs are not stored, so they cannot be deleted.
      if (model === 'AccessToken') return revokeGrantTokens(options, { grantId, tokenSeconds: accessTokenSeconds })
      await database.query('delete from oidc_payload where model = $1 and grant_id = $2', [model, grantId])
    },
  }
}

/** What is stored for people who have not signed in: unfinished sign-ins, and sessions without a person. */
function isAnonymous(model: string, { accountId }: AdapterPayload): boolean {
  return (model === 'DeviceCode' && !accountId) || model === 'Interaction' || (model === 'Session' && !accountId)
}

function currentDevice(): string | null {
  const ctx = Provider.ctx
  return ctx ? describeDevice(ctx.get('user-agent')) : null
}

function currentNetwork(): string | null {
  const ctx = Provider.ctx
  return ctx ? createHash('sha256').update(networkOf(ctx.ip)).digest('base64url') : null
}

/** Drops the oldest rows, because refusing would let one person in an office block sign-in for all others there. */
async function dropOldest(database: Database, network: string): Promise<void> {
  await database.query(
    `delete from oidc_payload where (model, id) in
       (select model, id from oidc_payload where network = $1 order by expires_at desc, id offset $2)`,
    [network, anonymousRows],
  )
}

/** Ends the sign-in that a code belongs to. If the code was deleted, another request has just ended it. */
async function endGrantOf(options: SqlAdapterOptions, model: string, code: string): Promise<void> {
  const { database, accessTokenSeconds } = options
  const { rows } = await database.query(
    `select grant_id, payload ->> 'accountId' as account_id from oidc_payload
      where model = $2 and id = $1`,
    [code, model],
  )
  const grantId = rows[0]?.grant_id
  if (typeof grantId !== 'string') return
  reportReplay(options, model, String(rows[0]?.account_id))
  // Before deleting the rows, so that a concurrent renewal finds either the revocation or no grant.
  await revokeGrantTokens(options, { grantId, tokenSeconds: accessTokenSeconds })
  await database.query(`delete from oidc_payload where grant_id = $1 or (model = 'Grant' and id = $1)`, [grantId])
}

function reportReplay({ report }: SqlAdapterOptions, model: string, accountId: string | null): void {
  const ctx = Provider.ctx
  // Revoking a used refresh token is not a replay.
  if (!ctx || ctx.oidc.route !== 'token') return
  if (model === 'AuthorizationCode' || model === 'DeviceCode')
    report(ctx, { name: 'authorization-code.replayed', accountId })
  if (model === 'RefreshToken') report(ctx, { name: 'refresh-token.replayed', accountId })
}

/** Clients are registered by the operator, never through the protocol, so there is nothing to write. */
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

/** A browser and its system, such as "Firefox on Windows"; null if the text names neither. */
export function describeDevice(userAgent: string): string | null {
  if (userAgent === '') return null
  // a CommonJS module, of which only the default export is certain to exist
  // oxlint-disable-next-line import/no-named-as-default-member
  const parsed = bowser.getParser(userAgent.slice(0, maxCharacters))
  const [browser, system] = [parsed.getBrowserName(), parsed.getOSName()].map((name) => name.slice(0, 40))
  if (!browser) return system || null
  return system ? `${browser} on ${system}` : browser
}
