import { errors } from 'jose'
import type { Provider } from 'oidc-provider'
import { findAccount } from '../accounts/accounts.repository.ts'
import type { Middleware } from '../provider/context.ts'
import { selectClaims } from '../provider/scopes.ts'
import type { Clock, Database } from '../storage/database.ts'
import { isTokenRevoked } from './revoked-tokens.ts'
import type { VerifyToken } from './token-verifier.ts'

export interface UserinfoOptions {
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
