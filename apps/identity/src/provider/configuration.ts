import type { JWK } from 'jose'
import type { ClientMetadata, Configuration } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { findAccount } from '../accounts/accounts.repository.ts'
import { clientOrganization, clientRoles, clientScopes } from '../clients/clients.repository.ts'
import type { FirstPartyClient } from '../clients/first-party-client.ts'
import { signingAlgorithm } from '../keys/signing-keys.ts'
import { createAccountLimit } from '../limits/account-limit.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { createPageHeaders } from '../pages/security-headers.ts'
import { readTheme } from '../pages/theme.ts'
import { createSqlAdapter } from '../storage/sql-adapter.ts'
import { createAccessTokenClaims } from './access-token-claims.ts'
import { createGrantLoader } from './grants.ts'
import { createLifetimes } from './lifetimes.ts'
import { createLogoutPages } from './logout.ts'
import { cookieName } from './cookie-name.ts'
import { toOrigins } from './origins.ts'
import { toMount } from './pin-request.ts'
import { settleServiceScopes } from './service-scopes.ts'
import { claimsByScope, claimScopes, selectClaims } from './scopes.ts'
import type { ProviderSettings } from './settings.ts'

/** Everything oidc-provider is told. What is not named keeps the library's default. */
export function createConfiguration(settings: ProviderSettings & { signingKeys: readonly JWK[] }): Configuration {
  const { issuer, database, clients, apiAudience, cookieKeys, accessTokenSeconds, signingKeys } = settings
  const mount = toMount(issuer)
  const limitAccount = createAccountLimit(settings)
  // Over https the session cookie must reach an iframe of another site, or silent renewal cannot work there.
  const transport = { secure: issuer.protocol === 'https:' }
  const sameSite = transport.secure ? 'none' : 'lax'
  return {
    adapter: createSqlAdapter(settings),
    clients: clients.map(toMetadata),
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    extraClientMetadata: { properties: [clientOrganization, clientRoles, clientScopes] },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    jwks: { keys: [...signingKeys] },
    cookies: {
      keys: cookieKeys,
      names: {
        session: cookieName('op_session', transport),
        interaction: cookieName('op_interaction', transport),
        resume: cookieName('op_resume', transport),
      },
      long: { signed: true, httpOnly: true, sameSite, path: mount || '/' },
      // No path here: the library gives each sign-in its own, and one path would merge the sign-ins of two tabs.
      short: { signed: true, httpOnly: true, sameSite },
    },
    scopes: [...claimScopes, 'offline_access'],
    claims: claimsByScope,
    // The web app reads its claims from the ID token, also when it gets an access token.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clockTolerance: 15,
    pkce: { required: (_ctx, client) => client.tokenEndpointAuthMethod === 'none' },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: createLogoutPages(clients),
      resourceIndicators: {
        enabled: true,
        // The client names no resource, which keeps it independent of the provider.
        defaultResource: (_ctx, _client, oneOf) => oneOf ?? apiAudience,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource, client) => {
          if (resource !== apiAudience) throw new errors.InvalidTarget()
          return {
            scope: (settleServiceScopes(ctx, client) ?? claimScopes).join(' '),
            audience: apiAudience,
            accessTokenFormat: 'jwt',
            accessTokenTTL: accessTokenSeconds,
            jwt: { sign: { alg: signingAlgorithm } },
          }
        },
      },
    },
    clientBasedCORS: (_ctx, origin, client) => toOrigins(client.redirectUris).includes(origin),
    // The web app does not ask for offline_access, which other providers show as a question to the person.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => true,
    extraTokenClaims: createAccessTokenClaims(settings, limitAccount),
    ttl: createLifetimes(accessTokenSeconds),
    findAccount: async (ctx, id) => {
      await limitAccount(ctx, id)
      const account = await findAccount(database, id)
      return account && !account.isDisabled
        ? { accountId: id, claims: async () => ({ ...selectClaims(account, new Set(claimScopes)), sub: id }) }
        : undefined
    },
    loadExistingGrant: createGrantLoader(settings),
    interactions: { url: (_ctx, interaction) => `${mount}/interaction/${interaction.uid}` },
    renderError: (ctx, out, error) => {
      ctx.set(createPageHeaders())
      ctx.type = 'html'
      ctx.body = renderErrorPage({
        title: 'statusCode' in error && error.statusCode === 429 ? 'Too many requests' : 'Sign-in could not continue',
        detail: out.error_description ?? out.error,
        returnTo: clients[0]?.postLogoutRedirectUris[0],
        theme: readTheme(ctx),
      })
    },
  }
}

function toMetadata(client: FirstPartyClient): ClientMetadata {
  return {
    client_id: client.clientId,
    client_name: client.name,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
