import type { Problem, SearchState } from '../generated/model/index.ts'

/** What every error of the SDK contains about the failed call. */
export interface CallInfo {
  /** operationId of the call */
  readonly operation: string
  /** The contract's message for a person about this failure; null when it has none */
  readonly productMessage: string | null
  /** The id under which the server logged the request, or the one it was sent with; null when nothing was sent */
  readonly requestId?: string | null
  /** Method and address; every value of the query is replaced by `…`; null when nothing was sent */
  readonly url?: string | null
}

/** What an error contains about the server's response. */
export interface AnswerInfo {
  readonly status: number | null
  /**
   * Stable: that of the problem, `http.<status>` when the server sent none, or `product.error` or `data-too-sparse` with a 2xx; null without a
   * response.
   */
  readonly code: string | null
  /** The problem document; null when the body was something else */
  readonly problem: Problem | null
  /** The parsed body, of any type */
  readonly body: unknown
  /** Media type of the response; null without a response */
  readonly contentType: string | null
  /** Seconds that the server asks to wait; null when it does not state it */
  readonly retryAfter: number | null
  /** Whether the same call may succeed later without a change. */
  readonly isRetryable: boolean
  /** Whether the server wants its message shown to the person; null where it does not state it. */
  readonly display: boolean | null
}

/** The fields of an error without further information. */
const emptyInfo: AnswerInfo & Pick<CallInfo, 'requestId' | 'url'> = {
  requestId: null,
  url: null,
  status: null,
  code: null,
  problem: null,
  body: null,
  contentType: null,
  retryAfter: null,
  isRetryable: false,
  display: null,
}

/** Errors are recognised by this and not by their class, because a process may contain two copies of the package. */
const brand = Symbol.for('@auspex/sdk.error')

/** Whether a value is an error of the SDK, including another copy of it. Its `name` identifies the kind. */
export const isAuspexError = (value: unknown): value is AuspexError =>
  typeof value === 'object' && value !== null && brand in value

/** Any failure of a call. Every error has every field, which is null where it does not apply. */
export class AuspexError extends Error implements CallInfo, AnswerInfo {
  // Written out, because bundlers shorten the names of classes.
  override name = 'AuspexError'
  declare readonly operation: string
  declare readonly productMessage: string | null
  declare readonly requestId: string | null
  declare readonly url: string | null
  declare readonly contentType: string | null
  declare readonly status: number | null
  declare readonly code: string | null
  declare readonly problem: Problem | null
  declare readonly body: unknown
  declare readonly retryAfter: number | null
  declare readonly isRetryable: boolean
  declare readonly display: boolean | null

  constructor(message: string, call: CallInfo, options?: ErrorOptions & Partial<AnswerInfo>) {
    super(message, options)
    Object.assign(this, emptyInfo, call, options)
  }

  /** The sentence for a person: the server's own where it wrote one for people, else the contract's message. */
  get userMessage(): string | null {
    const { problem, status, code, productMessage } = this
    const isForPeople = problem?.detail && (status ?? 500) < 500 && !/^(request|http|field)\./.test(code ?? '')
    return isForPeople ? `${problem.title.replace(/\.$/, '')}. ${problem.detail}` : productMessage
  }

