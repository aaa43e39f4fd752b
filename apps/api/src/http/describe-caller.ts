import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
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

/**
 * The unit that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, because one household or server has all 2^64 addresses of it.
 * All invalid addresses count as one network.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown'
  // the same caller arrives as 192.0.2.1 or ::ffff:192.0.2.1, depending on how the server listens
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
