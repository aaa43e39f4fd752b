import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

export interface ProblemFacts {
  status: number
  code: string
  title: string
  detail: string
  headers?: Record<string, string>
}

/** Answers a problem as the contract has it, for what is refused before any part of the product is asked. */
export const answerProblem = (
  response: ServerResponse,
  { status, code, title, detail, headers = {} }: ProblemFacts,
): void => {
  const requestId = randomUUID()
  response
    .writeHead(status, { ...headers, 'content-type': 'application/problem+json', 'x-request-id': requestId })
    .end(JSON.stringify({ type: 'about:blank', title, status, detail, code, requestId, message: title }))
}
