import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../network/network-of.ts'

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
