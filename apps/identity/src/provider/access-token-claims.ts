import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider'
import type { Organization } from '../accounts/account.ts'
import { findAccount } from '../accounts/accounts.repository.ts'
import { CLIENT_ORGANIZATION, CLIENT_ROLES } from '../clients/clients.repository.ts'
import type { Database } from '../storage/database.ts'
import { toClaims } from './scopes.ts'

/** Adds to access tokens what the API decides by: the organization, groups and roles, of a person or a service. */
export function createAccessTokenClaims(database: Database) {
  return async ({ oidc }: KoaContextWithOIDC, token: AccessToken | ClientCredentials) => {
    if (token.kind === 'ClientCredentials') {
      // Both properties come from findClientMetadata only.
      const organization = oidc.client?.[CLIENT_ORGANIZATION] as Organization | undefined
      const roles = oidc.client?.[CLIENT_ROLES] as string[] | undefined
      return {
        name: oidc.client?.clientName,
        organization: organization?.id,
        organization_name: organization?.name,
        groups: [],
        roles: roles ?? [],
      }
    }
    const account = await findAccount(database, token.accountId)
    if (!account) return undefined
    const { sub: _sub, email_verified: _verified, ...claims } = toClaims(account)
    return claims
  }
}
