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

/** Sets fields that are not enumerable: Node.js prints each enumerable field of an error that nobody catches. */
export const hideFields = (error: Error, fields: object): void => {
  for (const [name, value] of Object.entries(fields))
    Object.defineProperty(error, name, { value, writable: true, configurable: true })
}

const causes = new WeakMap<object, unknown>()

/**
 * Answers for `cause` in the place of `Error.prototype`. Node.js prints a cause with its whole stack, one behind an accessor as `[Getter/Setter]`, and
 * none at all where `'cause' in error` is false.
 */
const causeReader: object = new Proxy(Object.create(Error.prototype) as object, {
  get: (target, key, error) => (key === 'cause' ? causes.get(error as object) : Reflect.get(target, key, error)),
  set: (target, key, value, error) =>
    key === 'cause' ? Boolean(causes.set(error as object, value)) : Reflect.set(target, key, value, error),
  // for matchers of test runners, which look for a property of its own
  getOwnPropertyDescriptor: (target, key) =>
    key === 'cause' ? { configurable: true, value: undefined } : Reflect.getOwnPropertyDescriptor(target, key),
})

/** Keeps the first frames of the app: an error that nobody catches then fits in ten lines. Frames of libraries say nothing about the mistake. */
export const shortenStack = (error: Error, maxFrames: number): void => {
  const [head, ...frames] = error.stack?.split(/\n(?= +at )/) ?? []
  const ownFrames = frames.filter((frame) => !/node[:_]/.test(frame))
  // a call that nobody awaits has only those
  const shown = ownFrames.length > 0 ? ownFrames : frames
  hideFields(error, { stack: [head, ...shown.slice(0, maxFrames)].join('\n') })
}

/** Any failure of a call. Every error has every field, which is null where it does not apply. */
export class AuspexError extends Error implements CallInfo, AnswerInfo {
  // Written out, because bundlers shorten the names of classes. An accessor, because Node.js prints every field of an error that nobody catches.
  override get name(): string {
    return 'AuspexError'
  }
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
    super(message)
    const { cause, ...info } = { ...emptyInfo, ...call, ...options }
    hideFields(this, info)
    if (cause !== undefined) this.cause = cause
    shortenStack(this, cause === undefined ? 3 : 1)
  }

  /**
   * The sentence for a person: the server's own where it wrote one for people, else the contract's message, with the reason where the person can do
   * something about it.
   */
  get userMessage(): string | null {
    const { problem, status, code, productMessage } = this
    if (code === 'identity.insufficient_scope')
      return 'This app may not do that for you. Sign out and in again; if that does not help, ask the people who run the app.'
    if (code === 'identity.unauthenticated' || code === 'identity.invalid_token') return 'Sign in to continue.'
    // A request that is wrong in its own words says how in its title.
    const isSaid = problem?.detail || status === 422
    const isForPeople = problem && isSaid && (status ?? 500) < 500 && !/^(request|http|field)\./.test(code ?? '')
    return isForPeople ? `${problem.title.replace(/\.$/, '')}. ${problem.detail ?? ''}`.trim() : productMessage
  }

  /** The fields, for loggers that write JSON; without the body, which may be large. */
  toJSON(): object {
    const { name, message, operation, url, status, code, requestId, retryAfter, isRetryable } = this
    return { name, message, operation, url, status, code, requestId, retryAfter, isRetryable }
  }

  /** How Node.js prints it: in at most ten lines, without the frames of libraries and without the body. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const { name, message, stack, url, status, code, requestId, cause } = this
    const frames = stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? []
    return `${[`${name}: ${message}`, ...frames].join('\n')}\n  status: ${status}, code: ${code}, requestId: ${requestId}, url: ${url}${cause instanceof Error ? `\n  cause: ${cause.message}` : ''}`
  }

  static {
    // On the prototype, so that it does not appear in the output of an error.
    Object.defineProperty(this.prototype, brand, { value: true })
    Object.setPrototypeOf(this.prototype, causeReader)
  }
}

/** The server responded with an error: a status of 400 or more, or a body that reports a failure. */
export class ApiError extends AuspexError {
  override get name(): string {
    return 'ApiError'
  }
  declare readonly status: number
  declare readonly code: string
}
/** 401: no valid access token. */
export class UnauthenticatedError extends ApiError {
  override get name(): string {
    return 'UnauthenticatedError'
  }
}
/** 403: the person may not do this. */
export class ForbiddenError extends ApiError {
  override get name(): string {
    return 'ForbiddenError'
  }
}
/** 404: it does not exist, or belongs to someone else. */
export class NotFoundError extends ApiError {
  override get name(): string {
    return 'NotFoundError'
  }
}
/** 409: the state of the resource does not allow this. */
export class ConflictError extends ApiError {
  override get name(): string {
    return 'ConflictError'
  }
}
/** 413: the body is larger than the server accepts. */
export class TooLargeError extends ApiError {
  override get name(): string {
    return 'TooLargeError'
  }
}
/** 415: the server does not accept a body of this type. */
export class UnsupportedMediaTypeError extends ApiError {
  override get name(): string {
    return 'UnsupportedMediaTypeError'
  }
}
/** 422 (and 400): the request does not match the contract; `problem.errors` lists the places. */
export class InvalidError extends ApiError {
  override get name(): string {
    return 'InvalidError'
  }
}
/** 429: too many requests; wait `retryAfter` seconds. */
export class RateLimitedError extends ApiError {
  override get name(): string {
    return 'RateLimitedError'
  }
}
/** 500 and above: the server failed. */
export class ServerError extends ApiError {
  override get name(): string {
    return 'ServerError'
  }
}
/** 501: this server does not implement the operation. */
export class NotImplementedError extends ServerError {
  override get name(): string {
    return 'NotImplementedError'
  }
}
/** 503: the server is temporarily unavailable. */
export class UnavailableError extends ServerError {
  override get name(): string {
    return 'UnavailableError'
  }
}
/** A response with status 2xx whose body has the message "error" or an error flag. */
export class ProductError extends ApiError {
  override get name(): string {
    return 'ProductError'
  }
}
const toSentences = (texts: readonly string[]): string => texts.map((text) => text.replace(/\.?$/, '.')).join(' ')

