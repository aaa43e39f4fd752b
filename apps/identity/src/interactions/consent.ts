import type { Provider } from 'oidc-provider'
import type { Interaction } from '../provider/context.ts'

/** What has not been granted yet, according to oidc-provider's consent prompt. */
interface MissingGrants {
  missingOIDCScope?: string[]
  missingOIDCClaims?: string[]
  missingResourceScopes?: Record<string, string[]>
}

function readMissing({ prompt }: Interaction): MissingGrants {
  // The library does not type the details; its default policy writes these three keys.
  return prompt.details
}

/** The scopes to show, each once. */
export function listMissingScopes(interaction: Interaction): string[] {
  const { missingOIDCScope = [], missingResourceScopes = {} } = readMissing(interaction)
  return [...new Set([...missingOIDCScope, ...Object.values(missingResourceScopes).flat()])]
}

/** Grants what was requested, extending an existing grant if there is one. Returns the grant's id. */
export async function grantMissing(provider: Provider, interaction: Interaction): Promise<string> {
  const { missingOIDCScope, missingOIDCClaims, missingResourceScopes = {} } = readMissing(interaction)
  const existing = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const grant =
    existing ??
    new provider.Grant({ accountId: interaction.session?.accountId, clientId: String(interaction.params.client_id) })
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '))
  if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims)
  for (const [resource, scopes] of Object.entries(missingResourceScopes))
    grant.addResourceScope(resource, scopes.join(' '))
  return grant.save()
}
