/** Client functions, one per operation; each takes `{ client }` as its last argument. */
export * from './generated/client/index.ts'
export { type AuspexClient, type ClientOptions, type Clock, createClient } from './runtime/client.ts'
export type { AccessToken, Auth } from './runtime/auth.ts'
export { type Page, paginate, type Paginated } from './runtime/paginate.ts'
export { type PollOptions, pollQueryStatus, type QueryProgress } from './runtime/poll-query-status.ts'
export type { CallContext, CallLog, Hooks, OutgoingRequest, Replacement } from './runtime/hooks.ts'
export type { LogLevel, LogTarget } from './runtime/log.ts'
export type { Call } from './runtime/request.ts'
export type { RequestOptions } from './runtime/request-options.ts'
export type { RetryOptions, RetryPolicy } from './runtime/retry.ts'
export type { Answer } from './runtime/send.ts'
export { defaultTimeoutMs, type Timeout } from './runtime/timeout.ts'
export type { Validation } from './runtime/validation.ts'
export {
  AbortedError,
  ApiError,
  AuspexError,
  ConflictError,
  DataTooSparseError,
  DecodeError,
  ForbiddenError,
  HookError,
  InvalidError,
  isAuspexError,
  NetworkError,
  NotFoundError,
  NotImplementedError,
  ProductError,
  RateLimitedError,
  ServerError,
  TimeoutError,
  TokenError,
  TooLargeError,
  UnauthenticatedError,
  UnavailableError,
  UnsupportedMediaTypeError,
} from './runtime/errors.ts'
export { type ReconnectOptions, StreamInterruptedError } from './runtime/streaming/resume.ts'
export type { AuspexStream, StreamOptions } from './runtime/streaming/stream.ts'
export type * from './generated/model/index.ts'
