import type { Authenticate } from '../accounts/authenticate.ts'
import type { CheckCode } from '../accounts/check-code.ts'
import type { SecondFactor } from '../accounts/second-factor.ts'
import type { ReportSecurity } from '../security/security-reporter.ts'
import type { Context, Middleware } from './context.ts'
import type { ProviderSettings } from './settings.ts'
import type { JWK } from 'jose'
import { createHmac } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { Provider, type KoaContextWithOIDC } from 'oidc-provider'
import { createProofCookie } from '../accounts/proof-cookie.ts'
import { matchesClientSecret } from '../clients/client-secret.ts'
import { createRemovedClientStep } from '../clients/removed-client.ts'
import { createInteractionRoutes } from '../interactions/interaction-routes.ts'
import { createParameterStep } from '../limits/parameter-limits.ts'
import { createLimitStep } from '../limits/request-limits.ts'
import { answerRefusal } from '../pages/answer-refusal.ts'
import { createAccountRoutes } from '../self-service/account-routes.ts'
import { createRevocationStep, createUserinfoStep, unsupportedTokenType } from '../tokens/token-steps.ts'
import { createTokenVerifier } from '../tokens/token-verifier.ts'
import { createConfiguration } from './configuration.ts'
import { originsOf, toOrigins } from './origins.ts'
import { toMount } from './pin-request.ts'

/** PostgreSQL's codes (appendix A of its manual) for a lost connection or a server that accepts nothing, and the network's codes. */
const awayCodes =
  /^(08...|57P0[1-5]|53...|25006|database\..+|ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT)$/
const brokenConnection = /^(Connection terminated|timeout exceeded when trying to connect)/

export interface ProviderParts extends ProviderSettings {
  signingKeys: readonly JWK[]
  authenticate: Authenticate
  secondFactor: SecondFactor
  checkCode: CheckCode
  /** Called on every unexpected failure; the person only sees that there was one. */
  onError: (error: unknown) => void
}

/** Builds oidc-provider with our steps before its own. It is stateless, so it can be rebuilt for new keys. */
export function createProvider(parts: ProviderParts): Provider {
  const { issuer, database, clock, apiAudience, signingKeys, onError } = parts
  const href = issuer.href.replace(/\/$/, '')
  const provider = new Provider(href, createConfiguration(parts))
  // pinRequest has set the forwarded protocol and the single forwarded address.
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
  // Koa prints errors of the steps to stderr unless this event has a listener. The library's types omit it.
  const emitter: EventEmitter = provider
  emitter.on('error', (error: NodeJS.ErrnoException, ctx?: Context) => {
    if (!isHangUp(error, ctx)) onError(error)
  })

  const origins = parts.clients.flatMap((client) => toOrigins(client.redirectUris))
  provider.use(outages.step)
  provider.use(usePlainPath)
  provider.use(createLimitStep({ limiter: parts.limiter, report: parts.report, origins, homeUrl }))
  hideCompleteAddress(provider)
  provider.use(createParameterStep({ homeUrl }))
  const verifyToken = createTokenVerifier({ issuer: href, audience: apiAudience, keys: signingKeys, clock })
  const isAllowedOrigin = async (clientId: string, origin: string) =>
    originsOf(await provider.Client.find(clientId)).includes(origin)
  provider.use(createRemovedClientStep({ database, clock, mount: toMount(issuer) }))
  provider.use(createRevocationStep({ database, verifyToken, report: parts.report }))
  provider.use(createUserinfoStep({ provider, database, clock, verifyToken, isAllowedOrigin }))
  const pages = { ...parts, provider, mount: toMount(issuer), homeUrl }
  const proof = createProofCookie({ database, clock, name: 'op_factor' })
  provider.use(createInteractionRoutes({ ...pages, proof }))
  provider.use(createAccountRoutes(pages))
  return provider
}

/** Addresses that go on with the id of a sign-in, in which case counts; /device/auth is none of them. */
const addressesOfIds = /(?<=^\/(?:auth|interaction|device))(?=\/)(?!\/auth$)/i

/** The library's router ignores case and a slash at the end, and our steps do not: all see the one spelling that ours know. */
const usePlainPath: Middleware = async (ctx, next) => {
  const { path } = ctx
  // a regular expression would take 200 ms for a long path of slashes
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  const [begin = '', ...rest] = path.slice(0, end).split(addressesOfIds)
  const url = ctx.url
  ctx.path = [begin.toLowerCase(), ...rest].join('')
  // the library takes for its mount path what stands before this address in the original one
  const { req } = ctx as { req: { originalUrl?: string } }
  if (req.originalUrl?.endsWith(url) === true) req.originalUrl = req.originalUrl.slice(0, -url.length) + ctx.url
  await next()
}

