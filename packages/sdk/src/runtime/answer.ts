import type { Problem } from '../generated/model/index.ts'
import { type CallInfo, errorClassFor, DataTooSparseError, ProductError } from './errors.ts'

/** A response whose body has not been read yet. */
export interface UnreadResponse {
  readonly response: Response
  readonly call: CallInfo
  /** When it arrived, in milliseconds since the epoch */
  readonly now: number
  /** Whether the request had an access token */
  readonly hasToken: boolean
  /** The option of the client that has the address */
  readonly addressOption: 'baseUrl' | 'assistantUrl'
}

/** What is known of a response before its body is read. */
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
 * Returns the body of a success, and throws the error of every other response. A 2xx body is a failure if it has the message "error" or an error flag
 * (specification §8), or `data-too-sparse`, which a topic query uses for too few documents. The error's message is then the contract's, except where
 * the response has a `display` flag: there it is the server's.
 */
export const readData = async (unread: UnreadResponse, isDownload = false): Promise<unknown> => {
  const { response, call, hasToken } = unread
  const { ok, status } = response
  if (ok && isDownload) return response.blob()
  const received = toReceivedInfo(response, call)
  const body = await readBody(response, received.contentType).catch((error: unknown) => {
    if (ok) throw error
  })
  const details = toDetails(unread, received, body)
  if (!ok) {
    const facts = { problem: details.problem, hasToken, redirect: describeRedirect(unread) }
    throw new (errorClassFor(status))(describeRefusal(call, received, facts), call, details)
  }
  throwFlagged(call, details)
  // Every JSON answer of the contract is an object; a write may be confirmed without one.
  if ((status === 204 || status === 205) && !call.url?.startsWith('GET')) return null
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new SyntaxError('no object')
  return body
}

/** What an error states about a response. */
const toDetails = ({ response: { status, headers }, now }: UnreadResponse, received: ReceivedInfo, body: unknown) => {
  // Object() allows reading fields of any body, including none.
  const { title, code, requestId, display } = Object(body) as Partial<Problem & Flags>
  return {
    ...received,
    code: code ?? `http.${status}`,
    problem: title ? (body as Problem) : null,
    body,
    requestId: requestId ?? received.requestId,
    retryAfter: retryAfterSeconds(headers.get('retry-after'), Date.parse(headers.get('date') ?? '') || now),
    isRetryable: /^(408|425|429|5(?!01))/.test(`${status}`),
    display: display ?? null,
  }
}

const describeRedirect = ({ response: { headers }, addressOption }: UnreadResponse): string => {
  const location = headers.get('location')?.replace(/[?#].*/, '')
  return `a redirect${location ? ` to ${location}, which only a read follows` : ''}: see ${addressOption}`
}

/** Throws for a 2xx body that indicates a failure. */
const throwFlagged = (call: CallInfo, details: ReturnType<typeof toDetails>): void => {
  const { message, error, display } = Object(details.body) as Partial<Problem & Flags>
  if (message === 'data-too-sparse') throw new DataTooSparseError(call, { ...details, code: message })
  if (message !== 'error' && !error) return
  const serverMessage = [message, error].find((text) => typeof text === 'string' && text !== 'error') as
    | string
    | undefined
  const { productMessage } = call
  const shown = (display === undefined && productMessage) || (serverMessage ?? productMessage ?? 'error')
  throw new ProductError(shown, call, { ...details, code: 'product.error' })
}

/** What an address without `/api` leads to. */
export const notTheApi = 'this is not the API: add /api to baseUrl, and /assistant to assistantUrl'

const noToken = 'no access token was sent: auth.getToken of createClient has to return one'

interface RefusalFacts {
  readonly problem: Problem | null
  readonly hasToken: boolean
  /** In words, for a redirect */
  readonly redirect: string
}

/** For stack traces: the operation, the response, and the first invalid place. */
const describeRefusal = ({ operation }: CallInfo, received: ReceivedInfo, facts: RefusalFacts): string => {
  const { problem } = facts
  const reason = findReason(received, facts)
  return `${operation} failed with ${received.status}${problem ? ` ${problem.code}: ${problem.title}` : ''}${reason && ` (${reason})`}`
}

/** The first of: no token, the invalid place, the problem's detail, the wrong address; empty where nothing is known. */
const findReason = ({ status, contentType }: ReceivedInfo, { problem, hasToken, redirect }: RefusalFacts): string => {
  const detail = problem?.detail
  if (status === 401 && !hasToken) return [detail?.replace(/\.$/, ''), noToken].filter(Boolean).join('; ')
  const [place] = problem?.errors ?? []
  const pointer = place && `${place.in} ${place.pointer}`
  if (place && place.message !== problem?.title) return `${pointer} ${place.message}`
  if (pointer || detail) return [pointer, detail].filter(Boolean).join(': ')
  // Every refusal of the API is a problem.
  if (!problem && (status === 404 || status === 405) && !/json/.test(contentType ?? '')) return notTheApi
  // Browsers hide the redirect's status, and report 0.
  return status < 400 ? redirect : ''
}

/** Fields of a 2xx body that indicate a failure. */
interface Flags {
  error: unknown
  display: boolean
}

/** JSON; null without a body. A response of another type is not from the API: then `baseUrl` may point to a web site. */
const readBody = async (response: Response, contentType: string | null): Promise<unknown> => {
  // A proxy may set a content type although these have no body.
  if (response.status === 204 || response.status === 205) return null
  if (!/json/i.test(contentType ?? 'json')) throw new SyntaxError(`${contentType} is not JSON`)
  return response.json()
}

/**
 * Retry-After as seconds from now, by the server's own clock where the response contains it: a number or an HTTP date, 0 for one that has passed;
 * null when absent or unreadable. Reference: RFC 9110, section 10.2.3.
 */
const retryAfterSeconds = (value: string | null, now: number): number | null => {
  if (!value) return null
  // Only HTTP dates, because JavaScript parses almost any text as a date.
  const seconds = value.endsWith('GMT') ? Math.max(0, (Date.parse(value) - now) / 1000) : Number(value)
  return seconds >= 0 ? seconds : null
}
