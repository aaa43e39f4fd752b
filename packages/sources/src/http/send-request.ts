import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { type Dispatcher, errors, request as send } from 'undici'
import type { Outage } from '../source.types.ts'
import { decodeText } from './decode-text.ts'
import type { FailureReason, HttpFailure } from './http.types.ts'

/** Maximum bytes read from the wire. */
export const maxBodyBytes = 10 * 1024 * 1024
/** Maximum bytes after decompression, so that a small response cannot fill the memory. */
export const maxDecodedBytes = 30 * 1024 * 1024

/** The body exceeds the allowed size. */
class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/** Encodings to request. */
const acceptedEncodings = 'gzip, deflate, br'

/** Reads and decompresses a body, with caps on both sizes. */
async function readBody(chunks: AsyncIterable<Buffer>, encoding: string): Promise<Buffer> {
  const chunksSoFar: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > maxBodyBytes) throw new BodyTooLargeError(`the body is larger than ${maxBodyBytes / 1024 ** 2} MB`)
    chunksSoFar.push(chunk)
  }
  const bytes = Buffer.concat(chunksSoFar)
  // Files that are compressed themselves, without a header that states it, begin with gzip's two bytes.
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const decode = decoders.get(encoding.trim().toLowerCase()) ?? (isGzip ? decoders.get('gzip') : undefined)
  if (!decode || length === 0) return bytes
  try {
    return await decode(bytes, { maxOutputLength: maxDecodedBytes })
  } catch (error) {
    if (error instanceof RangeError)
      throw new BodyTooLargeError(`the body decompresses to more than ${maxDecodedBytes / 1024 ** 2} MB`)
    throw error
  }
}

/** A response with its body, or why there is none. Redirects are responses. */
export type SendResult =
  | { ok: true; httpStatus: number; header: (name: string) => string | null; contentType: string; body: string }
  | HttpFailure

/** The body of a request, with its media type. */
export interface RequestBody {
  type: string
  text: string
}

export interface SendOptions {
  url: string
  signal: AbortSignal
  dispatcher: Dispatcher
  userAgent: string
  accept: string
  timeoutMs: number
  headers?: Readonly<Record<string, string>> | undefined
  /** Sent by POST; without it the request is a GET. */
  body?: RequestBody | undefined
  /** Called when the request failed before its host could see it. */
  onNeverArrived?: () => void
}

/** Sends one request and reads the whole response within the time limit. Throws only an `AbortError`. */
export async function sendRequest(options: SendOptions): Promise<SendResult> {
  const { url, signal, dispatcher, userAgent, accept, timeoutMs, headers, body } = options
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
        ...(body && { 'content-type': body.type }),
        ...headers,
      },
      ...(body && { method: 'POST' as const, body: body.text }),
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
    const outage = outageOf(error, deadline)
    if (outage === 'no_connection') options.onNeverArrived?.()
    const failure = nameFailure(error, { outage, timeoutMs })
    return { ok: false, ...failure, retryAfterMs: null, httpStatus: null, ...(outage !== null && { outage }) }
  }
}

function abortError(signal: AbortSignal): Error {
  const { reason } = signal
  if (reason instanceof Error && reason.name === 'AbortError') return reason
  return new DOMException('The search was cancelled', 'AbortError')
}

function nameFailure(
  error: unknown,
  { outage, timeoutMs }: { outage: Outage | null; timeoutMs: number },
): FailureReason {
  if (outage === 'no_answer')
    return { status: 'upstream_down', reason: `The source did not answer within ${timeoutMs / 1000} s.` }
  if (error instanceof BodyTooLargeError)
    return { status: 'schema_changed', reason: `The source sent too much: ${error.message}.` }
  const code = codeOf(error)
  const reasonText = connectionReasons[code] ?? 'the connection broke before the whole answer was there'
  return { status: 'upstream_down', reason: `The source cannot be reached: ${reasonText}.` }
}

/** The kind of outage when the host sent nothing; null for other failures. */
function outageOf(error: unknown, deadline: AbortSignal): Outage | null {
  if (neverConnected.has(codeOf(error))) return 'no_connection'
  const isSilence =
    deadline.aborted || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
  return isSilence ? 'no_answer' : null
}

/** Failures before a host could see the request. */
const neverConnected: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const noConnectionReason = 'no connection came about in time; the network may be down'
const connectionReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its address cannot be found',
  EAI_AGAIN: 'its address cannot be looked up; the network may be down',
  ECONNREFUSED: 'it refuses connections',
  ENETUNREACH: 'no route leads to it; the network may be down',
  EHOSTUNREACH: 'no route leads to it',
  ETIMEDOUT: noConnectionReason,
  UND_ERR_CONNECT_TIMEOUT: noConnectionReason,
  CERT_HAS_EXPIRED: 'its certificate has expired',
}
