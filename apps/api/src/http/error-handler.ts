import { problemType } from '@auspex/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CodedError } from '../kernel/errors.ts'
import type { RecordSecurityEvent } from '../kernel/security-event.ts'
import { checkProblem, ReplyMismatchError } from './check-reply.ts'
import { createRefusalRecorder } from './record-refusal.ts'
import { type ProblemReply, toProblem } from './problem.ts'

export interface ErrorHandlerOptions {
  checkResponses: boolean
  /** Aborted when the server stops. */
  stopping: AbortSignal
  recordSecurityEvent: RecordSecurityEvent
}

/** Answers whatever was thrown; with checks on, a failure that the contract does not name becomes a defect too. */
export function createErrorHandler({ checkResponses, stopping, recordSecurityEvent }: ErrorHandlerOptions) {
  const recordRefusal = createRefusalRecorder(recordSecurityEvent)
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    recordRefusal(thrown, request)
    const error = stopping.aborted && isAbort(thrown) ? serverStopping(thrown) : thrown
    const { problem, headers } = checkResponses ? toDetailedProblem(error, request) : toProblem(error, request.id)
    // the reply of someone who hung up reaches nobody, and that their work was stopped is no defect
    const hasHungUp = reply.raw.destroyed && !reply.raw.writableFinished
    if (problem.status >= 500 && !hasHungUp) request.log.error({ err: error }, 'request failed')
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

/** In tests the reason of a defect is part of the reply, where the developer sees it. */
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