  /** How Node.js prints it: in at most ten lines, without the frames of libraries and without the body. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const { name, message, stack, url, status, code, requestId, cause } = this
    const frames = stack?.split('\n').filter((line) => /^ +at (?!.*node[:_])/.test(line))
    return `${name}: ${message}\n${frames?.slice(0, 3).join('\n')}\n  status: ${status}, code: ${code}, requestId: ${requestId}, url: ${url}${cause instanceof Error ? `\n  cause: ${cause.message}` : ''}`
  }

  static {
    // On the prototype, so that it does not appear in the output of an error.
    Object.defineProperty(this.prototype, brand, { value: true })
  }
}

/** The server responded with an error: a status of 400 or more, or a body that reports a failure. */
export class ApiError extends AuspexError {
  override name = 'ApiError'
  declare readonly status: number
  declare readonly code: string
}
/** 401: no valid access token. */
export class UnauthenticatedError extends ApiError {
  override name = 'UnauthenticatedError'
}
/** 403: the person may not do this. */
export class ForbiddenError extends ApiError {
  override name = 'ForbiddenError'
}
/** 404: it does not exist, or belongs to someone else. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}
/** 409: the state of the resource does not allow this. */
export class ConflictError extends ApiError {
  override name = 'ConflictError'
}
/** 413: the body is larger than the server accepts. */
export class TooLargeError extends ApiError {
  override name = 'TooLargeError'
}
/** 415: the server does not accept a body of this type. */
export class UnsupportedMediaTypeError extends ApiError {
  override name = 'UnsupportedMediaTypeError'
}
/** 422 (and 400): the request does not match the contract; `problem.errors` lists the places. */
export class InvalidError extends ApiError {
  override name = 'InvalidError'
}
/** 429: too many requests; wait `retryAfter` seconds. */
export class RateLimitedError extends ApiError {
  override name = 'RateLimitedError'
}
/** 500 and above: the server failed. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}
/** 501: this server does not implement the operation. */
export class NotImplementedError extends ServerError {
  override name = 'NotImplementedError'
}
/** 503: the server is temporarily unavailable. */
export class UnavailableError extends ServerError {
  override name = 'UnavailableError'
}
/** A response with status 2xx whose body has the message "error" or an error flag. */
export class ProductError extends ApiError {
  override name = 'ProductError'
}
/** Fewer documents match than a report needs; `body` is the search. */
export class DataTooSparseError extends ApiError {
  override name = 'DataTooSparseError'

  /** Documents that were found; undefined when the server does not state it */
  declare readonly matched: number | null | undefined
  /** Documents that a report needs */
  declare readonly needed: number | undefined
  /** What would find more, each as a sentence */
  declare readonly suggestions: readonly string[]

  constructor(call: CallInfo, options: Partial<AnswerInfo>) {
    const { matched, needed, suggestions = [] } = Object(options.body) as Partial<SearchState>
    super(
      needed
        ? [`${call.operation} found ${matched} of ${needed} documents that a report needs`, ...suggestions].join('. ')
        : 'data-too-sparse',
      call,
      options,
    )
    Object.assign(this, { matched, needed, suggestions })
  }
}

/**
 * No response arrived: the network or the server is unreachable, or the connection broke. Outside of browsers, which do not tell, `code` is
 * `network.refused`, `network.unknown_host` or `network.redirects` where the reason is known.
 */
export class NetworkError extends AuspexError {
  override name = 'NetworkError'

  constructor(message: string, call: CallInfo, options?: ErrorOptions & Partial<AnswerInfo>) {
    super(message, call, { isRetryable: true, ...options })
  }
}
/** No response arrived in time. */
export class TimeoutError extends AuspexError {
  override name = 'TimeoutError'
  override readonly isRetryable = true
}
/** The caller aborted the call through its signal. */
export class AbortedError extends AuspexError {
  override name = 'AbortedError'
}
/** A hook of the app failed; its error is the `cause`. */
export class HookError extends AuspexError {
  override name = 'HookError'
}
/** There is no access token: `getToken` failed, or returned a value that is invalid in a header. */
export class TokenError extends HookError {
  override name = 'TokenError'
}
/** The response does not match the contract. */
export class DecodeError extends AuspexError {
  override name = 'DecodeError'
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidError,
  401: UnauthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: TooLargeError,
  415: UnsupportedMediaTypeError,
  422: InvalidError,
  429: RateLimitedError,
  501: NotImplementedError,
  503: UnavailableError,
}

export const errorClassFor = (status: number): typeof ApiError =>
  classes[status] ?? (status < 500 ? ApiError : ServerError)
