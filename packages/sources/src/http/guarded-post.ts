import { Agent, request } from 'undici'
import { ensureAscii } from './create-http.ts'
import { checkUrl, ForbiddenUrlError, pinAddresses, UnreachableUrlError, type UrlGuard } from './guarded-url.ts'

export interface GuardedPostOptions extends UrlGuard {
  userAgent: string
  /** Milliseconds for the whole exchange. Default 10,000. */
  timeoutMs?: number
}

/** Posts JSON to addresses that users provide, reaching nothing but the public internet. */
export interface GuardedPost {
  /** Why an address cannot be posted to, in one sentence; null when it can. */
  check: (url: string) => Promise<string | null>
  /** Posts once. Null when the response was 2xx, otherwise the reason, in one sentence without the response's text. Never throws. */
  post: (
    url: string,
    body: string,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<string | null>
}

const usualTimeoutMs = 10_000

/**
 * Creates the client for webhooks. Like `createGuardedHttp` it connects to exactly the addresses that were checked; it follows no redirect at all (a
 * POST that moves is not the address that was typed) and never reads the response.
 * @throws RangeError when the user agent is not printable ASCII.
 */
export function createGuardedPost(options: GuardedPostOptions): GuardedPost {
  const { userAgent, timeoutMs = usualTimeoutMs } = options
  ensureAscii(userAgent)

  async function addressesOf(url: string) {
    if (!URL.canParse(url)) throw new ForbiddenUrlError('it is no address')
    return checkUrl(new URL(url), options)
  }

  async function send(
    url: string,
    body: string,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<string | null> {
    const addresses = await addressesOf(url)
    const connect = { timeout: timeoutMs, lookup: pinAddresses(addresses) }
    const dispatcher = new Agent({ connect, keepAliveTimeout: 1 })
    try {
      const response = await request(url, {
        method: 'POST',
        dispatcher,
        body,
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': userAgent },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headersTimeout: timeoutMs,
      })
      const { statusCode } = response
      response.body.on('error', () => {}).destroy()
      if (statusCode >= 200 && statusCode < 300) return null
      return statusCode >= 300 && statusCode < 400
        ? `It answered ${statusCode}: redirects are not followed.`
        : `It answered ${statusCode}.`
    } finally {
      await dispatcher.destroy()
    }
  }

  return {
    async check(url) {
      try {
        await addressesOf(url)
        return null
      } catch (error) {
        return describeFailure(error, timeoutMs)
      }
    },
    async post(url, body, signal, headers = {}) {
      try {
        return await send(url, body, signal, headers)
      } catch (error) {
        return describeFailure(error, timeoutMs)
      }
    },
  }
}

function describeFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof ForbiddenUrlError) return `The address is not allowed: ${error.message}.`
  if (error instanceof UnreachableUrlError) return 'The address cannot be reached from the public internet.'
  if (error instanceof Error && error.name === 'TimeoutError') return `It did not answer within ${timeoutMs / 1000} s.`
  return 'It cannot be reached.'
}
