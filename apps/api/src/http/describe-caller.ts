import type { FastifyRequest } from 'fastify'
import type { SecurityEvent } from '../kernel/security-event.ts'

/** Who asks, from where, for what: what every event of a request has in common. */
export function describeCaller(request: FastifyRequest): Omit<SecurityEvent, 'name'> {
  return {
    userId: request.actor?.userId ?? null,
    accountId: request.actor?.subject ?? null,
    organizationId: request.actor?.organizationId ?? null,
    address: request.ip,
    operation: request.routeOptions.config.operation?.id ?? null,
    requestId: request.id,
  }
}
