import type { IncomingHttpHeaders } from 'node:http'

const exposedHeaders =
  'content-type, etag, idempotency-replayed, link, location, retry-after, www-authenticate, x-mock-scenario, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id'

/** Headers that let a page of any origin read a reply; null for callers that are no pages. */
export function corsHeaders({ origin }: IncomingHttpHeaders): Record<string, string> | null {
  if (origin === undefined) return null
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposedHeaders,
    vary: 'Origin',
  }
}

/** The answer to a browser that asks before it calls; null for a request that is no such question. */
export function preflightHeaders(
  method: string | undefined,
  headers: IncomingHttpHeaders,
): Record<string, string> | null {
  const wanted = headers['access-control-request-method']
  const cors = corsHeaders(headers)
  if (method !== 'OPTIONS' || wanted === undefined || cors === null) return null
  const asked = headers['access-control-request-headers']
  return {
    ...cors,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-max-age': '600',
    // pages of the public web may call a mock on this machine when they ask for it
    ...(headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
    ...(asked === undefined ? {} : { 'access-control-allow-headers': asked }),
  }
}
