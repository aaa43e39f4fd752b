import type { FastifyInstance } from 'fastify'
import { tell } from '../kernel/telemetry.ts'

/**
 * Writes one line a request. It names the route and the operation, never the address: paths and queries hold what
 * people search for. Whoever measures the process is told the same.
 */
export function addAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      operation: request.routeOptions.config.operation?.id ?? null,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.actor?.userId ?? null,
    }
    request.log.info(facts, 'request')
    tell('request', () => ({
      ...facts,
      milliseconds: reply.elapsedTime,
      requestId: request.id,
      traceparent: String(request.headers['traceparent'] ?? '') || null,
    }))
  })
}
