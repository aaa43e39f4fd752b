import type { AuspexError } from './errors.ts'

/** One call of a client, as its log and its hooks see it. */
export interface CallContext {
  /** operationId; null for a call made by hand */
  readonly operation: string | null
  readonly method: string
  /** Path and query; every value of the query is replaced by `…` */
  readonly url: string
  readonly requestId: string
  /** From 0; grows by one with each retry */
  readonly attempt: number
}

/** Functions that are awaited at the turns of a call. What they throw, the call throws. */
export interface Hooks {
  /** Before each attempt; `headers` may be changed, and hold the access token. */
  beforeRequest?(context: CallContext & { readonly headers: Headers }): void | Promise<void>
  /** After each answer, whatever its status. Clone the response to read its body. */
  afterResponse?(context: CallContext & { readonly response: Response }): void | Promise<void>
  /** After a failure, before the wait of `delayMs` for the next attempt. */
  onRetry?(context: CallContext & { readonly error: AuspexError; readonly delayMs: number }): void | Promise<void>
  /** Once a call has failed for good. */
  onError?(context: CallContext & { readonly error: unknown }): void | Promise<void>
}

/** What is told of a call once it has ended; never tokens, bodies or values of the query. */
export interface CallLog extends CallContext {
  /** The last status; null when no answer came */
  readonly status: number | null
  readonly durationMs: number
  /** Name of the error class; null for a success */
  readonly error: string | null
}
