import type { FastifyRequest } from 'fastify'
import { readTokenRefusal } from '../adapters/identity/token-refusal.ts'
import { CodedError } from '../kernel/errors.ts'
import type { RecordSecurityEvent, SecurityEvent } from '../kernel/security-event.ts'
import { describeCaller } from './describe-caller.ts'

/**
 * Puts refusals into the security log: tokens that are not good, roles and scopes that somebody lacks, limits that somebody met.
 * It looks at what was thrown, so no part that refuses can forget to. A request without a token is no news.
 */
export function createRefusalRecorder(record: RecordSecurityEvent) {
  return (error: unknown, request: FastifyRequest): void => {
    const refusal = error instanceof CodedError ? describeRefusal(error, request) : null
    if (refusal !== null) record({ ...describeCaller(request), ...refusal })
  }
}

function describeRefusal(error: CodedError, request: FastifyRequest): SecurityEvent | null {
  const { kind, code, cause, retryAfterSeconds } = error
  const operation = request.routeOptions.config.operation
  if (code === 'identity.invalid_token') {
    const { reason, subject } = readTokenRefusal(cause)
    return { name: 'access-token.refused', accountId: subject, facts: { reason } }
  }
  if (code === 'identity.insufficient_scope')
    return { name: 'scope.refused', facts: { scope: operation?.scope ?? 'none' } }
  if (kind === 'forbidden') return { name: 'role.refused', facts: { role: operation?.role, code } }
  if (kind === 'rate_limited') return { name: 'request.throttled', facts: { code, retryAfterSeconds } }
  return null
}
