import type { Problem } from '../generated/model/index.ts'
import type { UnreadResponse } from './attempt.ts'
import { classFor, DataTooSparseError, ProductError } from './errors.ts'

/**
 * The body of a success; throws the error of every other answer. A 2xx body fails that has the message "error" or an
 * error flag (specification §8), or `data-too-sparse`, which a topic query uses for too few documents. The error's message
 * is then the contract's, except where the reply has a `display` flag: there it is the server's.
 */
export const readData = async ({ response, call, now }: UnreadResponse, isDownload = false): Promise<unknown> => {
  const { ok, status, headers } = response
  if (ok && isDownload) return response.blob()
  const body = await readBody(response).catch((error: unknown) => {
    if (ok) throw error
  })
  // Object() makes something to read fields of out of any body, also out of none.
  const { title, code, requestId, message, error, display } = Object(body) as Partial<Problem & Flags>
  const details = {
    status,
    code: code ?? `http.${status}`,
    problem: title ? (body as Problem) : null,
    body,
    requestId: requestId ?? headers.get('x-request-id') ?? call.requestId,
    retryAfter: retryAfterSeconds(headers.get('retry-after'), now),
    isRetryable: status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501),
    display: display ?? null,
  }
  if (!ok) throw new (classFor(status))(title ?? `The server answered ${status}`, call, details)
  if (message === 'data-too-sparse') throw new DataTooSparseError(message, call, { ...details, code: message })
  if (message === 'error' || error) {
    const said = [message, error].find((text) => typeof text === 'string' && text !== 'error') as string | undefined
    const { productMessage } = call
    throw new ProductError((display === undefined && productMessage) || (said ?? productMessage ?? 'error'), call, {
      ...details,
      code: 'product.error',
    })
  }
  return body
}

/** Fields of a 2xx body that tell of a failure. */
interface Flags {
  error: unknown
  display: boolean
}

/** By its media type. A web page is read as JSON too, for it is none: then `baseUrl` leads to a web site. */
const readBody = async (response: Response): Promise<unknown> => {
  const type = response.headers.get('content-type') ?? ''
  if (/json|html/.test(type)) return response.json()
  return type.startsWith('text') ? response.text() : response.body && response.blob()
}

/**
 * Retry-After as seconds from now: a number or an HTTP date, 0 for one that has passed; null when absent or unreadable.
 * Reference: RFC 9110, section 10.2.3.
 */
const retryAfterSeconds = (value: string | null, now: number): number | null => {
  if (!value) return null
  // Only HTTP dates, for the language reads dates into almost any text.
  const seconds = value.endsWith('GMT') ? Math.max(0, (Date.parse(value) - now) / 1000) : Number(value)
  return seconds >= 0 ? seconds : null
}
