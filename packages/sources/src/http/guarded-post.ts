import { Agent, type Dispatcher, request } from 'undici'
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
  /** Sends JSON, or bytes, once, and returns what is needed to decide whether to repeat it. Never throws. */
  exchange: (request: GuardedExchange, signal: AbortSignal) => Promise<PostOutcome>
}

export interface GuardedExchange {
  method: 'POST' | 'PUT'
  url: string
  body: string | Uint8Array
  /** Its `content-type` replaces that of JSON. */
  headers: Readonly<Record<string, string>>
  /** Whether the response's text is returned, which is needed where a service names what it stored. */
  readsAnswer?: boolean
}

export type PostOutcome =
  /** `retryAfterMs`: the pause that a receiver asked for which is sent too much; null for none. */
  | { kind: 'answered'; status: number; retryAfterMs: number | null; answer?: string }
  /** `isSent`: there was a connection, so that the receiver may have accepted it. */
  | { kind: 'unanswered'; reason: string; isSent: boolean }

const usualTimeoutMs = 10_000
/** Enough for the pause that a receiver asks for. */
const maxAnswerBytes = 4096
const maxRetryAfterMs = 24 * 3_600_000

/**
 * Creates the client for webhooks. Like `createGuardedHttp` it connects to exactly the addresses that were checked; it follows no redirect at all (a
 * POST that moves is not the address that was typed) and reads nothing of the response but the pause that a receiver asks for, and a short answer where
 * the caller needs it.
 * @throws RangeError when the user agent is not printable ASCII.
 */
export function createGuardedPost(options: GuardedPostOptions): GuardedPost {
  const { userAgent, timeoutMs = usualTimeoutMs } = options
  ensureAscii(userAgent)

  async function addressesOf(url: string) {
    if (!URL.canParse(url)) throw new ForbiddenUrlError('it is no address')
    return checkUrl(new URL(url), options)
  }

  async function exchange(
    { method, url, body, headers, readsAnswer = false }: GuardedExchange,
    signal: AbortSignal,
  ): Promise<PostOutcome> {
    let isSent = false
    try {
      const addresses = await addressesOf(url)
      const connect = { timeout: timeoutMs, lookup: pinAddresses(addresses) }
      const dispatcher = new Agent({ connect, keepAliveTimeout: 1 })
      dispatcher.on('connect', () => {
        isSent = true
      })
      try {
        const response = await request(url, {
          method,
          dispatcher,
          body,
          headers: { 'content-type': 'application/json', ...headers, 'user-agent': userAgent },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
          headersTimeout: timeoutMs,
        })
        const { statusCode: status } = response
        response.body.on('error', () => {})
        const retryAfterMs = status === 429 ? await readPause(response) : null
        const answer = readsAnswer && status < 300 ? await readText(response) : null
        response.body.destroy()
        return { kind: 'answered', status, retryAfterMs, ...(answer !== null && { answer }) }
      } finally {
        await dispatcher.destroy()
      }
    } catch (error) {
      return { kind: 'unanswered', reason: describeFailure(error, timeoutMs), isSent }
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
      const outcome = await exchange({ method: 'POST', url, body, headers }, signal)
      if (outcome.kind === 'unanswered') return outcome.reason
      const { status } = outcome
      if (status >= 200 && status < 300) return null
      return status >= 300 && status < 400
        ? `It answered ${status}: redirects are not followed.`
        : `It answered ${status}.`
    },
    exchange,
  }
}

/** The pause from the `Retry-After` header, or where services such as Telegram, Discord and Matrix name it in the body; null for none. */
async function readPause({ headers, body }: Dispatcher.ResponseData): Promise<number | null> {
  const seconds = Number(headers['retry-after'])
  if (Number.isFinite(seconds)) return toPause(seconds * 1000)
  const text = await readText({ body })
  if (text === null) return null
  const answer = readAnswer(text)
  return toPause(answer.retry_after_ms ?? (answer.parameters?.retry_after ?? answer.retry_after ?? Number.NaN) * 1000)
}

/** Null for a text that is longer than any that is needed. */
async function readText({ body }: Pick<Dispatcher.ResponseData, 'body'>): Promise<string | null> {
  let text = ''
  for await (const chunk of body) {
    text += String(chunk)
    if (text.length > maxAnswerBytes) return null
  }
  return text
}

function toPause(ms: number): number | null {
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, maxRetryAfterMs) : null
}

interface RateAnswer {
  retry_after_ms?: number
  retry_after?: number
  parameters?: { retry_after?: number }
}

function readAnswer(text: string): RateAnswer {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? answer : {}
  } catch {
    return {}
  }
}

function describeFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof ForbiddenUrlError) return `The address is not allowed: ${error.message}.`
  if (error instanceof UnreachableUrlError) return 'The address cannot be reached from the public internet.'
  if (error instanceof Error && error.name === 'TimeoutError') return `It did not answer within ${timeoutMs / 1000} s.`
  return 'It cannot be reached.'
}
