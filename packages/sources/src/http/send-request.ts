import { type Dispatcher, errors, request as send } from 'undici'

import type { HttpFailure } from './http.types.ts'
import { acceptedEncodings, BodyTooLargeError, decodeText, readBody } from './read-body.ts'

/** A response with its body, or why there is none. Redirects are responses. */
export type SendResult =
  | { ok: true; httpStatus: number; header: (name: string) => string | null; contentType: string; body: string }
  | HttpFailure

export interface SendOptions {
  url: string
  signal: AbortSignal
  dispatcher: Dispatcher
  userAgent: string
  accept: string
  timeoutMs: number
  headers?: Readonly<Record<string, string>> | undefined
  /** Sent as a form by POST; without it the request is a GET. */
  form?: Readonly<Record<string, string>> | undefined
  /** Told when the request failed before its host could see it. */
  onNeverArrived?: () => void
}

/** Sends one request and reads the whole answer within the time. Throws only an `AbortError`. */
export async function sendRequest(options: SendOptions): Promise<SendResult> {
  const { url, signal, dispatcher, userAgent, accept, timeoutMs, headers, form } = options
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const response = await send(url, {
      dispatcher,
      signal: AbortSignal.any([signal, deadline]),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: {
        'user-agent': userAgent,
        accept,
        'accept-encoding': acceptedEncodings,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { method: 'POST' as const, body: new URLSearchParams(form).toString() }),
    })
    const header = (name: string): string | null => {
      const value = response.headers[name]
      return (Array.isArray(value) ? value[0] : value) ?? null
    }
    const contentType = header('content-type') ?? ''
    const bytes = await readBody(response.body, header('content-encoding') ?? '')
    return { ok: true, httpStatus: response.statusCode, header, contentType, body: decodeText(bytes, contentType) }
  } catch (error) {
    if (signal.aborted) throw abortError(signal)
    if (neverArrived(error)) options.onNeverArrived?.()
    return { ok: false, ...nameFailure(error, { deadline, timeoutMs }), retryAfterMs: null, httpStatus: null }
  }
}

function abortError(signal: AbortSignal): Error {
  const { reason } = signal
  if (reason instanceof Error && reason.name === 'AbortError') return reason
  return new DOMException('The search was cancelled', 'AbortError')
}

function nameFailure(
  error: unknown,
  { deadline, timeoutMs }: { deadline: AbortSignal; timeoutMs: number },
): Pick<HttpFailure, 'status' | 'reason'> {
  const timedOut =
    deadline.aborted ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  if (timedOut) {
    return { status: 'upstream_down', reason: `The source did not answer within ${timeoutMs / 1000} s.` }
  }
  if (error instanceof BodyTooLargeError)
    return { status: 'schema_changed', reason: `The source sent too much: ${error.message}.` }
  const code = codeOf(error)
  const said = connectionReasons[code] ?? 'the connection broke before the whole answer was there'
  return { status: 'upstream_down', reason: `The source cannot be reached: ${said}.` }
}

/** Whether a request failed before its host could see it. */
function neverArrived(error: unknown): boolean {
  return ['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ECONNREFUSED'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const connectionReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its address cannot be found',
  EAI_AGAIN: 'its address cannot be looked up; the network may be down',
  ECONNREFUSED: 'it refuses connections',
  ENETUNREACH: 'no route leads to it; the network may be down',
  EHOSTUNREACH: 'no route leads to it',
  CERT_HAS_EXPIRED: 'its certificate has expired',
}
