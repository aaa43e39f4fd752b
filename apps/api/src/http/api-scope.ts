import corsPlugin from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { StatementPool } from '../adapters/database/database.port.ts'
import { addAccessLog } from './access-log.ts'
import { addBodyParsers } from './body-parsers.ts'
import { addCompression } from './compression.ts'
import { createErrorHandler } from './error-handler.ts'
import { type MountOptions, mountOperations } from './mount-operations.ts'
import { createNotFoundHandler } from './not-found.ts'
import { addRateLimit, limitHeaders } from './rate-limit.ts'
import { createRequestCounter } from './request-counter.ts'
import { securityHeaders } from './security-headers.ts'

export interface ApiScopeOptions extends MountOptions {
  /** Where the operations are mounted: `/api` or `/assistant`, or empty on a host of its own. */
  prefix: string
  publicUrl: URL
  /** Origins of other hosts whose pages may call the API. */
  corsOrigins: readonly string[]
  requestsPerMinute: number
  /** Where requests are counted when processes share the work; null in one that counts by itself. */
  sharedCounts: StatementPool | null
}

/** Everything that stands before an operation, in a scope of its own: the same server may carry other parts. */
export async function mountApi(app: FastifyInstance, options: ApiScopeOptions): Promise<void> {
  await app.register(
    async (scope) => {
      const headers = securityHeaders(options.publicUrl)
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers(headers).header('x-request-id', request.id)
      })
      addAccessLog(scope)
      addBodyParsers(scope)
      scope.setErrorHandler(createErrorHandler(options))
      if (options.corsOrigins.length > 0) {
        await scope.register(corsPlugin, {
          origin: [...options.corsOrigins],
          methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
          allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'x-request-id'],
          exposedHeaders: ['idempotency-replayed', 'x-request-id', 'retry-after', ...limitHeaders],
          maxAge: 600,
        })
      }
      const { requestsPerMinute, sharedCounts: shared, service } = options
      const counter = shared && createRequestCounter({ name: service, points: requestsPerMinute, shared })
      await addRateLimit(scope, { requestsPerMinute, counter })
      await addCompression(scope)
      scope.setNotFoundHandler(createNotFoundHandler(options.contract, options))
      mountOperations(scope, options)
    },
    { prefix: options.prefix },
  )
}
