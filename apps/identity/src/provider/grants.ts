import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import type { ProviderSettings } from './settings.ts'
import { claimScopes } from './scopes.ts'

/** Loads what a person has granted. A first-party client is granted everything without a question. */
export function createGrantLoader({ clients, apiAudience }: Pick<ProviderSettings, 'clients' | 'apiAudience'>) {
  const firstParty = new Set(clients.map((client) => client.clientId))
  return async ({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { provider, client, session, result } = oidc
    if (!client || !session) return undefined
    const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
    const existing = grantId ? await provider.Grant.find(grantId) : undefined
    if (existing || !firstParty.has(client.clientId) || !session.accountId) return existing
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
    grant.addOIDCScope([...claimScopes, 'offline_access'].join(' '))
    grant.addResourceScope(apiAudience, claimScopes.join(' '))
    await grant.save()
    return grant
  }
}
