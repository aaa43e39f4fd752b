import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { escapeMarkup } from '../files/made-files.ts'
import { isBelow } from '../http/messages.ts'
import { problemReply } from '../http/problem.ts'
import type { Mock } from '../mock.ts'
import type { Proxy } from '../proxy/proxy.ts'
import { answerAdmin } from './admin.ts'
import { answerMock, type NodeExchange, sendText } from './answer-mock.ts'
import type { MockControl } from './control.ts'
import { answerOpenid, openidPrefix, type OpenidProvider } from './openid-provider.ts'
import { type Contract, jsonType } from '@auspex/contract'
import { methodOf } from '../replies/served-contract.ts'
import { catalogue } from '../scenarios/catalogue.ts'

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
      else sendText({ response, cors: corsHeaders(request.headers) }, problemReply({ status: 500 }, 'mock-server'))
    })
  }
}

/** Async, so that synchronous errors are caught like rejections. */
async function route({ mock, control, proxy, openid, docs }: Parts, exchange: NodeExchange): Promise<void> {
  const { request, response } = exchange
  const target = request.url ?? '/'
  const service = (['api', 'assistant'] as const).find((name) => isBelow(target, `/${name}`)) ?? null
  const preflight = preflightHeaders(request)
  if (preflight !== null) response.writeHead(204, preflight).end()
  else if (service !== null && proxy !== null)
    await proxy.answer({ ...exchange, service, rest: target.slice(service.length + 1) })
  else if (service !== null) await answerMock(mock, exchange)
  else if (isBelow(target, openidPrefix)) await answerOpenid(exchange, openid)
  else if (isBelow(target, '/__mock')) await answerAdmin(exchange, control)
  else await answerPage({ mock, docs }, exchange)
}

async function answerPage({ mock, docs }: { mock: Mock; docs: Parts['docs'] }, exchange: NodeExchange): Promise<void> {
  const { request, response } = exchange
  request.resume()
  const [path = '/'] = (request.url ?? '/').split('?', 1)
  const send = (body: string, type: string) =>
    sendText(exchange, { status: 200, headers: { 'content-type': type }, body })
  if (path === '/openapi.json') send(JSON.stringify(mock.contract.document), jsonType)
  else if (isBelow(path, '/docs') && docs !== null) await docs(request, response)
  else if (path === '/' || isBelow(path, '/docs'))
    send(indexPage(mock.contract, `http://${request.headers.host ?? 'localhost'}`), 'text/html; charset=utf-8')
  else {
    const detail = 'Operations are below /api and /assistant, the admin API is at /__mock.'
    sendText(exchange, problemReply({ status: 404, detail }, 'mock-server'))
  }
}

/** The product's purple, both themes, one column on a phone. */
const style = `
:root { color-scheme: light dark; --soft: light-dark(#5c5869, #a9a5b8); --line: light-dark(#e7e5ee, #383546); --accent: light-dark(#5d3fc9, #a08af7) }
body { max-width: 64rem; margin: 3rem auto; padding: 0 1.25rem; background: light-dark(#fff, #15131c); color: light-dark(#1f1d29, #e6e4ee); font: 1rem/1.5 Inter, system-ui, sans-serif }
h1 { letter-spacing: -.02em } h2 { margin-top: 2.5rem; font-size: 1.15rem } p, figcaption, small, span { color: var(--soft) }
a { color: var(--accent); margin-right: 1rem } a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
code, pre, b { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
figure { margin: 0 0 .75rem } pre { margin: .15rem 0 0; padding: .6rem .9rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem }
ul { list-style: none; padding: 0 } .faults code, b { color: var(--accent) } details { border-top: 1px solid var(--line); padding: .6rem 0 } summary { cursor: pointer; font-weight: 600 }
details li { display: grid; grid-template-columns: 4.5rem minmax(0, 1.2fr) minmax(0, 1fr); gap: .75rem; padding: .2rem 0 }
@media (max-width: 40rem) { details li { grid-template-columns: 3.75rem 1fr } details span { grid-column: 2 } }
`

/** The page at the server's address: what to try first, the available faults, and every operation. */
function indexPage(contract: Contract, origin: string): string {
  const { operations, document } = contract
  const tries = exampleCalls(contract, origin).map(
    ([title, call]) =>
      `<figure><figcaption>${title}</figcaption><pre><code>${escapeMarkup(call)}</code></pre></figure>`,
  )
  const faults = catalogue.map(
    ({ name, summary }) => `<li><code>${name}</code> <span>${escapeMarkup(summary)}</span></li>`,
  )
  const groups = [...new Set(operations.map(({ tag }) => tag))].map((tag) => {
    const rows = operations
      .filter((each) => each.tag === tag)
      .map((operation) => {
        const { method, path, isElsewhere } = operation
        const summary = document.paths[path]?.[methodOf(operation)]?.summary ?? ''
        const address = `${isElsewhere ? '/assistant' : '/api'}${path}`
        return `<li><b>${method}</b><code>${escapeMarkup(address)}</code><span>${escapeMarkup(summary)}</span></li>`
      })
    const { length: count } = rows
    return `<details open><summary>${escapeMarkup(tag)} <small>${count}</small></summary><ul>${rows.join('\n')}</ul></details>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Auspex mock server</title>
<style>${style}</style>
<h1>Auspex mock server</h1>
<p>The ${operations.length} operations of the contract: validated, stateful, seeded, and failing on request.</p>
<nav><a href="/docs">Reference, to read and try</a> <a href="/openapi.json">Contract</a> <a href="/__mock">Admin API</a> <a href="/__mock/requests">Request log</a></nav>
<h2>Try</h2>
${tries.join('\n')}
<h2>Request a fault</h2>
<p>In the header <code>X-Mock-Scenario</code> for one request, or <code>POST /__mock/scenarios</code> until it is removed.</p>
<ul class="faults">${faults.join('\n')}</ul>
<h2>Operations</h2>
${groups.join('\n')}
</html>`
}

/** What to try first with a contract: calls of curl, each with what it shows. */
export function exampleCalls({ operations }: Contract, origin: string): [what: string, call: string][] {
  const plain = operations.filter(({ path, isElsewhere }) => !isElsewhere && !path.includes('{'))
  const read =
    plain.find(({ id }) => id === 'getMe') ?? plain.find(({ method, secured }) => method === 'GET' && secured)
  const write =
    plain.find(({ id }) => id === 'topicQuery') ??
    plain.find(({ method, body }) => method === 'POST' && body?.types.has(jsonType) === true)
  const token = "-H 'Authorization: Bearer mira'"
  const calls: [string, string][] = []
  if (read !== undefined) calls.push(['A success', `curl ${token} ${origin}/api${read.path}`])
  if (write !== undefined) {
    // a term that is not a string, or no object at all for an unknown operation
    const body = write.id === 'topicQuery' ? '{"query_term":7}' : '[]'
    calls.push(['A 422', `curl ${token} -H 'Content-Type: ${jsonType}' -d '${body}' ${origin}/api${write.path}`])
  }
  if (read !== undefined)
    calls.push(['A 429', `curl -i ${token} -H 'X-Mock-Scenario: rate-limited=20' ${origin}/api${read.path}`])
  return calls
}
