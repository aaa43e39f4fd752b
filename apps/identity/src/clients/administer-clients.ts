import type { Organization } from '../accounts/account.ts'
import type { Clock, Database, Row } from '../storage/database.ts'
import { toOrigins } from '../provider/origins.ts'
import { revokeGrantTokens } from '../tokens/revoked-grants.ts'
import { forgetRemoval, listRemovedOrigins, recordRemoval } from './removed-client.ts'
import { generateClientSecret, hashClientSecret } from './client-secret.ts'

/** `web` and `native` apps sign people in with PKCE, a `device` with a code that people type elsewhere; a `service` acts for itself. */
export type ClientKind = 'web' | 'native' | 'device' | 'service'

/** An app that an administrator registered. */
export interface RegisteredClient {
  clientId: string
  name: string
  kind: ClientKind
  redirectUris: string[]
  /** The origins of its pages, which may call the provider and the API. */
  origins: string[]
  scopes: string[]
  /** Ids of the groups whose people may use it; empty for everybody. */
  groupIds: string[]
  /** The organization whose people may use it, or for which a service acts; null for people of every organization. */
  organization: Organization | null
  createdAt: Date
}

/** What can be changed later. */
export type ClientSettings = Pick<
  RegisteredClient,
  'name' | 'redirectUris' | 'origins' | 'scopes' | 'groupIds' | 'organization'
>

export interface ClientAdministration {
  list(): Promise<RegisteredClient[]>
  find(clientId: string): Promise<RegisteredClient | null>
  /** Registers an app. Returns the secret of a service, which is stored only as a hash; null for every other kind. */
  create(client: Omit<RegisteredClient, 'createdAt'>): Promise<string | null>
  /** Replaces the settings. People sign in again; a token that a service already has stays valid until it expires. Does nothing for an unknown id. */
  update(clientId: string, settings: ClientSettings): Promise<void>
  /** Gives a service a new secret; the old one stops working, and tokens obtained with it stay valid until they expire. Throws for any other id. */
  renewSecret(clientId: string): Promise<string>
  /** Deletes an app; its tokens are refused from now on. */
  remove(clientId: string): Promise<void>
  /** The origins of registered apps, and those of removed ones, whose pages may read why they are refused. */
  listOrigins(): Promise<string[]>
}

/** The grant of the tokens that a service gets for itself: with it they can be revoked like those of a sign-in. */
export function serviceGrantId(clientId: string): string {
  return `client:${clientId}`
}

/** Registration of other apps, by administrators. */
export function createClientAdministration({
  database,
  clock = Date.now,
  accessTokenSeconds = 300,
}: {
  database: Database
  clock?: Clock
  accessTokenSeconds?: number
}): ClientAdministration {
  /** Ends everything that was issued for a client. */
  const endGrants = async (clientId: string): Promise<void> => {
    const { rows } = await database.query(
      `select id from oidc_payload where model = 'Grant' and payload ->> 'clientId' = $1`,
      [clientId],
    )
    for (const grantId of [serviceGrantId(clientId), ...rows.map(({ id }) => String(id))])
      await revokeGrantTokens({ database, clock }, { grantId, tokenSeconds: accessTokenSeconds })
    await database.query(`delete from oidc_payload where payload ->> 'clientId' = $1`, [clientId])
  }
  return {
    async list() {
      const { rows } = await database.query('select * from oidc_client order by lower(name), client_id')
      return rows.map(toClient)
    },
    async find(clientId) {
      const { rows } = await database.query('select * from oidc_client where client_id = $1', [clientId])
      return rows[0] === undefined ? null : toClient(rows[0])
    },
    async create(client) {
      await forgetRemoval(database, client.clientId)
      const secret = client.kind === 'service' ? generateClientSecret() : null
      await database.query(
        `insert into oidc_client (client_id, name, kind, secret_hash, organization_id, organization_name, roles,
           redirect_uris, post_logout_redirect_uris, origins, scopes, group_ids)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          client.clientId,
          client.name,
          client.kind,
          secret && hashClientSecret(secret),
          ...toColumns(client, client.kind),
        ],
      )
      return secret
    },
    async update(clientId, settings) {
      const { rows } = await database.query('select kind from oidc_client where client_id = $1', [clientId])
      // the column has no other values
      const kind = rows[0]?.kind as ClientKind | undefined
      if (kind === undefined) return
      await database.query(
        `update oidc_client set name = $2, organization_id = $3, organization_name = $4, roles = $5, redirect_uris = $6,
           post_logout_redirect_uris = $7, origins = $8, scopes = $9, group_ids = $10 where client_id = $1`,
        [clientId, settings.name, ...toColumns(settings, kind)],
      )
      // all tokens of a service have one grant, and a revoked grant refuses new ones too; the old ones soon expire
      if (kind !== 'service') await endGrants(clientId)
    },
    async renewSecret(clientId) {
      const secret = generateClientSecret()
      const { rows } = await database.query(
        `update oidc_client set secret_hash = $2 where client_id = $1 and kind = 'service' returning client_id`,
        [clientId, hashClientSecret(secret)],
      )
      if (rows.length === 0) throw new Error(`${clientId} is not a registered service`)
      return secret
    },
    async remove(clientId) {
      const { rows } = await database.query('delete from oidc_client where client_id = $1 returning *', [clientId])
      await endGrants(clientId)
      const [client] = rows.map(toClient)
      if (client === undefined || client.kind === 'service') return
      const origins = [...new Set([...toOrigins(client.redirectUris), ...client.origins])]
      await recordRemoval({ database, clock }, { clientId, name: client.name, origins })
    },
    async listOrigins() {
      const { rows } = await database.query(`select redirect_uris, origins from oidc_client where kind <> 'service'`)
      // both columns are JSON arrays of addresses
      const all = rows.flatMap((row) => [...toOrigins(row.redirect_uris as string[]), ...(row.origins as string[])])
      return [...new Set([...all, ...(await listRemovedOrigins({ database, clock }))])]
    },
  }
}

/** The values of the columns from `organization_id` on. People return to the root of an origin after they signed out. */
function toColumns({ organization, redirectUris, origins, scopes, groupIds }: ClientSettings, kind: ClientKind) {
  return [
    organization?.id ?? null,
    organization?.name ?? null,
    JSON.stringify(kind === 'service' && scopes.includes('import') ? ['importer'] : []),
    JSON.stringify(redirectUris),
    JSON.stringify(
      kind === 'web' ? [...new Set([...toOrigins(redirectUris), ...origins])].map((one) => `${one}/`) : [],
    ),
    JSON.stringify(origins),
    JSON.stringify(scopes),
    JSON.stringify(groupIds),
  ]
}

function toClient(row: Row): RegisteredClient {
  const organizationId = row.organization_id as string | null
  return {
    clientId: String(row.client_id),
    name: String(row.name),
    // the values of these columns are those that this file and saveServiceClient wrote
    kind: row.kind as ClientKind,
    redirectUris: row.redirect_uris as string[],
    origins: row.origins as string[],
    scopes: row.scopes as string[],
    groupIds: row.group_ids as string[],
    organization: organizationId === null ? null : { id: organizationId, name: String(row.organization_name) },
    createdAt: row.created_at as Date,
  }
}
