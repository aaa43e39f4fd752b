import rateLimitPlugin from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { CodedError } from '../kernel/errors.ts'

/**
 * Limits each caller. It runs after the token is verified and before the body is read, so that people behind one
 * address do not share a limit; operations without sign-in are counted by address.
 */
export async function addRateLimit(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimitPlugin, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    hook: 'preParsing',
    keyGenerator: (request) => request.actor?.userId ?? request.ip,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000)
      return new CodedError({
        kind: 'rate_limited',
        code: 'request.rate_limited',
        title: 'Too many requests',
        detail: `Try again in ${seconds} seconds.`,
        retryAfterSeconds: seconds,
      })
    },
  })
}
