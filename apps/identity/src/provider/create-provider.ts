import type { EventEmitter } from 'node:events'
import type { JWK } from 'jose'
import { Provider } from 'oidc-provider'
import type { Authenticate } from '../accounts/authenticate.ts'
import type { CheckCode } from '../accounts/check-code.ts'
import { createProofCookie } from '../accounts/proof-cookie.ts'
import type { SecondFactor } from '../accounts/second-factor.ts'
import { matchesClientSecret } from '../clients/client-secret.ts'
import { createInteractionRoutes } from '../interactions/interaction-routes.ts'
import { createAccountRoutes } from '../self-service/account-routes.ts'
import { reportGrants } from '../security/report-grants.ts'
import { createStableSuccessors } from '../tokens/refresh-successor.ts'
import { createLimitStep } from '../limits/limit-step.ts'
import { createParameterStep } from '../limits/parameter-limits.ts'
import { createRevocationStep } from '../tokens/revocation-step.ts'
import { createTokenVerifier } from '../tokens/token-verifier.ts'
import { createUserinfoStep } from '../tokens/userinfo-step.ts'
import type { Context } from './context.ts'
import { createConfiguration } from './configuration.ts'
import { createOutageStep } from './outage-step.ts'
import { toOrigins } from './origins.ts'
import { toMount } from './pin-request.ts'
import type { ProviderSettings } from './settings.ts'

export interface ProviderParts extends ProviderSettings {
  signingKeys: readonly JWK[]
  authenticate: Authenticate
  secondFactor: SecondFactor
  checkCode: CheckCode
  /** Told about every unexpected failure; the person only sees that one happened. */
  onError: (error: unknown) => void
}

/** Builds oidc-provider with our steps before its own. It keeps no state, so it can be built anew for new keys. */
export function createProvider(parts: ProviderParts): Provider {
  const { issuer, database, clock, apiAudience, signingKeys, onError } = parts
  const href = issuer.href.replace(/\/$/, '')
  const provider = new Provider(href, createConfiguration(parts))
  // pinRequest has set the forwarded protocol and the one forwarded address.
  provider.proxy = true
  provider.maxIpsCount = 1
  provider.Client.prototype.compareClientSecret = function (actual) {
    return matchesClientSecret(actual, this.clientSecret ?? '')
  }
  createStableSuccessors(provider, parts)
  reportGrants(provider, parts.report)
  const homeUrl = parts.clients[0]?.postLogoutRedirectUris[0]
  const outages = createOutageStep({ homeUrl, onError })
  provider.on('server_error', outages.noteFailure)
  // Koa prints errors of the steps to stderr by itself unless somebody listens. The library's types omit this event.
  const emitter: EventEmitter = provider
  emitter.on('error', (error: NodeJS.ErrnoException, ctx?: Context) => {
    if (!isHangUp(error, ctx)) onError(error)
  })

  const origins = parts.clients.flatMap((client) => toOrigins(client.redirectUris))
  provider.use(outages.step)
  provider.use(createLimitStep({ limiter: parts.limiter, report: parts.report, origins, homeUrl }))
  provider.use(createParameterStep({ homeUrl }))
  const verifyToken = createTokenVerifier({ issuer: href, audience: apiAudience, keys: signingKeys, clock })
  const isAllowedOrigin = async (clientId: string, origin: string) =>
    toOrigins((await provider.Client.find(clientId))?.redirectUris).includes(origin)
  provider.use(createRevocationStep({ database, verifyToken }))
  provider.use(createUserinfoStep({ provider, database, clock, verifyToken, isAllowedOrigin }))
  const pages = { ...parts, provider, mount: toMount(issuer), homeUrl }
  const proof = createProofCookie({ database, clock, name: 'op_factor' })
  provider.use(createInteractionRoutes({ ...pages, proof }))
  provider.use(createAccountRoutes(pages))
  return provider
}

const hangUps = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Whether the caller left before the reply was out. The database fails with the same codes, hence the socket. */
function isHangUp({ code }: NodeJS.ErrnoException, ctx: Context | undefined): boolean {
  return code !== undefined && hangUps.has(code) && ctx?.req.socket.destroyed === true
}
