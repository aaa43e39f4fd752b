import type { FastifyInstance } from 'fastify'

/**
 * Writes one line a request. It names the route and the operation, never the address: paths and queries hold what
 * people search for.
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
  })
}
