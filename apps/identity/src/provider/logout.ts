import type { KoaContextWithOIDC } from 'oidc-provider'
import { logoutScript, renderLogoutPage, renderSignedOutPage } from '../pages/logout-page.ts'
import { createPageHeaders } from '../pages/security-headers.ts'
import { readTheme } from '../pages/theme.ts'
import type { FirstPartyClient } from '../clients/first-party-client.ts'
import { toOrigins } from './origins.ts'

/**
 * The pages of logout started by a client. A valid `id_token_hint` of the very person who is signed in proves
 * that the client asks for its own user, so the confirmation submits itself; anything else asks first.
 */
export function createLogoutPages(clients: readonly FirstPartyClient[]) {
  const origins = [...new Set(clients.flatMap((client) => toOrigins(client.redirectUris)))]
  return {
    enabled: true,
    logoutSource(ctx: KoaContextWithOIDC, form: string) {
      const { IdTokenHint } = ctx.oidc.entities
      // The library stores the decoded hint, which its types describe as the token it issues.
      const hint = IdTokenHint as { payload?: { sub?: string } } | undefined
      const confirmed = hint?.payload?.sub !== undefined && hint.payload.sub === ctx.oidc.session?.accountId
      ctx.set(
        createPageHeaders({
          formTargets: origins,
          frameAncestors: ["'self'", ...origins],
          ...(confirmed ? { script: logoutScript } : {}),
        }),
      )
      ctx.body = renderLogoutPage({ form, confirmed, theme: readTheme(ctx) })
    },
    postLogoutSuccessSource(ctx: KoaContextWithOIDC) {
      ctx.set(createPageHeaders())
      ctx.body = renderSignedOutPage(readTheme(ctx))
    },
  }
}
