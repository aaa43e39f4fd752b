import { decodeJwt } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { answerRefusal } from '../pages/answer-refusal.ts'
import type { Context, Middleware } from '../provider/context.ts'
import { type Clock, type Database, isStorable, timestamp } from '../storage/database.ts'

/** What is still known of an app after an administrator removed it. */
export interface RemovedClient {
  clientId: string
  name: string
  /** From where its pages called: they may read why they are refused. */
  origins: string[]
}

interface Storage {
  database: Database
  clock: Clock
}

const model = 'RemovedClient'

/** The default of `AUSPEX_SESSION_DAYS`. With longer sessions, the last open pages of the app only read that their client is invalid. */
const keepMs = 90 * 86_400_000

/** Records that an app was removed, in a row that the sweep of expired ones deletes. */
export async function recordRemoval({ database, clock }: Storage, client: RemovedClient): Promise<void> {
  await database.query(
    `insert into oidc_payload (model, id, payload, expires_at) values ($1, $2, $3, $4)
     on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
    [model, client.clientId, JSON.stringify(client), timestamp(clock() + keepMs)],
  )
}

/** For an app that is registered once more under its old id. */
export async function forgetRemoval(database: Database, clientId: string): Promise<void> {
  await database.query('delete from oidc_payload where model = $1 and id = $2', [model, clientId])
}

export async function findRemovedClient({ database, clock }: Storage, clientId: string): Promise<RemovedClient | null> {
  if (!isStorable(clientId)) return null
  const { rows } = await database.query(
    'select payload from oidc_payload where model = $1 and id = $2 and expires_at > $3',
    [model, clientId, timestamp(clock())],
  )
  // written by recordRemoval
  return (rows[0]?.payload as RemovedClient | undefined) ?? null
}

export async function listRemovedOrigins({ database, clock }: Storage): Promise<string[]> {
  const { rows } = await database.query('select payload from oidc_payload where model = $1 and expires_at > $2', [
    model,
    timestamp(clock()),
  ])
  return rows.flatMap(({ payload }) => (payload as RemovedClient).origins)
}

/** For the app's own pages and for people. */
function describeRemoval({ name }: RemovedClient): string {
  return `${name} was removed and can no longer sign people in. Ask an administrator of Auspex.`
}

/** The page for people who come from a removed app. It has no link back, because the app can sign nobody in. */
export function showRemoval(ctx: Context, client: RemovedClient): void {
  answerRefusal(ctx, {
    status: 410,
    error: 'invalid_client',
    title: 'This app was removed',
    detail: describeRemoval(client),
    returnTo: null,
  })
}

/**
 * Answers requests of removed apps with the reason, where the library would only say "invalid client": /auth shows a page, /session/end signs out
 * without a return to the app, and a 401 of /token gets the reason in its body.
 */
export function createRemovedClientStep({ mount, ...storage }: Storage & { mount: string }): Middleware {
  return async (ctx, next) => {
    const clientId = readClientId(ctx)
    const removed = clientId === null ? null : await findRemovedClient(storage, clientId)
    if (removed !== null && ctx.path === '/auth') return showRemoval(ctx, removed)
    if (removed !== null && ctx.path === '/session/end' && ctx.querystring !== '') {
      // no parameters: they are those of an app that no longer exists
      ctx.redirect(`${mount}/session/end`)
      return
    }
    await next()
    if (ctx.status !== 401 || !ctx.path.startsWith('/token')) return
    // The library's steps have run, so `oidc` has the parameters.
    const { oidc } = ctx as unknown as KoaContextWithOIDC
    const refusedId = oidc.params?.client_id
    const refused = typeof refusedId === 'string' ? await findRemovedClient(storage, refusedId) : null
    if (refused === null) return
    ctx.body = { error: 'invalid_client', error_description: describeRemoval(refused) }
  }
}

/** The app of a request that a browser makes for a person; an unverified hint is enough, because it only decides what is shown. */
function readClientId({ path, query }: Context): string | null {
  if (path !== '/auth' && path !== '/session/end') return null
  const { client_id: clientId, id_token_hint: hint } = query
  if (typeof clientId === 'string') return clientId
  if (typeof hint !== 'string') return null
  try {
    const { aud } = decodeJwt(hint)
    return typeof aud === 'string' ? aud : null
  } catch {
    return null
  }
}