const hangUps = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Whether the caller disconnected before the response was sent. The database fails with the same codes, so the socket is checked. */
function isHangUp({ code }: NodeJS.ErrnoException, ctx: Context | undefined): boolean {
  return code !== undefined && hangUps.has(code) && ctx?.req.socket.destroyed === true
}

/**
 * Gives each refresh token exactly one successor, no matter how often it is requested: its id is computed from the token and one of our
 * keys. A page that lost the response gets the same token again, and ten concurrent renewals end in one valid token, without
 * storing the response. Random ids would create a token for each.
 */
function createStableSuccessors(provider: Provider, { cookieKeys }: { cookieKeys: readonly string[] }): void {
  // The library's types omit this method.
  const prototype = provider.RefreshToken.prototype as unknown as { generateTokenId(): string }
  const { generateTokenId } = prototype
  // new keys are added in front, and must not change a successor within the grace period
  const oldestKey = cookieKeys.at(-1)
  if (oldestKey === undefined) throw new TypeError('The provider needs a key for its cookies')
  const key = `refresh-token-successor:${oldestKey}`
  prototype.generateTokenId = function generateRefreshTokenId() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken
    if (!rotated) return generateTokenId.call(this)
    return createHmac('sha256', key).update(rotated.jti).digest('base64url')
  }
}

/**
 * A device gets no address that contains its code, and such an address does nothing: with one, whoever starts a sign-in could send somebody a link
 * that connects their device with two clicks (RFC 8628, section 5.4). People type the code.
 */
function hideCompleteAddress(provider: Provider): void {
  provider.on('device_authorization.success', (_ctx, body) => {
    delete (body as Record<string, unknown>)['verification_uri_complete']
  })
  provider.use(async (ctx, next) => {
    if (ctx.path === '/device' && ctx.method === 'GET' && ctx.querystring !== '') {
      ctx.redirect(`${toMount(new URL(provider.issuer))}/device`)
      return
    }
    await next()
  })
}

/** Reports decisions of the library's own endpoints. */
function reportGrants(provider: Provider, report: ReportSecurity): void {
  provider.on('grant.success', (ctx) => {
    const { ClientCredentials: token } = ctx.oidc.entities
    if (token) report(ctx, { name: 'service-token.issued', scopes: token.scope?.split(' ') ?? [] })
  })
  provider.on('grant.error', (ctx, { error }) => {
    // a device asks every few seconds until its person has decided (RFC 8628, section 3.5)
    if (error === 'authorization_pending' || error === 'slow_down') return
    const isService = ctx.oidc.params?.grant_type === 'client_credentials'
    report(ctx, { name: isService ? 'service-token.refused' : 'token.refused', error })
  })
  const refuse = (ctx: KoaContextWithOIDC, { error }: { error: string }) =>
    report(ctx, { name: 'token.refused', error })
  provider.on('revocation.error', (ctx, error) => {
    // our own step revokes such a token after this, and reports it when it does not
    if (error.error !== unsupportedTokenType) refuse(ctx, error)
  })
  provider.on('userinfo.error', refuse)
  provider.on('end_session.success', (ctx) =>
    report(ctx, { name: 'sign-out.succeeded', accountId: ctx.oidc.session?.accountId ?? null }),
  )
}

/** Whether a failure is a temporary one of the database rather than a defect. */
function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return ('code' in error && awayCodes.test(String(error.code))) || brokenConnection.test(error.message)
}

interface OutageStep {
  /** Must be called for every failure that the library answers itself. */
  noteFailure(ctx: Context, error: unknown): void
  step(ctx: Context, next: () => Promise<void>): Promise<void>
}

/** Answers 503 while the database is unreachable or full, which the library does not recognise and would answer with 500. */
function createOutageStep({
  homeUrl,
  onError,
}: {
  homeUrl: string | undefined
  onError: (error: unknown) => void
}): OutageStep {
  const failures = new WeakMap<object, unknown>()
  return {
    noteFailure(ctx, error) {
      failures.set(ctx.req, error)
      onError(error)
    },
    async step(ctx, next) {
      let failure: unknown
      try {
        await next()
        failure = failures.get(ctx.req)
      } catch (error) {
        if (!isOutage(error)) throw error
        onError(error)
        failure = error
      }
      if (!isOutage(failure)) return
      const seconds = 'retryAfterSeconds' in failure ? Number(failure.retryAfterSeconds) : 5
      ctx.set('retry-after', String(seconds))
      answerRefusal(ctx, {
        status: 503,
        error: 'temporarily_unavailable',
        title: 'Sign-in is not possible at the moment',
        detail: `The database is unavailable. Try again in ${seconds} seconds; if this persists, contact the operator of this installation.`,
        returnTo: homeUrl,
      })
    },
  }
}
