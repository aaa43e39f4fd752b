import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface FailureLog {
  error(facts: { err: unknown }, message: string): void
}

/** The response that the current code works for, across promises and events; undefined for work that belongs to no request. */
const current = new AsyncLocalStorage<ServerResponse>()

/** Runs a part of the product for a request. Anything that it throws, rejects with or emits as an error is logged and ends only this request. */
export async function guardAnswer(
  handler: Handler,
  { request, response, log }: { request: IncomingMessage; response: ServerResponse; log: FailureLog },
): Promise<void> {
  // unhandled, a write after the end would be an uncaught exception
  response.on('error', (error) => {
    log.error({ err: error }, 'a response could not be written')
    response.destroy()
  })
  try {
    await current.run(response, async () => handler(request, response))
  } catch (error) {
    log.error({ err: error }, 'a request handler failed')
    answerFailure(response)
  }
}

/** Answers the request that the current code works for, if it is still pending; for failures that nothing caught. */
export function answerCurrentFailure(): void {
  const response = current.getStore()
  if (response !== undefined) answerFailure(response)
}

/** A reply that has already started cannot be replaced: its connection is cut, so that the half is not mistaken for a complete reply. */
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
    detail: 'Trying again may not help. The log of the server names the reason.',
  })
}

export interface ProblemFacts {
  status: number
  code: string
  title: string
  detail: string
  headers?: Record<string, string>
}

/** Answers with a problem in the contract's format, for requests that are refused before they reach any part of the product. */
export function answerProblem(response: ServerResponse, facts: ProblemFacts): void {
  const { headers, body } = write(facts)
  response.writeHead(facts.status, headers).end(body)
}

/** The same for input that Node cannot parse as a request, for which there is no response object; closes the connection. */
export function writeProblem(socket: Duplex, facts: ProblemFacts): void {
  const { headers, body } = write(facts)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${facts.status} ${STATUS_CODES[facts.status]}\r\n${lines.join('')}\r\n${body}`)
}

function write({ status, code, title, detail, headers = {} }: ProblemFacts) {
  const requestId = randomUUID()
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code, requestId, message: title })
  const problemHeaders = {
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
  }
  return { headers: { ...headers, ...problemHeaders }, body }
}
