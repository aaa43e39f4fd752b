import type { Problem } from '../generated/model/index.ts'

/** What every error of the SDK knows of the call that failed. */
export interface CallInfo {
  /** operationId of the call; null for a call made by hand */
  readonly operation: string | null
  /** The sentence the contract gives a person for this failure; null when it gives none */
  readonly productMessage: string | null
}

/** Any failure of a call. */
export class AuspexError extends Error {
  readonly operation: string | null
  readonly productMessage: string | null
  /** Whether the same call may succeed later without a change. */
  readonly isRetryable: boolean = false

  constructor(message: string, call: CallInfo, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.operation = call.operation
    this.productMessage = call.productMessage
  }
}

/** What the server answered, as far as it could be read. */
export interface ErrorAnswer {
  readonly status: number
  /** The problem document; null when the body was something else */
  readonly problem: Problem | null
  /** The parsed body, whatever it was */
  readonly body: unknown
  readonly requestId: string | null
  /** Milliseconds that the server asks to wait; null when it does not say */
  readonly retryAfterMs: number | null
}

/** The server answered with an error: a status of 400 or more, or a body that says it failed. */
export class ApiError extends AuspexError {
  readonly status: number
  /** Stable code of the problem, or `http.<status>` when the server sent none. */
  readonly code: string
  readonly problem: Problem | null
  readonly body: unknown
  readonly requestId: string | null
  readonly retryAfterMs: number | null
  override readonly isRetryable: boolean

  constructor(answer: ErrorAnswer, call: CallInfo, options?: ErrorOptions & { message?: string; code?: string }) {
    super(options?.message ?? answer.problem?.title ?? `The server answered ${answer.status}`, call, options)
    this.status = answer.status
    this.code = options?.code ?? answer.problem?.code ?? `http.${answer.status}`
    this.problem = answer.problem
    this.body = answer.body
    this.requestId = answer.requestId
    this.retryAfterMs = answer.retryAfterMs
    this.isRetryable = [408, 425, 429].includes(answer.status) || (answer.status >= 500 && answer.status !== 501)
  }
}

/** 401: no valid access token. */
export class UnauthenticatedError extends ApiError {}
/** 403: the person may not do this. */
export class ForbiddenError extends ApiError {}
/** 404: there is no such thing, or it belongs to someone else. */
export class NotFoundError extends ApiError {}
/** 409: the state of the thing does not allow this. */
export class ConflictError extends ApiError {}
/** 422: the request does not match the contract; `problem.errors` points at the places. */
export class InvalidError extends ApiError {}
/** 429: too many requests; wait `retryAfterMs`. */
export class RateLimitedError extends ApiError {}
/** 500 and above: the server failed. */
export class ServerError extends ApiError {}
/** A reply with status 2xx whose body has the message "error" or an error flag. */
export class ProductError extends ApiError {}
/** Fewer documents match than a report needs; `body` is the search with suggestions. */
export class DataTooSparseError extends ApiError {}

/** No answer arrived: the network or the server is not there. */
export class NetworkError extends AuspexError {
  override readonly isRetryable = true
}
/** No answer arrived in time. */
export class TimeoutError extends AuspexError {
  override readonly isRetryable = true
}
/** The caller stopped the call through its signal. */
export class AbortedError extends AuspexError {}
/** The answer could not be read as what the contract says. */
export class DecodeError extends AuspexError {}

/** Picks the error class for an answer. */
export const toApiError = (answer: ErrorAnswer, call: CallInfo): ApiError => {
  const ErrorClass = classFor(answer.status)
  return new ErrorClass(answer, call)
}

const classFor = (status: number): typeof ApiError => {
  switch (status) {
    case 401:
      return UnauthenticatedError
    case 403:
      return ForbiddenError
    case 404:
      return NotFoundError
    case 409:
      return ConflictError
    case 422:
      return InvalidError
    case 429:
      return RateLimitedError
    default:
      return status >= 500 ? ServerError : ApiError
  }
}
