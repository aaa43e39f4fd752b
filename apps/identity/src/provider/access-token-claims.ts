import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider'
import type { Organization } from '../accounts/account.ts'
import { findAccount } from '../accounts/accounts.repository.ts'
import { clientOrganization, clientRoles } from '../clients/clients.repository.ts'
import type { LimitAccount } from '../limits/account-limit.ts'
import { recordIssuedToken } from '../tokens/revoked-grants.ts'
import { toClaims } from './scopes.ts'
import type { ProviderSettings } from './settings.ts'

/** Adds to access tokens what the API decides by: the organization, groups and roles, of a person or a service. */
export function createAccessTokenClaims(
  settings: Pick<ProviderSettings, 'database' | 'clock' | 'accessTokenSeconds'>,
  limitAccount: LimitAccount,
) {
  const { database, accessTokenSeconds } = settings
  return async (ctx: KoaContextWithOIDC, token: AccessToken | ClientCredentials) => {
    const { oidc } = ctx
    if (token.kind === 'ClientCredentials') {
      await limitAccount(ctx, token.clientId ?? '')
      // Both properties come from findClientMetadata only.
      const organization = oidc.client?.[clientOrganization] as Organization | undefined
      const roles = oidc.client?.[clientRoles] as string[] | undefined
      return {
        name: oidc.client?.clientName,
        organization: organization?.id,
        organization_name: organization?.name,
        groups: [],
        roles: roles ?? [],
      }
    }
    // The library waits for this before it signs, so no token is out that its sign-in could not revoke.
    const { jti, grantId } = token
    if (grantId) await recordIssuedToken(settings, { jti, grantId, seconds: accessTokenSeconds })
    const account = await findAccount(database, token.accountId)
    if (!account) return undefined
    const { sub: _sub, ...claims } = toClaims(account)
    return claims
  }
}
