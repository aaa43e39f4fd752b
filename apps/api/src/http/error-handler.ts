import type { FastifyReply, FastifyRequest } from 'fastify'
import { checkProblem, ReplyMismatchError } from './check-reply.ts'
import { problemType } from './contract/contract.ts'
import { type ProblemReply, toProblem } from './problem.ts'

/** Answers whatever was thrown; with checks on, a failure that the contract does not name becomes a defect too. */
export function createErrorHandler({ checkResponses }: { checkResponses: boolean }) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { problem, headers } = checkResponses ? checked(error, request) : toProblem(error, request.id)
    // Someone who hung up gets no reply, and their abort is no defect
    if (problem.status >= 500 && !request.raw.aborted) request.log.error({ err: error }, 'request failed')
    void reply.headers(headers).code(problem.status).type(problemType).send(problem)
  }
}

/** In tests the reason of a defect is part of the reply, where the developer sees it. */
function checked(error: unknown, request: FastifyRequest): ProblemReply {
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
