import type { Problem } from '../generated/model/index.ts'
import {
  type ApiError,
  type CallInfo,
  DataTooSparseError,
  DecodeError,
  type ErrorAnswer,
  ProductError,
} from './errors.ts'

/** Parses the body by its media type; undefined for an empty answer. */
export const readBody = async (response: Response, call: CallInfo): Promise<unknown> => {
  if (response.status === 204 || response.status === 205) return undefined
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return response.json()
  if (type.startsWith('text/html'))
    throw new DecodeError('The server answered with a web page; is baseUrl right?', call)
  if (type.startsWith('text/')) return response.text()
  return response.blob()
}

export const answerOf = (response: Response, body: unknown): ErrorAnswer => ({
  status: response.status,
  problem: isProblem(body) ? body : null,
  body,
  requestId: isProblem(body) ? body.requestId : response.headers.get('x-request-id'),
  retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
})

/**
 * The failure that a 2xx body tells of: message "error" or an error flag (specification §8), or `data-too-sparse`,
 * which a topic query uses for too few documents. Null when the body is a success.
 */
export const failureIn = (body: unknown, response: Response, call: CallInfo): ApiError | null => {
  if (typeof body !== 'object' || body === null) return null
  const { message, error } = body as { message?: unknown; error?: unknown }
  const answer = answerOf(response, body)
  if (message === 'data-too-sparse') return new DataTooSparseError(answer, call, { message, code: message })
  const flagged = error === true || (typeof error === 'string' && error !== '') || message === 'error'
  if (!flagged) return null
  const serverMessage =
    typeof message === 'string' && message !== 'error' ? message : typeof error === 'string' ? error : undefined
  return new ProductError(answer, call, {
    message: call.productMessage ?? serverMessage ?? 'The server reported an error',
    code: 'product.error',
  })
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  'title' in body &&
  'status' in body &&
  'requestId' in body &&
  typeof body.requestId === 'string'

/** Retry-After as milliseconds from now: seconds or a date; null when absent or unreadable. */
export const retryAfterMs = (value: string | null, now = Date.now()): number | null => {
  if (value === null || value.trim() === '') return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