/** Fewer documents match than a report needs; `body` is the search. */
export class DataTooSparseError extends ApiError {
  override get name(): string {
    return 'DataTooSparseError'
  }

  /** Documents that were found; undefined when the server does not state it */
  declare readonly matched: number | null | undefined
  /** Documents that a report needs */
  declare readonly needed: number | undefined
  /** What would find more, each as a sentence */
  declare readonly suggestions: readonly string[]

  constructor(call: CallInfo, options: Partial<AnswerInfo>) {
    const { matched, needed, suggestions = [] } = Object(options.body) as Partial<SearchState>
    const found = `Only ${matched ?? 'some'} of the ${needed} documents that a report needs were found`
    super(needed ? toSentences([found, ...suggestions]) : 'data-too-sparse', call, options)
    hideFields(this, { matched, needed, suggestions })
  }

  override get userMessage(): string | null {
    return this.needed ? this.message : toSentences(['Too few documents were found', ...this.suggestions])
  }
}

/**
 * No response arrived: the network or the server is unreachable, or the connection broke. Outside of browsers, which do not tell, `code` is
 * `network.refused`, `network.unknown_host` or `network.redirects` where the reason is known.
 */
export class NetworkError extends AuspexError {
  override get name(): string {
    return 'NetworkError'
  }

  constructor(message: string, call: CallInfo, options?: ErrorOptions & Partial<AnswerInfo>) {
    super(message, call, { isRetryable: true, ...options })
  }

  override get userMessage(): string | null {
    const { productMessage, code, status } = this
    const reason = networkReasons[code ?? ''] ?? (status === null ? unreachable : 'the answer broke off. Try again.')
    return `${productMessage ?? 'That did not work'}: ${reason}`
  }
}

const unreachable = 'the server cannot be reached. Check your connection and try again.'

/** For people, who can check their own connection but not the address that an app calls. */
const networkReasons: Readonly<Record<string, string>> = {
  'network.refused': 'the server does not answer. Try again in a few minutes.',
  'network.unknown_host': 'the address of the server was not found. Check your connection and try again.',
  'network.redirects': 'the server sends the request back and forth. Tell the people who run the app.',
}

/** No response arrived in time. */
export class TimeoutError extends AuspexError {
  override get name(): string {
    return 'TimeoutError'
  }

  constructor(message: string, call: CallInfo, options?: ErrorOptions & Partial<AnswerInfo>) {
    super(message, call, { isRetryable: true, ...options })
  }

  override get userMessage(): string | null {
    return `${this.productMessage ?? 'That did not work'}: the server took too long to answer. Try again.`
  }
}
/** The caller aborted the call through its signal. */
export class AbortedError extends AuspexError {
  override get name(): string {
    return 'AbortedError'
  }
}
/** A hook of the app failed; its error is the `cause`. */
export class HookError extends AuspexError {
  override get name(): string {
    return 'HookError'
  }
}
/** There is no access token: `getToken` failed, or returned a value that is invalid in a header. */
export class TokenError extends HookError {
  override get name(): string {
    return 'TokenError'
  }
}
/** The response does not match the contract. */
export class DecodeError extends AuspexError {
  override get name(): string {
    return 'DecodeError'
  }
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
