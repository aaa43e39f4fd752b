import type { JWK } from 'jose'
import {
  type ClientMetadata,
  type Configuration,
  errors,
  type Grant,
  type KoaContextWithOIDC,
  type Client,
  type AccessToken,
  type ClientCredentials,
} from 'oidc-provider'
import { findAccount } from '../accounts/accounts.repository.ts'
import { serviceGrantId } from '../clients/administer-clients.ts'
import {
  accessScopesOf,
  clientGroups,
  clientOrganization,
  clientOrigins,
  clientRoles,
  clientScopes,
  groupIdsOf,
  organizationOf,
  rolesOf,
} from '../clients/clients.repository.ts'
import type { FirstPartyClient } from '../clients/first-party-client.ts'
import { signingAlgorithm } from '../keys/signing-keys.ts'
import { renderDeviceConnectedPage, renderDevicePage, renderUserCodePage } from '../pages/device-page.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { createPageHeaders } from '../pages/security-headers.ts'
import { readTheme } from '../pages/theme.ts'
import { createSqlAdapter, describeDevice } from '../storage/sql-adapter.ts'
import { createLifetimes } from './lifetimes.ts'
import { cookieName } from './context.ts'
import { originsOf, toOrigins } from './origins.ts'
import { toMount } from './pin-request.ts'
import { claimsByScope, claimScopes, deviceGrant, selectClaims, toClaims } from './scopes.ts'
import type { ProviderSettings } from './settings.ts'
import { logoutScript, renderLogoutPage, renderSignedOutPage } from '../pages/logout-page.ts'
import { recordIssuedToken } from '../tokens/revoked-grants.ts'
import type { ReportSecurity } from '../security/security-reporter.ts'
import type { RequestLimiter } from '../limits/request-limits.ts'

/** The account sent too many requests. Shown as a page or JSON, never redirected to the app, which would retry. */
class AccountLimitError extends errors.OIDCProviderError {
  override allow_redirect = false
  override error_description: string

  constructor(seconds: number) {
    super(429, 'temporarily_unavailable')
    this.error_description = `Too many requests from this account. Wait ${seconds} seconds and try again.`
  }
}

/** The entire configuration of oidc-provider. Options that are not listed have the library's default. */
export function createConfiguration(settings: ProviderSettings & { signingKeys: readonly JWK[] }): Configuration {
  const { issuer, database, clients, apiAudience, cookieKeys, accessTokenSeconds, signingKeys } = settings
  const mount = toMount(issuer)
  const limitAccount = createAccountLimit(settings)
  // Over https an iframe of another site must receive the session cookie, otherwise silent renewal cannot work there.
  const transport = { secure: issuer.protocol === 'https:' }
  const sameSite = transport.secure ? 'none' : 'lax'
  return {
    adapter: createSqlAdapter(settings),
    clients: clients.map(toMetadata),
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    extraClientMetadata: { properties: [clientOrganization, clientRoles, clientScopes, clientOrigins, clientGroups] },
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
      // No path here: the library gives each sign-in its own, and a shared path would mix up the sign-ins of two tabs.
      short: { signed: true, httpOnly: true, sameSite },
    },
    scopes: [...claimScopes, 'offline_access'],
    claims: claimsByScope,
    // The web app reads claims from the ID token, even if it also gets an access token.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clockTolerance: 15,
    allowOmittingSingleRegisteredRedirectUri: false,
    // Clients with a secret are services, which have no authorization code that PKCE could protect.
    pkce: { required: (_ctx, client) => client.tokenEndpointAuthMethod === 'none' },
    features: {
      devInteractions: { enabled: false },
      deviceFlow: createDevicePages(),
      clientCredentials: { enabled: true },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: createLogoutPages(clients),
      resourceIndicators: {
        enabled: true,
        // The client names no resource, which makes it independent of the provider.
        defaultResource: (_ctx, _client, oneOf) => oneOf ?? apiAudience,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource, client) => {
          if (resource !== apiAudience && !isApiResource(resource, issuer)) throw new errors.InvalidTarget()
          return {
            scope: (settleServiceScopes(ctx, client) ?? [...claimScopes, ...accessScopesOf(client)]).join(' '),
            audience: apiAudience,
            accessTokenFormat: 'jwt',
            accessTokenTTL: accessTokenSeconds,
            jwt: { sign: { alg: signingAlgorithm } },
          }
        },
      },
    },
    clientBasedCORS: (_ctx, origin, client) => originsOf(client).includes(origin),
    // The web app does not request offline_access, for which other providers ask the person's consent.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // A device stays connected when the person signs out of the browser in which they allowed it.
    expiresWithSession: (_ctx, code) => code.kind !== 'DeviceCode',
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

