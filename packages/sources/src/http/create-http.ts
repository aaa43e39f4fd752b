import type { LookupFunction } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, type Dispatcher } from 'undici'
import type { Clock } from '../source.types.ts'
import { createHostGate, type HostGate, type HostPolicy, type Wait } from './host-gate.ts'
import type {
  AnswerFormat,
  HttpFailure,
  HttpRequest,
  HttpResult,
  PostingHttp,
  ExpectedResponse,
  FailureReason,
  FailureText,
} from './http.types.ts'
import { sendRequest, type RequestBody } from './send-request.ts'

export interface CreateHttpOptions {
  /** Product, version and contact. Printable ASCII only: requests with other characters are rejected. */
  userAgent: string
  clock: Clock
  /** Rate limits by host name; hosts that are not listed get one request a second. */
  hosts?: Readonly<Record<string, HostPolicy>>
  dispatcher?: Dispatcher
  /** Milliseconds for establishing a connection, including DNS. Default: 1,000. */
  connectTimeoutMs?: number
  /** DNS lookup; the system's by default. */
  lookup?: LookupFunction
  wait?: Wait
}

const usualPolicy: HostPolicy = { intervalMs: 1000, burst: 1, concurrency: 1 }
const usualTimeoutMs = 20_000
/**
 * A reachable host accepts in a fraction of this; in a network that drops everything a search does not wait longer. How long a response may take is a
 * separate limit. undici checks its timers twice a second, so it can be up to half a second more.
 */
export const usualConnectTimeoutMs = 1_000
/** Maximum wait for a turn that our own rate limit delays. */
const maxWaitMs = 15_000
export const acceptOf = {
  json: 'application/json',
  lines: 'application/x-ndjson, application/gzip, */*;q=0.1',
  xml: 'application/xml, text/xml;q=0.9',
  page: 'text/html, text/plain;q=0.9, */*;q=0.1',
  feed: 'application/feed+json, application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.1',
} as const satisfies Record<AnswerFormat, string>

const waitOnTimer: Wait = async (ms, signal) => {
  await delay(ms, undefined, { signal })
}

/**
 * Creates the HTTP client that all connectors of an installation share: rate limited per host, capped, explicit about failures, and without retries
 * (one layer retries, and it is not this one).
 * @throws RangeError when the user agent is not printable ASCII.
 */
export function createHttp(options: CreateHttpOptions): PostingHttp {
  const { userAgent, clock, hosts = {}, wait = waitOnTimer, connectTimeoutMs = usualConnectTimeoutMs, lookup } = options
  ensureAscii(userAgent)
  const dispatcher =
    options.dispatcher ?? new Agent({ connect: { timeout: connectTimeoutMs, ...(lookup && { lookup }) } })
  const gates = new Map<string, HostGate>()
  const gateOf = (host: string): HostGate => {
    const gate = gates.get(host) ?? createHostGate({ policy: hosts[host] ?? usualPolicy, clock, wait })
    gates.set(host, gate)
    return gate
  }

  async function exchange(request: HttpRequest, body?: RequestBody): Promise<HttpResult> {
    const gate = gateOf(new URL(request.url).hostname)
    const pausedMs = gate.pausedMs()
    if (pausedMs > 0) return stillPaused(pausedMs)
    const turnInMs = gate.turnInMs()
    if (turnInMs > maxWaitMs) return turnIsFar(turnInMs)
    const release = await gate.enter(request.signal)
    try {
      const { url, signal, expect, timeoutMs = usualTimeoutMs, headers } = request
      const response = await sendRequest({
        url,
        signal,
        dispatcher,
        userAgent,
        accept: acceptOf[expect],
        timeoutMs,
        headers,
        body,
        onNeverArrived: gate.giveBack,
      })
      const result = response.ok ? toResult({ response, request, clock }) : response
      if (!result.ok && result.status === 'rate_limited' && result.retryAfterMs !== null)
        gate.pause(result.retryAfterMs)
      return result
    } finally {
      release()
    }
  }

  return {
    get: (request) => exchange(request),
    post: ({ form, ...request }) =>
      exchange(request, { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() }),
    postJson: ({ json, ...request }) => exchange(request, { type: 'application/json', text: JSON.stringify(json) }),
  }
}

