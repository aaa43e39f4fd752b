import { createHash, timingSafeEqual } from 'node:crypto'
import { answerProblem } from '../gateway/answer-problem.ts'
import type { Handler } from '../gateway/guard-answer.ts'
import type { Metrics } from './metrics.ts'

/** Answers `GET /metrics`; with a token, only to who sends it as a bearer. */
export function answerMetrics(metrics: Pick<Metrics, 'contentType' | 'write'>, token: string | null): Handler {
  return async (request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD'))
      return answerProblem(response, {
        status: 404,
        code: 'request.not_found',
        title: 'There is nothing at this address',
        detail: 'Metrics are read with GET /metrics.',
      })
    if (token !== null && !isBearer(request.headers.authorization, token))
      return answerProblem(response, {
        status: 401,
        code: 'metrics.unauthenticated',
        title: 'Metrics need their token',
        detail: 'Send AUSPEX_METRICS_TOKEN as a bearer token.',
        headers: { 'www-authenticate': 'Bearer' },
      })
    const text = await metrics.write()
    return response
      .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .end(request.method === 'HEAD' ? undefined : text)
  }
}

/** By hashes of one length, so that the time tells nothing of the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const [, sent = ''] = /^bearer +(.+)$/i.exec(header ?? '') ?? []
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(sent), hash(token))
}
