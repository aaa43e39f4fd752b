import type { Problem } from '../generated/model/index.ts'
import type { UnreadResponse } from './attempt.ts'
import { type CallInfo, classFor, DataTooSparseError, ProductError } from './errors.ts'

/** What is known of an answer before its body is read. */
export interface ReceivedInfo {
  readonly status: number
  readonly contentType: string | null
  readonly requestId: string | null
}

export const toReceivedInfo = ({ status, headers }: Response, call: CallInfo): ReceivedInfo => ({
  status,
  contentType: headers.get('content-type'),
  requestId: headers.get('x-request-id') ?? call.requestId ?? null,
})

/**
 * The body of a success; throws the error of every other answer. A 2xx body fails that has the message "error" or an
 * error flag (specification §8), or `data-too-sparse`, which a topic query uses for too few documents. The error's message
 * is then the contract's, except where the reply has a `display` flag: there it is the server's.
 */
export const readData = async ({ response, call, now }: UnreadResponse, isDownload = false): Promise<unknown> => {
  const { ok, status, headers } = response
  if (ok && isDownload) return response.blob()
  const received = toReceivedInfo(response, call)
  const body = await readBody(response, received.contentType).catch((error: unknown) => {
    if (ok) throw error
  })
  // Object() makes something to read fields of out of any body, also out of none.
  const { title, code, requestId, message, error, display } = Object(body) as Partial<Problem & Flags>
  const problem = title ? (body as Problem) : null
  const details = {
    ...received,
    code: code ?? `http.${status}`,
    problem,
    body,
    requestId: requestId ?? received.requestId,
    retryAfter: retryAfterSeconds(headers.get('retry-after'), Date.parse(headers.get('date') ?? '') || now),
    isRetryable: /^(408|425|429|5(?!01))/.test(`${status}`),
    display: display ?? null,
  }
  if (!ok) throw new (classFor(status))(describeRefusal(call, status, problem), call, details)
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

/** For who reads a stack trace: the operation, the answer, and the first place that is wrong. */
const describeRefusal = ({ operation, url }: CallInfo, status: number, problem: Problem | null): string => {
  const [place] = problem?.errors ?? []
  const where =
    place && place.message !== problem?.title
      ? `${place.in} ${place.pointer} ${place.message}`
      : // Browsers hide which redirect it is, and say 0.
        (problem?.detail ?? (status < 400 && 'a redirect: see baseUrl'))
  return `${operation ?? url} failed with ${status}${problem ? ` ${problem.code}: ${problem.title}` : ''}${where ? ` (${where})` : ''}`
}

/** Fields of a 2xx body that tell of a failure. */
interface Flags {
  error: unknown
  display: boolean
}

/** JSON; null where there is no body. What says that it is something else is no answer of the API: then `baseUrl` may lead to a web site. */
const readBody = async (response: Response, contentType: string | null): Promise<unknown> => {
  // A proxy may name the type of a body that these have not.
  if (response.status === 204 || response.status === 205) return null
  if (!/json/i.test(contentType ?? 'json')) throw new SyntaxError(`${contentType} is not JSON`)
  return response.json()
}

/**
 * Retry-After as seconds from now, by the server's own clock where the answer shows it: a number or an HTTP date, 0 for one that has passed; null when absent or unreadable.
 * Reference: RFC 9110, section 10.2.3.
 */
const retryAfterSeconds = (value: string | null, now: number): number | null => {
  if (!value) return null
  // Only HTTP dates, for the language reads dates into almost any text.
  const seconds = value.endsWith('GMT') ? Math.max(0, (Date.parse(value) - now) / 1000) : Number(value)
  return seconds >= 0 ? seconds : null
}
