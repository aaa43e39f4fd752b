import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { ReportSecurity } from '../security/security-reporter.ts'
import type { RequestLimiter } from './request-limits.ts'

/** The account asked too often. Shown as a page or JSON, never sent to the app as a redirect, which would ask again. */
class AccountLimitError extends errors.OIDCProviderError {
  override allow_redirect = false
  override error_description: string

  constructor(seconds: number) {
    super(429, 'temporarily_unavailable')
    this.error_description = `This account asked too often. Wait ${seconds} seconds and try again.`
  }
}

/** Limits an account or service whose sign-in, renewal or secret was proved; nobody else can use up its share. */
export function createAccountLimit({ limiter, report }: { limiter: RequestLimiter; report: ReportSecurity }) {
  return async (ctx: KoaContextWithOIDC, id: string): Promise<void> => {
    const seconds = await limiter.take('account', id)
    if (seconds === null) return
    report(ctx, { name: 'request.throttled', retryAfterSeconds: seconds })
    ctx.set('retry-after', String(seconds))
    throw new AccountLimitError(seconds)
  }
}

export type LimitAccount = ReturnType<typeof createAccountLimit>
