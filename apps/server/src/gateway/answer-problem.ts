import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

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
