import type { Client, ClientMetadata } from 'oidc-provider'
import type { Organization } from '../accounts/account.ts'
import { type Database, isStorable } from '../storage/database.ts'
import { claimScopes, deviceGrant, personScopes } from '../provider/scopes.ts'
import { generateClientSecret, hashClientSecret } from './client-secret.ts'

/** Names of our own client properties, as oidc-provider stores them. */
export const clientOrganization = 'auspex_organization'
export const clientRoles = 'auspex_roles'
export const clientScopes = 'auspex_scopes'
export const clientOrigins = 'auspex_origins'
export const clientGroups = 'auspex_groups'

// The library leaves our properties untyped. Only findClientMetadata, and for clients of the configuration toMetadata, write them.

/** What a client may do in the API, besides learning who a person is. */
export function accessScopesOf(client: Client): string[] {
  return (client[clientScopes] ?? []) as string[]
}

/** The only organization that a client serves, if any. */
export function organizationOf(client: Client | undefined): Organization | undefined {
  return client?.[clientOrganization] as Organization | undefined
}

/** The groups whose people may use a client; none means everybody. */
export function groupIdsOf(client: Client): string[] {
  return (client[clientGroups] ?? []) as string[]
}

/** The roles of a service. */
export function rolesOf(client: Client | undefined): string[] {
  return (client?.[clientRoles] ?? []) as string[]
}

/** A program that signs in as itself, for one organization. */
export interface NewServiceClient {
  clientId: string
  name: string
  organization: Organization
  /** For example `importer`. */
  roles: string[]
  /** What it is allowed to do: `import`, `search`. */
  scopes: string[]
}

/** Shown once: the database stores only a hash of the secret. */
export interface ServiceClientCredentials {
  client_id: string
  client_secret: string
}

/** Registers a service client, or gives an existing one a new secret, organization and roles. */
export async function saveServiceClient(
  database: Database,
  client: NewServiceClient,
): Promise<ServiceClientCredentials> {
  const secret = generateClientSecret()
  await database.query(
    `insert into oidc_client (client_id, name, kind, secret_hash, organization_id, organization_name, roles, scopes)
     values ($1, $2, 'service', $3, $4, $5, $6, $7)
     on conflict (client_id) do update set name = excluded.name, kind = excluded.kind, secret_hash = excluded.secret_hash,
       organization_id = excluded.organization_id, organization_name = excluded.organization_name, roles = excluded.roles,
       scopes = excluded.scopes`,
    [
      client.clientId,
      client.name,
      hashClientSecret(secret),
      client.organization.id,
      client.organization.name,
      JSON.stringify(client.roles),
      JSON.stringify(client.scopes),
    ],
  )
  return { client_id: client.clientId, client_secret: secret }
}

/** A row of `oidc_client` in oidc-provider's format, or undefined. */
export async function findClientMetadata(database: Database, clientId: string): Promise<ClientMetadata | undefined> {
  if (!isStorable(clientId)) return undefined
  const { rows } = await database.query('select * from oidc_client where client_id = $1', [clientId])
  const row = rows[0]
  if (!row) return undefined
  const identity = { client_id: clientId, client_name: String(row.name) }
  if (row.kind === 'service') {
    return {
      ...identity,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      token_endpoint_auth_method: 'client_secret_basic',
      // The library calls this the secret; compareClientSecret in create-provider.ts knows that it is a hash.
      client_secret: String(row.secret_hash),
      [clientOrganization]: { id: row.organization_id, name: row.organization_name },
      [clientRoles]: row.roles,
      [clientScopes]: row.scopes,
    }
  }
  // Every column read below is a JSON array of texts; oidc-provider validates the addresses.
  const scopes = (row.scopes as string[]).filter((scope) => personScopes.some((one) => one === scope))
  const shared = {
    ...identity,
    token_endpoint_auth_method: 'none',
    scope: [...claimScopes, 'offline_access'].join(' '),
    [clientScopes]: scopes,
    [clientOrigins]: row.origins,
    [clientGroups]: row.group_ids,
    // a restriction here, where a service acts for the organization
    ...(row.organization_id !== null && {
      [clientOrganization]: { id: row.organization_id, name: row.organization_name },
    }),
  } as const
  if (row.kind === 'device')
    return { ...shared, grant_types: [deviceGrant, 'refresh_token'], response_types: [], redirect_uris: [] }
  return {
    ...shared,
    application_type: row.kind === 'native' ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: row.redirect_uris as string[],
    post_logout_redirect_uris: row.post_logout_redirect_uris as string[],
  }
}
