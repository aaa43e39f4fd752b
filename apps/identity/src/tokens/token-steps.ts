import { errors } from 'jose'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Middleware } from '../provider/context.ts'
import type { ReportSecurity } from '../security/security-reporter.ts'
import type { Database, Clock } from '../storage/database.ts'
import { revokeToken, isTokenRevoked } from './revoked-tokens.ts'
import type { VerifyToken } from './token-verifier.ts'
import { findAccount } from '../accounts/accounts.repository.ts'
import { selectClaims } from '../provider/scopes.ts'

const revocationPath = '/token/revocation'

/** The code with which oidc-provider answers the revocation of a JWT. */
export const unsupportedTokenType = 'unsupported_token_type'

/**
 * Makes JWT access tokens revocable (RFC 7009). oidc-provider authenticates the client and then answers
 * `unsupported_token_type`, because it stores no JWTs; this step adds the token to the denylist instead. It reports a token that it
 * does not revoke: one of another client, or one that is not from here.
 */
export function createRevocationStep({
  database,
  verifyToken,
  report,
}: {
  database: Database
  verifyToken: VerifyToken
  report: ReportSecurity
}): Middleware {
  return async (ctx, next) => {
    await next()
    if (ctx.path !== revocationPath || ctx.status !== 400 || !isUnsupported(ctx.body)) return
    // The library's steps have run, so `oidc` has the parameters and the authenticated client.
    const { oidc } = ctx as unknown as KoaContextWithOIDC
    try {
      const { jti, exp, client_id: clientId } = await verifyToken(String(oidc.params?.token))
      if (jti && exp && clientId === oidc.client?.clientId)
        await revokeToken(database, { jti, expiresAtMs: exp * 1000 })
      else report(ctx, { name: 'token.refused', error: unsupportedTokenType })
    } catch (error) {
      // RFC 7009 §2.2: an invalid token counts as revoked. A failing database does not.
      if (!(error instanceof errors.JOSEError)) throw error
      // a page that was left open signs out with an expired token, and nothing is wrong with that
      if (!(error instanceof errors.JWTExpired)) report(ctx, { name: 'token.refused', error: unsupportedTokenType })
    }
    ctx.status = 200
    ctx.body = ''
  }
}

function isUnsupported(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'error' in body && body.error === unsupportedTokenType
}

interface UserinfoOptions {
  provider: Provider
  database: Database
  clock: Clock
  verifyToken: VerifyToken
  isAllowedOrigin: (clientId: string, origin: string) => Promise<boolean>
}

/**
 * Answers `/me` for JWT access tokens. oidc-provider refuses tokens with an audience there, while Okta, Keycloak
 * and Auth0 accept theirs; clients should not need to know the difference.
 */
export function createUserinfoStep({ database, clock, verifyToken, isAllowedOrigin }: UserinfoOptions): Middleware {
  const loadClaims = async (token: string) => {
    const payload = await verifyToken(token).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) return null
      throw error
    })
    const scopes = new Set(typeof payload?.scope === 'string' ? payload.scope.split(' ') : [])
    if (!payload?.sub || !payload.jti || !scopes.has('openid')) return null
    if (await isTokenRevoked({ database, clock, jti: payload.jti })) return null
    const account = await findAccount(database, payload.sub)
    if (account === null || account.isDisabled) return null
    return { clientId: String(payload.client_id), claims: selectClaims(account, scopes) }
  }
  return async (ctx, next) => {
    const token = /^Bearer (\S+\.\S+\.\S+)$/i.exec(ctx.get('authorization'))?.[1]
    if (ctx.path !== '/me' || ctx.method === 'OPTIONS' || !token) {
      await next()
      return
    }
    ctx.set('cache-control', 'no-store')
    ctx.vary('Origin')
    const answer = await loadClaims(token)
    const origin = ctx.get('origin')
    if (answer && origin && (await isAllowedOrigin(answer.clientId, origin)))
      ctx.set('access-control-allow-origin', origin)
    if (answer) {
      ctx.body = answer.claims
      return
    }
    ctx.status = 401
    ctx.set('www-authenticate', 'Bearer error="invalid_token"')
    ctx.body = { error: 'invalid_token', error_description: 'The access token is expired, revoked or not from here' }
  }
}
