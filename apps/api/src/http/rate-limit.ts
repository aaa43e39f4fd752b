import rateLimitPlugin, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { CodedError } from '../kernel/errors.ts'
import { networkOf } from './network-of.ts'

/** The headers by which each counted reply tells how much of the limit is left. */
export const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/**
 * Limits each caller. It runs after the token is verified and before the body is read, so that people behind one
 * address do not share a limit; operations without sign-in are counted by network. Tokens that are refused are counted
 * before, by the token gate. Without a `counter` they are counted in this process.
 */
export async function addRateLimit(
  app: FastifyInstance,
  { requestsPerMinute, counter }: { requestsPerMinute: number; counter: RateLimiterAbstract | null },
): Promise<void> {
  await app.register(rateLimitPlugin, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    // a database that is away refuses what needs it by its own name; that the process is alive it must go on saying
    ...(counter !== null && { store: createStore(counter), skipOnError: true }),
    hook: 'preParsing',
    keyGenerator: (request) => request.actor?.userId ?? networkOf(request.ip),
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000)
      return new CodedError({
        kind: 'rate_limited',
        code: 'request.rate_limited',
        title: 'Too many requests',
        detail: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
        retryAfterSeconds: seconds,
      })
    },
  })
}

/** What the plugin asks of a store, answered by a counter that processes share. */
function createStore(counter: RateLimiterAbstract) {
  return class SharedStore implements FastifyRateLimitStore {
    incr(key: string, done: (error: Error | null, count?: { current: number; ttl: number }) => void): void {
      // the plugin takes a callback
      /* oxlint-disable promise/no-callback-in-promise */
      counter.penalty(key, 1).then(
        ({ consumedPoints, msBeforeNext }) => done(null, { current: consumedPoints, ttl: msBeforeNext }),
        (error: Error) => done(error),
      )
      /* oxlint-enable promise/no-callback-in-promise */
    }

    child(): SharedStore {
      return this
    }
  }
}