/** A client of the configuration in oidc-provider's format. One with scopes of its own is a device, the others are web apps. */
function toMetadata(client: FirstPartyClient): ClientMetadata {
  if (client.scopes !== null)
    return {
      client_id: client.clientId,
      client_name: client.name,
      redirect_uris: [],
      grant_types: [deviceGrant, 'refresh_token'],
      response_types: [],
      token_endpoint_auth_method: 'none',
      [clientScopes]: client.scopes,
    }
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

/** Loads a person's grants. The web app is granted everything without consent; a person who may not use a client is refused. */
function createGrantLoader({
  clients,
  apiAudience,
  database,
  mayUseClient,
}: Pick<ProviderSettings, 'clients' | 'apiAudience' | 'database' | 'mayUseClient'>) {
  const firstParty = new Set(clients.filter(({ scopes }) => scopes === null).map((client) => client.clientId))
  return async ({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { provider, client, session, result } = oidc
    if (!client || !session) return undefined
    if (session.accountId && !(await isAllowed(client, session.accountId, { database, mayUseClient })))
      throw new errors.AccessDenied('This account may not use the app. Ask an administrator.')
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

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether a resource is the API, or an MCP server on the person's own computer that passes the token on: their addresses by their own metadata (RFC 9728). */
function isApiResource(resource: string, issuer: URL): boolean {
  const { origin, protocol, hostname, pathname } = new URL(resource)
  return (
    (origin === issuer.origin && pathname === '/api') ||
    (protocol === 'http:' && loopbackHosts.has(hostname) && pathname === '/mcp')
  )
}

/**
 * The scopes that a service gets in the API; null for a client that signs people in. A service that requests none gets all of its own;
 * one that requests others is refused. Also writes the scope of the request, because the library grants what stands there; it reads the API's scopes
 * first, so this decision is final.
 */
function settleServiceScopes({ oidc }: KoaContextWithOIDC, client: Client): readonly string[] | null {
  if (!client.grantTypeAllowed('client_credentials')) return null
  const allowed = accessScopesOf(client)
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

/**
 * The pages of a logout that a client started. A valid `id_token_hint` for the signed-in person proves that the client refers to its
 * own user, so the confirmation submits itself; otherwise the person has to confirm.
 */
function createLogoutPages(clients: readonly FirstPartyClient[]) {
  const origins = [...new Set(clients.flatMap((client) => toOrigins(client.redirectUris)))]
  return {
    enabled: true,
    logoutSource(ctx: KoaContextWithOIDC, form: string) {
      const targets = [...origins, ...originsOf(ctx.oidc.client)]
      const { IdTokenHint } = ctx.oidc.entities
      // The library stores the decoded hint, although its types describe the token that it issues.
      const hint = IdTokenHint as { payload?: { sub?: string } } | undefined
      const isConfirmed = hint?.payload?.sub !== undefined && hint.payload.sub === ctx.oidc.session?.accountId
      ctx.set(
        createPageHeaders({
          formTargets: targets,
          frameAncestors: ["'self'", ...targets],
          ...(isConfirmed ? { script: logoutScript } : {}),
        }),
      )
      ctx.body = renderLogoutPage({ form, isConfirmed, theme: readTheme(ctx) })
    },
    postLogoutSuccessSource(ctx: KoaContextWithOIDC) {
      ctx.set(createPageHeaders())
      ctx.body = renderSignedOutPage(readTheme(ctx))
    },
  }
}

/** Adds the claims by which the API decides to access tokens: the organization, groups and roles of a person or a service. */
function createAccessTokenClaims(
  settings: Pick<ProviderSettings, 'database' | 'clock' | 'accessTokenSeconds' | 'mayUseClient'>,
  limitAccount: LimitAccount,
) {
  const { database, accessTokenSeconds } = settings
  return async (ctx: KoaContextWithOIDC, token: AccessToken | ClientCredentials) => {
    const { oidc } = ctx
    if (token.kind === 'ClientCredentials') {
      await limitAccount(ctx, token.clientId ?? '')
      await recordIssuedToken(settings, {
        jti: token.jti,
        grantId: serviceGrantId(token.clientId ?? ''),
        seconds: accessTokenSeconds,
      })
      const organization = organizationOf(oidc.client)
      return {
        name: oidc.client?.clientName,
        organization: organization?.id,
        organization_name: organization?.name,
        groups: [],
        roles: rolesOf(oidc.client),
      }
    }
    // The library waits for this before it signs: a token that is not recorded here would outlive the end of its sign-in.
    const { jti, grantId } = token
    if (grantId) await recordIssuedToken(settings, { jti, grantId, seconds: accessTokenSeconds })
    if (oidc.client && !(await isAllowed(oidc.client, token.accountId, settings)))
      throw new errors.InvalidGrant('this account may not use the app')
    const account = await findAccount(database, token.accountId)
    if (!account) return undefined
    const { sub: _sub, ...claims } = toClaims(account)
    return claims
  }
}

/** Whether a person may use a client: one of another organization, or without its groups, may not. */
async function isAllowed(
  client: Client,
  accountId: string,
  { database, mayUseClient }: Pick<ProviderSettings, 'database' | 'mayUseClient'>,
): Promise<boolean> {
  const organization = organizationOf(client)
  const groupIds = groupIdsOf(client)
  if (organization === undefined && groupIds.length === 0) return true
  const account = await findAccount(database, accountId)
  if (account === null || (organization !== undefined && account.organization.id !== organization.id)) return false
  return groupIds.length === 0 || mayUseClient(account, groupIds)
}

/** The pages on which people connect a device, in the order in which they see them. */
function createDevicePages(): NonNullable<NonNullable<Configuration['features']>['deviceFlow']> {
  const show = (ctx: KoaContextWithOIDC, html: string) => {
    ctx.set(createPageHeaders())
    ctx.type = 'html'
    ctx.body = html
  }
  return {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    deviceInfo: (ctx) => ({ requester: describeRequester(ctx.ip, ctx.get('user-agent')) }),
    userCodeInputSource: (ctx, form, _out, error) =>
      show(ctx, renderUserCodePage({ form, error: error ? describeCodeError(error) : null, theme: readTheme(ctx) })),
    userCodeConfirmSource: (ctx, form, ...[client, info, userCode]) =>
      show(
        ctx,
        renderDevicePage({
          form,
          clientName: client.clientName ?? client.clientId,
          userCode,
          // Set by deviceInfo above.
          requester: info.requester as string,
          theme: readTheme(ctx),
        }),
      ),
    successSource: (ctx) =>
      show(
        ctx,
        renderDeviceConnectedPage({
          clientName: ctx.oidc.client?.clientName ?? 'The device',
          theme: readTheme(ctx),
        }),
      ),
  }
}

/** Terminals have no browser to name, so the address alone must do. */
function describeRequester(address: string, userAgent: string): string {
  const device = describeDevice(userAgent)
  return device === null ? `the address ${address}` : `${device}, at the address ${address}`
}

function describeCodeError(error: { name?: string }): string {
  if (error.name === 'AbortedError') return 'Nothing was connected.'
  if (error.name === 'ExpiredError') return 'The code has expired. Start again on your device.'
  if (error.name === 'AlreadyUsedError') return 'The code was used already. Start again on your device.'
  if (error.name === 'NotFoundError' || error.name === 'NoCodeError')
    return 'There is no such code. Check it and try again.'
  return 'That did not work. Start again on your device.'
}

/** Limits an account or service after its sign-in, renewal or secret was verified, so that nobody else can use up its share. */
function createAccountLimit({ limiter, report }: { limiter: RequestLimiter; report: ReportSecurity }) {
  return async (ctx: KoaContextWithOIDC, id: string): Promise<void> => {
    const seconds = await limiter.take('account', id)
    if (seconds === null) return
    report(ctx, { name: 'request.throttled', retryAfterSeconds: seconds })
    ctx.set('retry-after', String(seconds))
    throw new AccountLimitError(seconds)
  }
}

type LimitAccount = ReturnType<typeof createAccountLimit>
