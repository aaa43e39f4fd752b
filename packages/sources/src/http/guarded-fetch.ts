import { Agent } from 'undici'

import type { Clock } from '../source.types.ts'
import { acceptOf, ensureAscii, toResult, usualConnectTimeoutMs } from './create-http.ts'
import { checkUrl, ForbiddenUrlError, pinAddresses, UnreachableUrlError, type UrlGuard } from './guarded-url.ts'
import type { Http, HttpFailure, HttpRequest, HttpResult } from './http.types.ts'
import { sendRequest } from './send-request.ts'

export interface GuardedHttpOptions extends UrlGuard {
  userAgent: string
  clock: Clock
}

const maxRedirects = 5
const usualTimeoutMs = 20_000

/**
 * Creates an HTTP client for addresses that users provide (feeds). It requests only hosts on the public internet,
 * connects to exactly the network address that was checked (so a name that changes in between gains nothing), and
 * checks again at each of at most five redirects.
 */
export function createGuardedHttp(options: GuardedHttpOptions): Http {
  const { userAgent, clock } = options
  ensureAscii(userAgent)

  async function follow(request: HttpRequest, url: URL, redirects: number): Promise<HttpResult> {
    const { signal, expect, timeoutMs = usualTimeoutMs } = request
    signal.throwIfAborted()
    const addresses = await checkUrl(url, options)
    const dispatcher = new Agent({
      connect: { timeout: usualConnectTimeoutMs, lookup: pinAddresses(addresses) },
      keepAliveTimeout: 1,
    })
    let next: URL
    try {
      const accept = acceptOf[expect]
      const response = await sendRequest({ url: url.href, signal, dispatcher, userAgent, accept, timeoutMs })
      if (!response.ok) return response
      const location = response.httpStatus >= 300 && response.httpStatus < 400 ? response.header('location') : null
      if (location === null) return toResult({ response, request: { ...request, url: url.href }, clock })
      if (redirects === maxRedirects) return addressRefusal('it was redirected more than five times')
      if (!URL.canParse(location, url)) return addressRefusal('it was redirected to something that is no address')
      next = new URL(location, url)
    } finally {
      await dispatcher.destroy()
    }
    return follow(request, next, redirects + 1)
  }

  return {
    async get(request) {
      if (!URL.canParse(request.url)) return addressRefusal('it is no address')
      try {
        return await follow(request, new URL(request.url), 0)
      } catch (error) {
        request.signal.throwIfAborted()
        if (error instanceof ForbiddenUrlError) return addressRefusal(error.message)
        if (error instanceof UnreachableUrlError) return addressRefusal(error.message, 'upstream_down')
        throw error
      }
    },
  }
}

function addressRefusal(why: string, status: HttpFailure['status'] = 'bad_query'): HttpFailure {
  return { ok: false, status, reason: `The address cannot be fetched: ${why}.`, retryAfterMs: null, httpStatus: null }
}
