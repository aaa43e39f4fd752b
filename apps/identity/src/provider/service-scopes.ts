import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { clientScopes } from '../clients/clients.repository.ts'

/**
 * The scopes that a service may have in the API; null for a client that signs people in. A service that asks for none
 * gets all of its own, one that asks for others is refused. The library asks for the API's scopes before it reads the
 * request's, so what is settled here counts.
 */
export function settleServiceScopes({ oidc }: KoaContextWithOIDC, client: Client): readonly string[] | null {
  if (!client.grantTypeAllowed('client_credentials')) return null
  // The column is a JSON array of names, written by saveServiceClient.
  const allowed = (client[clientScopes] ?? []) as string[]
  const { params } = oidc
  if (!params) return allowed
  params.scope ??= allowed.join(' ')
  const other = String(params.scope)
    .split(' ')
    .find((scope) => scope !== '' && !allowed.includes(scope))
  if (other !== undefined) {
    throw new errors.InvalidScope(`this service may not ask for it; it may ask for: ${allowed.join(' ')}`, other)
  }
  return allowed
}