export function ensureAscii(userAgent: string): void {
  if (!/^[\x20-\x7e]+$/.test(userAgent)) throw new RangeError('The user agent must be printable ASCII.')
}

/** Classifies a response as a success or a failure. */
export function toResult({
  response,
  request,
  clock,
}: {
  response: Extract<Awaited<ReturnType<typeof sendRequest>>, { ok: true }>
  request: HttpRequest
  clock: Clock
}): HttpResult {
  const { httpStatus, contentType, body, header } = response
  const failure = classifyResponse({ httpStatus, contentType, body }, request)
  if (!failure) return { ok: true, httpStatus, url: request.url, contentType, body }
  // Successful and other responses also contain when a limit resets; only an exceeded limit is waited for.
  const retryAfterMs =
    failure.status === 'rate_limited'
      ? requestedDelay(header, clock())
      : parseRetryAfter(header('retry-after'), clock())
  return { ok: false, ...failure, httpStatus, retryAfterMs }
}

function stillPaused(pausedMs: number): HttpFailure {
  const seconds = Math.ceil(pausedMs / 1000)
  const reason = `The source asked for a pause; ${seconds} s remain.`
  return { ok: false, status: 'rate_limited', reason, retryAfterMs: pausedMs, httpStatus: null }
}

function turnIsFar(turnInMs: number): HttpFailure {
  const reason = `The source has received as many requests as its rate limit allows; the next is possible in ${Math.ceil(turnInMs / 1000)} s.`
  return { ok: false, status: 'rate_limited', reason, retryAfterMs: turnInMs, httpStatus: null }
}

