import { answerRefusal } from '../pages/answer-refusal.ts'
import type { Context, Middleware } from '../provider/context.ts'
import type { ReportSecurity } from '../security/security-reporter.ts'
import type { RequestLimiter } from './request-limits.ts'

export interface LimitStepOptions {
  limiter: RequestLimiter
  report: ReportSecurity
  /** Origins of the installation's own pages, which must be able to read the refusal. */
  origins: readonly string[]
  homeUrl: string | undefined
}

/** Refuses a network with too many requests, before any other step. Keys and discovery are exempt: they are cheap, and the API reads them. */
export function createLimitStep({ limiter, report, origins, homeUrl }: LimitStepOptions): Middleware {
  return async (ctx, next) => {
    const kind = kindOf(ctx)
    if (kind === null) {
      await next()
      return
    }
    const seconds = await limiter.take(kind, ctx.ip)
    if (seconds === null) {
      await next()
      if (kind === 'programs' && [400, 401, 403].includes(ctx.status)) await limiter.penalize(ctx.ip)
      return
    }
    report(ctx, { name: 'request.throttled', retryAfterSeconds: seconds })
    ctx.set('retry-after', String(seconds))
    if (origins.includes(ctx.get('origin'))) {
      ctx.set('access-control-allow-origin', ctx.get('origin'))
      ctx.vary('Origin')
    }
    answerRefusal(ctx, {
      status: 429,
      error: 'temporarily_unavailable',
      title: 'Too many requests',
      detail: `Too many requests from your network. Wait ${seconds} seconds and try again.`,
      returnTo: homeUrl,
    })
  }
}

function kindOf({ path, method }: Context): 'pages' | 'programs' | null {
  if (method === 'OPTIONS') return null
  if (/^\/(token|me|device\/auth)(\/|$)/.test(path)) return 'programs'
  return /^\/(account|auth|device|interaction|session)(\/|$)/.test(path) ? 'pages' : null
}
