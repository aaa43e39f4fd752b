import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { problemReply } from '../http/problem.ts'
import type { Mock } from '../mock.ts'
import type { Proxy } from '../proxy/proxy.ts'
import { answerAdmin } from './admin/admin-handler.ts'
import { answerMock } from './answer-mock.ts'
import { answerOpenid, openidPrefix, type OpenidProvider } from './openid/openid-provider.ts'
import type { MockControl } from './control.ts'
import { indexPage } from './index-page.ts'

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
function preflightHeaders(method: string | undefined, headers: IncomingHttpHeaders): Record<string, string> | null {
  const requestedMethod = headers['access-control-request-method']
  const cors = corsHeaders(headers)
  if (method !== 'OPTIONS' || requestedMethod === undefined || cors === null) return null
  const requestedHeaders = headers['access-control-request-headers']
  return {
    ...cors,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-max-age': '600',
    // pages of the public web may call a mock on this machine on request
    ...(headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
    ...(requestedHeaders === undefined ? {} : { 'access-control-allow-headers': requestedHeaders }),
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
  defect: (error: unknown) => void
}

/** Routes each request by its path to a part of the server. */
export function createRequestListener(parts: Parts): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    void route(parts, request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return // the caller disconnected while sending
      parts.defect(error)
      if (response.headersSent) response.destroy()
      else {
        const { status, headers, body } = problemReply({ status: 500 }, 'mock-server')
        response.writeHead(status, { ...headers, ...corsHeaders(request.headers) }).end(body)
      }
    })
  }
}

/** Async, so that synchronous errors are caught like rejections. */
async function route(
  { mock, control, proxy, openid, docs }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? '/'
  const service = isUnder(target, '/api') ? 'api' : isUnder(target, '/assistant') ? 'assistant' : null
  const preflight = preflightHeaders(request.method, request.headers)
  if (preflight !== null) {
    response.writeHead(204, preflight).end()
    return
  }
  const cors = corsHeaders(request.headers)
  if (service !== null && proxy !== null)
    return proxy.answer({ request, response, service, rest: target.slice(service.length + 1), cors })
  if (service !== null) return answerMock(mock, { request, response, cors })
  if (isUnder(target, openidPrefix)) return answerOpenid({ request, response, cors: cors ?? {} }, openid)
  if (isUnder(target, '/__mock')) return answerAdmin({ request, response, cors: cors ?? {} }, control)
  return answerPage({ mock, docs, cors }, request, response)
}

async function answerPage(
  { mock, docs, cors }: { mock: Mock; docs: Parts['docs']; cors: Record<string, string> | null },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume()
  const [path = '/'] = (request.url ?? '/').split('?', 1)
  if (path === '/openapi.json')
    sendText(response, { type: 'application/json', text: JSON.stringify(mock.contract.document), headers: cors })
  else if (isUnder(path, '/docs') && docs !== null) await docs(request, response)
  else if (path === '/' || isUnder(path, '/docs'))
    sendText(response, {
      type: 'text/html; charset=utf-8',
      text: indexPage(mock.contract, `http://${request.headers.host ?? 'localhost'}`),
      headers: cors,
    })
  else {
    const facts = { status: 404, detail: 'Operations are below /api and /assistant, the admin API is at /__mock.' }
    const { status, headers, body } = problemReply(facts, 'mock-server')
    response.writeHead(status, { ...headers, ...cors }).end(body)
  }
}

/** Whether a path equals a prefix or is below it. */
function isUnder(target: string, prefix: string): boolean {
  if (!target.startsWith(prefix)) return false
  const next = target[prefix.length]
  return next === undefined || next === '/' || next === '?'
}

/** Sends a complete text. */
function sendText(
  response: ServerResponse,
  {
    status = 200,
    type,
    text,
    headers = {},
  }: { status?: number; type: string; text: string; headers?: Record<string, string> | null },
): void {
  response
    .writeHead(status, { ...headers, 'content-type': type, 'content-length': String(Buffer.byteLength(text)) })
    .end(text)
}
