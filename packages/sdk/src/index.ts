/** Client functions, one a operation; each takes `{ client }` as its last argument. */
export * from './generated/client/index.ts'
export {
  type AuspexClient,
  type CallLog,
  type ClientOptions,
  createClient,
  defaultTimeoutMs,
} from './runtime/client.ts'
export type { Auth } from './runtime/auth.ts'
export type { RequestOptions } from './runtime/request.ts'
export {
  AbortedError,
  ApiError,
  AuspexError,
  ConflictError,
  DataTooSparseError,
  DecodeError,
  ForbiddenError,
  InvalidError,
  NetworkError,
  NotFoundError,
  ProductError,
  RateLimitedError,
  ServerError,
  TimeoutError,
  UnauthenticatedError,
} from './runtime/errors.ts'
export type * from './generated/model/index.ts'
