import { errors } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Middleware } from '../provider/context.ts'
import type { Database } from '../storage/database.ts'
import { revokeToken } from './revoked-tokens.ts'
import type { VerifyToken } from './token-verifier.ts'

const revocationPath = '/token/revocation'

/**
 * Makes JWT access tokens revocable (RFC 7009). oidc-provider authenticates the client and then answers
 * `unsupported_token_type`, because it stores no JWTs; this step adds the token to the denylist instead.
 */
export function createRevocationStep({
  database,
  verifyToken,
}: {
  database: Database
  verifyToken: VerifyToken
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
    } catch (error) {
      // RFC 7009 §2.2: an invalid token counts as revoked. A failing database does not.
      if (!(error instanceof errors.JOSEError)) throw error
    }
    ctx.status = 200
    ctx.body = ''
  }
}

function isUnsupported(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'error' in body && body.error === 'unsupported_token_type'
}
