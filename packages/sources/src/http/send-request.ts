import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { type Dispatcher, errors, request as send } from 'undici'
import type { Outage } from '../source.types.ts'
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
    if (length > maxBodyBytes) throw new BodyTooLargeError('the body is larger than 10 MB')
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
    if (error instanceof RangeError) throw new BodyTooLargeError('the body decompresses to more than 30 MB')
    throw error
  }
}

/**
 * Decodes a body in the order of the WHATWG and of feedparser: byte order mark, charset of the content type, XML declaration, UTF-8. Servers declare
 * charsets that their files do not use, so one that the bytes contradict is skipped, and bytes that are declared as UTF-8 and are valid UTF-8 are
 * read as such whatever the content type states; Windows-1252 is the last resort.
 */
export function decodeText(bytes: Buffer, contentType: string): string {
  const marked = byteOrderMark(bytes)
  if (marked !== null) return new TextDecoder(marked).decode(bytes)
  const header = labelOf(/charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1])
  const begin = bytes.subarray(0, 1024).toString('latin1')
  const declaration = labelOf(/^\s*<\?xml[^>]*?\bencoding\s*=\s*["']\s*([^\s"'>]+)/i.exec(begin)?.[1])
  const declared = [header, declaration].filter((label) => label !== null && !label.startsWith('utf-16'))
  const order = declared.includes('utf-8') ? ['utf-8', ...declared] : [...declared, 'utf-8']
  for (const label of [utf16Of(bytes), ...order]) {
    const text = label === null ? null : decodeStrictly(bytes, label)
    if (text !== null) return text
  }
  return new TextDecoder(isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** UTF-16 without a mark: every other byte of the first characters is zero (XML 1.0, appendix F), which no other text encoding has. */
function utf16Of(bytes: Buffer): string | null {
  const [a, b, c, d] = bytes
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le'
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : null
}

/** The WHATWG's label for a charset; null for an unknown one. */
function labelOf(written: string | undefined): string | null {
  try {
    return written === undefined ? null : new TextDecoder(written).encoding
  } catch {
    return null
  }
}

/** Null when the bytes are not in this encoding. */
function decodeStrictly(bytes: Buffer, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** A truncated or partly damaged body is not in another encoding because of that. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder().decode(bytes)
  const wrong = text.split('\uFFFD').length - 1
  const right = text.length - text.replace(/[^\u0000-\u007F\uFFFD]/g, '').length // oxlint-disable-line no-control-regex
  return wrong <= right
}

/** A response with its body, or why there is none. Redirects are responses. */
export type SendResult =
  | { ok: true; httpStatus: number; header: (name: string) => string | null; contentType: string; body: string }
  | HttpFailure

/** The body of a request, with its media type. */
export interface SentBody {
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
  sent?: SentBody | undefined
  /** Called when the request failed before its host could see it. */
  onNeverArrived?: () => void
}

/** Sends one request and reads the whole response within the time limit. Throws only an `AbortError`. */
export async function sendRequest(options: SendOptions): Promise<SendResult> {
  const { url, signal, dispatcher, userAgent, accept, timeoutMs, headers, sent } = options
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
        ...(sent && { 'content-type': sent.type }),
        ...headers,
      },
      ...(sent && { method: 'POST' as const, body: sent.text }),
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

const nobodyThere = 'no connection came about in time; the network may be down'
const connectionReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its address cannot be found',
  EAI_AGAIN: 'its address cannot be looked up; the network may be down',
  ECONNREFUSED: 'it refuses connections',
  ENETUNREACH: 'no route leads to it; the network may be down',
  EHOSTUNREACH: 'no route leads to it',
  ETIMEDOUT: nobodyThere,
  UND_ERR_CONNECT_TIMEOUT: nobodyThere,
  CERT_HAS_EXPIRED: 'its certificate has expired',
}
