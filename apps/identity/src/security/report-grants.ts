import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { ReportSecurity } from './security-reporter.ts'

/** Reports what the library's own endpoints decide. */
export function reportGrants(provider: Provider, report: ReportSecurity): void {
  provider.on('grant.success', (ctx) => {
    const { ClientCredentials: token } = ctx.oidc.entities
    if (token) report(ctx, { name: 'service-token.issued', scopes: token.scope?.split(' ') ?? [] })
  })
  provider.on('grant.error', (ctx, { error }) => {
    const isService = ctx.oidc.params?.grant_type === 'client_credentials'
    report(ctx, { name: isService ? 'service-token.refused' : 'token.refused', error })
  })
  const refuse = (ctx: KoaContextWithOIDC, { error }: { error: string }) =>
    report(ctx, { name: 'token.refused', error })
  provider.on('revocation.error', refuse)
  provider.on('userinfo.error', refuse)
  provider.on('end_session.success', (ctx) =>
    report(ctx, { name: 'sign-out.succeeded', accountId: ctx.oidc.session?.accountId ?? null }),
  )
}
