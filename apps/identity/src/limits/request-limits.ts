import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../network/network-of.ts'
import { answerRefusal } from '../pages/answer-refusal.ts'
import type { Context, Middleware } from '../provider/context.ts'
import type { ReportSecurity } from '../security/security-reporter.ts'

/** Requests answered per minute, counted before anything is read or stored. */
export interface RequestLimits {
  /** Requests for people's pages from one network, across all sign-ins: an office shares one address. */
  pages: number
  /** Requests of programs from one network. */
  programs: number
  /** Sign-ins, renewals and service tokens of one account, from anywhere. */
  account: number
}

export const defaultLimits: RequestLimits = { pages: 600, programs: 600, account: 300 }

/** How many points a refused token costs: a tenth of the programs' limit may be wrong. */
export const refusalPoints = 10

export interface RequestLimiter {
  /** Takes one request; returns the seconds to wait if none are left, otherwise null. */
  take(kind: keyof RequestLimits, key: string): Promise<number | null>
  /** Counts a refused token as more than the request that carried it. */
  penalize(address: string): Promise<void>
}

/**
 * Counts in the memory of this process, because a flood must not cause database writes. Each process counts separately, so several
 * processes together allow that many times the limit. Password guesses are counted in the database (login-throttle.ts), across all
 * processes.
 */
export function createRequestLimiter(limits: RequestLimits): RequestLimiter {
  const create = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  const limiters = { pages: create(limits.pages), programs: create(limits.programs), account: create(limits.account) }
  const toKey = (kind: keyof RequestLimits, key: string) => (kind === 'account' ? key : networkOf(key))
  return {
    async take(kind, key) {
      try {
        await limiters[kind].consume(toKey(kind, key))
        return null
      } catch (refusal) {
        // The library rejects with its counter if the limit is reached, and with an error if it fails.
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
    async penalize(address) {
      await limiters.programs.penalty(toKey('programs', address), refusalPoints - 1)
    },
  }
}

interface LimitStepOptions {
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
