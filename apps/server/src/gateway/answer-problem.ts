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

/** Answers a problem as the contract has it, for what is refused before any part of the product is asked. */
export function answerProblem(response: ServerResponse, facts: ProblemFacts): void {
  const { headers, body } = write(facts)
  response.writeHead(facts.status, headers).end(body)
}

/** The same for what is no request to Node, which then makes no response: the connection ends with it. */
export function writeProblem(socket: Duplex, facts: ProblemFacts): void {
  const { headers, body } = write(facts)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${facts.status} ${STATUS_CODES[facts.status]}\r\n${lines.join('')}\r\n${body}`)
}

function write({ status, code, title, detail, headers = {} }: ProblemFacts) {
  const requestId = randomUUID()
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code, requestId, message: title })
  const own = {
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
  }
  return { headers: { ...headers, ...own }, body }
}
