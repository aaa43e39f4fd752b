import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerProblem } from './answer-problem.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface FailureLog {
  error(facts: { err: unknown }, message: string): void
}

/** The reply that the code at hand works for, wherever its promises and events have led; undefined for work of nobody's. */
const current = new AsyncLocalStorage<ServerResponse>()

/** Runs a part of the product for a request. Whatever it throws, rejects with or fails at is logged and ends this request alone. */
export async function guardAnswer(
  handler: Handler,
  { request, response, log }: { request: IncomingMessage; response: ServerResponse; log: FailureLog },
): Promise<void> {
  // unheard, a write after the end would be an uncaught exception
  response.on('error', (error) => {
    log.error({ err: error }, 'a reply could not be written')
    response.destroy()
  })
  try {
    await current.run(response, async () => handler(request, response))
  } catch (error) {
    log.error({ err: error }, 'a part of the product failed at a request')
    answerFailure(response)
  }
}

/** Answers the request that the code at hand works for, if it still waits; for failures that nothing caught. */
export function answerCurrentFailure(): void {
  const response = current.getStore()
  if (response !== undefined) answerFailure(response)
}

/** A reply that has begun cannot become another: its connection is cut, so that the half is not taken for the whole. */
function answerFailure(response: ServerResponse): void {
  if (response.writableEnded) return
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  answerProblem(response, {
    status: 500,
    code: 'request.failed',
    title: 'The server failed at this request',
    detail: 'Nothing about it can be mended by the caller. The log of the server names the reason.',
  })
}
