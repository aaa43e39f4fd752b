import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../read-body.ts'
import type { createOpenidProvider } from './openid-provider.ts'

/** Where the provider is. */
export const openidPrefix = '/__mock/openid'

/** Hands a request of Node to the provider and its reply back. */
export async function answerOpenid(
  { request, response, cors }: { request: IncomingMessage; response: ServerResponse; cors: Record<string, string> },
  provider: ReturnType<typeof createOpenidProvider>,
): Promise<void> {
  const url = new URL(request.url ?? openidPrefix, 'http://mock')
  const form = new URLSearchParams(Buffer.from(await readBody(request)).toString('utf8'))
  const { status, headers, body } = provider.answer({
    method: request.method ?? 'GET',
    path: url.pathname.slice(openidPrefix.length),
    query: url.searchParams,
    form,
    authorization: request.headers.authorization,
    issuer: `http://${request.headers.host ?? 'localhost'}${openidPrefix}`,
  })
  response.writeHead(status, { ...cors, ...headers, 'content-length': String(Buffer.byteLength(body)) }).end(body)
}
