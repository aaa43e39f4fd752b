import { problemType } from '@auspex/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CodedError } from '../kernel/errors.ts'
import type { RecordSecurityEvent, SecurityEvent } from '../kernel/security-event.ts'
import { checkProblem, ReplyMismatchError } from './check-reply.ts'
import { type ProblemReply, toProblem } from './problem.ts'
import { readTokenRefusal } from '../adapters/identity/token-verifier.port.ts'
import { describeCaller } from './describe-caller.ts'

/** Where the metadata of the API as a protected resource is: RFC 9728, section 3.1. */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource/api'

export interface ErrorHandlerOptions {
  checkResponses: boolean
  publicUrl: URL
  /** Aborted when the server stops. */
  stopping: AbortSignal
  recordSecurityEvent: RecordSecurityEvent
}

/** Answers any thrown error; with checks on, a failure that the contract does not list becomes a defect too. */
export function createErrorHandler({ checkResponses, publicUrl, stopping, recordSecurityEvent }: ErrorHandlerOptions) {
  const recordRefusal = createRefusalRecorder(recordSecurityEvent)
  const metadataUrl = new URL(resourceMetadataPath, publicUrl).href
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    recordRefusal(thrown, request)
    const error = stopping.aborted && isAbort(thrown) ? serverStopping(thrown) : thrown
    const { problem, headers } = checkResponses ? toDetailedProblem(error, request) : toProblem(error, request.id)
    // the reply would reach no one, and that the work was aborted is not a defect
    const hasHungUp = reply.raw.destroyed && !reply.raw.writableFinished
    if (problem.status >= 500 && !hasHungUp) request.log.error({ err: error }, 'request failed')
    const challenge = headers['www-authenticate']
    // RFC 9728, section 5.1: where a client learns which provider signs people in
    if (challenge !== undefined)
      headers['www-authenticate'] =
        `${challenge}${challenge.includes('=') ? ',' : ''} resource_metadata="${metadataUrl}"`
    void reply.headers(headers).code(problem.status).type(problemType).send(problem)
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function serverStopping(cause: unknown): CodedError {
  return new CodedError({
    kind: 'unavailable',
    code: 'request.server_stopping',
    title: 'The server is restarting',
    detail: 'Try again in a moment.',
    retryAfterSeconds: 5,
    cause,
  })
}

/** In tests the reply contains the cause of a defect, so that the developer sees it. */
function toDetailedProblem(error: unknown, request: FastifyRequest): ProblemReply {
  const answer = toProblem(error, request.id)
  const operation = request.routeOptions.config.operation
  if (error instanceof ReplyMismatchError) return withReason(answer, error)
  if (operation === undefined) return answer
  try {
    checkProblem(operation, answer.problem)
    return answer.problem.status === 500 ? withReason(answer, error) : answer
  } catch (mismatch) {
    return withReason(toProblem(mismatch, request.id), mismatch)
  }
}

function withReason({ problem, headers }: ProblemReply, error: unknown): ProblemReply {
  const detail = (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 2000)
  return { problem: { ...problem, detail }, headers }
}

/**
 * Writes refusals to the security log: invalid tokens, missing roles and scopes, exceeded limits. It inspects the thrown error, so no part that
 * refuses can forget to log. A request without a token is not logged.
 */
function createRefusalRecorder(record: RecordSecurityEvent) {
  return (error: unknown, request: FastifyRequest): void => {
    const refusal = error instanceof CodedError ? describeRefusal(error, request) : null
    if (refusal !== null) record({ ...describeCaller(request), ...refusal })
  }
}

/** The scope that the caller's token lacks. */
function neededScope({ actor, routeOptions }: FastifyRequest): string | null | undefined {
  const { operation } = routeOptions.config
  return actor?.kind === 'person' ? operation?.accessScope : operation?.scope
}

function describeRefusal(error: CodedError, request: FastifyRequest): SecurityEvent | null {
  const { kind, code, cause, retryAfterSeconds } = error
  const operation = request.routeOptions.config.operation
  if (code === 'identity.invalid_token') {
    const { reason, subject } = readTokenRefusal(cause)
    return { name: 'access-token.refused', accountId: subject, facts: { reason } }
  }
  if (code === 'identity.insufficient_scope')
    return { name: 'scope.refused', facts: { scope: neededScope(request) ?? 'none' } }
  if (kind === 'forbidden') return { name: 'role.refused', facts: { role: operation?.role, code } }
  if (kind === 'rate_limited') return { name: 'request.throttled', facts: { code, retryAfterSeconds } }
  return null
}