/**
 * Parses a Retry-After header (RFC 9110 §10.2.3), seconds or an HTTP date, as milliseconds from `now`. Null when it is
 * absent or unreadable; a past date gives 0.
 */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Only the date forms of HTTP: Date.parse alone would accept "-5" and "soon 2" as years.
  if (!/^[A-Z][a-z]{2,8},? .*\d{4}|GMT/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

/** Headers that state when the limit resets: seconds from now, seconds since 1970, or a date. */
const resetHeaders = ['ratelimit-reset', 'x-ratelimit-reset']
/** Numbers from here on are points in time, smaller ones are durations. */
const earliestMoment = 1_000_000_000

/**
 * Milliseconds that a rejection asks to wait: Retry-After, otherwise until its limit resets. Null when it states
 * neither. Call it only for a rejection: successful responses carry the second kind as well.
 */
export function requestedDelay(header: (name: string) => string | null, now: Date): number | null {
  const requestedMs = parseRetryAfter(header('retry-after'), now)
  if (requestedMs !== null) return requestedMs
  for (const name of resetHeaders) {
    const text = header(name)?.trim() ?? ''
    if (/^\d{1,12}(\.\d+)?$/.test(text)) {
      const seconds = Number(text)
      return Math.max(0, seconds < earliestMoment ? seconds * 1000 : seconds * 1000 - now.getTime())
    }
    const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN
    if (!Number.isNaN(at)) return Math.max(0, at - now.getTime())
  }
  return null
}

/**
 * Sentences with which services report a failure, whatever the status code. Searched for only near the start of the
 * body.
 */
const usualTexts: readonly FailureText[] = [
  {
    pattern:
      /limit requests|rate[ -]?limit|rate exceeded|too many requests|quota|throttl|slow down|api call frequency/i,
    status: 'rate_limited',
  },
  {
    pattern:
      /captcha|verify (that )?you are (a )?human|enable javascript|access denied|proof[ -]of[ -]work|cf-chl|just a moment/i,
    status: 'blocked',
  },
  { pattern: /(invalid|missing|unknown) (api[ -]?)?(key|token)/i, status: 'auth' },
]

/** Keys of JSON objects that carry such a sentence with HTTP 200. */
const noticeKeys = ['error', 'Error Message', 'Note', 'Information', 'message', 'detail']

interface Answer {
  httpStatus: number
  contentType: string
  body: string
}

/**
 * Detects from the body and the status whether a response is a failure in disguise. Returns null when it is usable.
 * Many services answer 200 with a sentence, a challenge page or a JSON notice.
 */
export function classifyResponse(answer: Answer, request: ExpectedResponse): FailureReason | null {
  const { httpStatus, body } = answer
  if (httpStatus >= 400 && httpStatus < 500 && request.nothingFound?.test(body.slice(0, 2000))) return null
  if (httpStatus >= 200 && httpStatus < 300) {
    const notice = noticeIn(answer, request.expect)
    if (notice === null) return null
    const status = statusOf(notice, request.failureTexts) ?? 'schema_changed'
    return { status, reason: `The source answered ${describe(notice)} instead of data.` }
  }
  const fromText = statusOf(body.slice(0, 2000), request.failureTexts)
  const status = fromText === 'rate_limited' && httpStatus !== 404 ? fromText : byCode(httpStatus, fromText)
  return { status, reason: `The source answered ${httpStatus}: ${explain(status)}.` }
}

function byCode(code: number, fromText: HttpFailure['status'] | null): HttpFailure['status'] {
  if (code === 429) return 'rate_limited'
  if (code === 401 || code === 407) return 'auth'
  if (code === 403) return fromText === 'auth' ? 'auth' : 'blocked'
  if (code === 418 || code === 451) return 'blocked'
  if (code === 400 || code === 413 || code === 414 || code === 422) return fromText ?? 'bad_query'
  if (code === 408 || code >= 500) return 'upstream_down'
  // Other redirects and 4xx: the resource is gone, or has to be requested in another way.
  return 'schema_changed'
}

function explain(status: HttpFailure['status']): string {
  const reasons: Record<HttpFailure['status'], string> = {
    rate_limited: 'too many requests',
    blocked: 'it refuses this installation',
    bad_query: 'it does not accept the query',
    auth: 'it asks for a key or does not accept the one it got',
    upstream_down: 'it is out of order',
    schema_changed: 'there is nothing at that address any more',
  }
  return reasons[status]
}

/** The text of a failure in a successful response; null when the response looks as expected. */
function noticeIn({ contentType, body }: Answer, expect: HttpRequest['expect']): string | null {
  const start = body.slice(0, 2000).trimStart()
  if (expect === 'page') return noticeInPage(body)
  if (expect === 'xml') return /^<(?!!doctype html|html)/i.test(start) ? null : start || '(nothing)'
  // A file of lines may be empty: nothing was seen in that time.
  if (expect === 'lines') return start === '' || start.startsWith('{') ? null : start
  if (expect === 'feed') {
    const isPage = /^(<!doctype html|<html)/i.test(start)
    return isPage || (!start.startsWith('<') && !start.startsWith('{') && !start.startsWith('\uFEFF')) ? start : null
  }
  if (!start.startsWith('{') && !start.startsWith('[')) return start === '' ? `(nothing, as ${contentType})` : start
  // A notice is short; a document that happens to have a key of that name is not.
  if (body.length > 1500 || !start.startsWith('{')) return null
  return jsonNotice(body)
}

/** A page may be anything; only a short one that refuses is a notice. */
function noticeInPage(body: string): string | null {
  if (body.trim() === '') return '(nothing)'
  return body.length < 20_000 && statusOf(body.slice(0, 5000)) !== null ? body.slice(0, 200) : null
}

function jsonNotice(body: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    // Data with one invalid character is left to its parser, which may be able to read the rest.
    return body.length > 300 && /[\]}]\s*$/.test(body) ? null : body
  }
  if (typeof value !== 'object' || value === null) return null
  const notice = Object.entries(value).find(([key, text]) => noticeKeys.includes(key) && typeof text === 'string')
  return notice ? String(notice[1]) : null
}

function statusOf(text: string, sourceTexts: readonly FailureText[] = []): HttpFailure['status'] | null {
  return [...sourceTexts, ...usualTexts].find(({ pattern }) => pattern.test(text))?.status ?? null
}

function describe(text: string): string {
  if (/^(<!doctype html|<html)/i.test(text)) return 'a web page'
  const line = text.replace(/\s+/g, ' ').trim()
  return `"${line.length > 120 ? `${line.slice(0, 120)}…` : line}"`
}
