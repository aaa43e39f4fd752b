import type { FastifyRequest } from 'fastify'
import type { SecurityEvent } from '../kernel/security-event.ts'

/** Caller, address and operation: the fields that all events of a request have in common. */
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
