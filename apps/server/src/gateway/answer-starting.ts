import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerProblem } from './answer-problem.ts'

/** People get a page that loads itself again, programs a problem as the contract has it. */
export function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['sec-fetch-mode'] === 'navigate') {
    response
      .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2', refresh: '1' })
      .end('Auspex is starting\n')
    return
  }
  answerProblem(response, {
    status: 503,
    code: 'request.starting',
    title: 'Auspex is starting',
    detail: 'Try again in 2 seconds.',
    headers: { 'retry-after': '2' },
  })
}
