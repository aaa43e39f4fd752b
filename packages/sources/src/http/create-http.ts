import type { LookupFunction } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, type Dispatcher } from 'undici'

import type { Clock } from '../source.types.ts'
import { classifyResponse, parseRetryAfter, requestedDelay } from './classify-response.ts'
import { createHostGate, type HostGate, type HostPolicy, type Wait } from './host-gate.ts'
import type { AnswerFormat, HttpFailure, HttpRequest, HttpResult, PostingHttp } from './http.types.ts'
import { sendRequest, type SentBody } from './send-request.ts'

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

  async function exchange(request: HttpRequest, sent?: SentBody): Promise<HttpResult> {
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
        sent,
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
