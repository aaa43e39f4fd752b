import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { problemReply } from '../http/problem.ts'
import type { Mock } from '../mock.ts'
import type { Proxy } from '../proxy/proxy.ts'
import { answerAdmin } from './admin.ts'
import { answerMock, type NodeExchange } from './answer-mock.ts'
import type { MockControl } from './control.ts'
import { indexPage } from './index-page.ts'
import { answerOpenid, openidPrefix, type OpenidProvider } from './openid-provider.ts'

const exposedHeaders =
  'content-type, etag, idempotency-replayed, link, location, retry-after, www-authenticate, x-mock-scenario, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id'

/** Headers that let a page of any origin read a reply; null for callers that are not web pages. */
function corsHeaders({ origin }: IncomingHttpHeaders): Record<string, string> | null {
  if (origin === undefined) return null
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposedHeaders,
    vary: 'Origin',
  }
}

/** The answer to a CORS preflight request; null for any other request. */
function preflightHeaders({ method, headers }: IncomingMessage): Record<string, string> | null {
  const cors = corsHeaders(headers)
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined || cors === null) return null
  const requested = headers['access-control-request-headers']
  return {
    ...cors,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-max-age': '600',
    // pages of the public web may call a mock on this machine on request
    ...(headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
    ...(requested !== undefined && { 'access-control-allow-headers': requested }),
  }
}

/** Handles paths below `/docs`; the request's path still has the prefix. */
export type DocsHandler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface Parts {
  mock: Mock
  control: MockControl
  proxy: Proxy | null
  openid: OpenidProvider
  docs: DocsHandler | null
  /** Called with internal errors of the mock. */
  onDefect: (error: unknown) => void
}

/** Routes each request by its path to a part of the server. */
export function createRequestListener(parts: Parts): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    void route(parts, { request, response, cors: corsHeaders(request.headers) }).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return // the caller disconnected while sending
      parts.onDefect(error)
      if (response.headersSent) response.destroy()
      else {
        const { status, headers, body } = problemReply({ status: 500 }, 'mock-server')
        response.writeHead(status, { ...headers, ...corsHeaders(request.headers) }).end(body)
      }
    })
  }
}

/** Async, so that synchronous errors are caught like rejections. */
async function route({ mock, control, proxy, openid, docs }: Parts, exchange: NodeExchange): Promise<void> {
  const { request, response } = exchange
  const target = request.url ?? '/'
  const service = isUnder(target, '/api') ? 'api' : isUnder(target, '/assistant') ? 'assistant' : null
  const preflight = preflightHeaders(request)
  if (preflight !== null) response.writeHead(204, preflight).end()
  else if (service !== null && proxy !== null)
    await proxy.answer({ ...exchange, service, rest: target.slice(service.length + 1) })
  else if (service !== null) await answerMock(mock, exchange)
  else if (isUnder(target, openidPrefix)) await answerOpenid(exchange, openid)
  else if (isUnder(target, '/__mock')) await answerAdmin(exchange, control)
  else await answerPage({ mock, docs }, exchange)
}

async function answerPage(
  { mock, docs }: { mock: Mock; docs: Parts['docs'] },
  { request, response, cors }: NodeExchange,
): Promise<void> {
  request.resume()
  const [path = '/'] = (request.url ?? '/').split('?', 1)
  const send = (status: number, text: string, headers: Record<string, string>) => {
    response.writeHead(status, { ...cors, ...headers, 'content-length': String(Buffer.byteLength(text)) }).end(text)
  }
  if (path === '/openapi.json')
    send(200, JSON.stringify(mock.contract.document), { 'content-type': 'application/json' })
  else if (isUnder(path, '/docs') && docs !== null) await docs(request, response)
  else if (path === '/' || isUnder(path, '/docs')) {
    const page = indexPage(mock.contract, `http://${request.headers.host ?? 'localhost'}`)
    send(200, page, { 'content-type': 'text/html; charset=utf-8' })
  } else {
    const facts = { status: 404, detail: 'Operations are below /api and /assistant, the admin API is at /__mock.' }
    const { status, headers, body } = problemReply(facts, 'mock-server')
    send(status, body, headers)
  }
}

/** Whether a path equals a prefix or is below it. */
function isUnder(target: string, prefix: string): boolean {
  const next = target[prefix.length]
  return target.startsWith(prefix) && (next === undefined || next === '/' || next === '?')
}
