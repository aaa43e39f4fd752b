import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What a caller may choose: printable, short, and harmless in a log line. */
const sane = /^[A-Za-z0-9._:-]{1,100}$/

/** Takes the caller's `x-request-id` so that its log and ours name the request alike; makes one when it sends none or a strange one. */
export function chooseRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && sane.test(sent) ? sent : `r-${randomUUID()}`
}
