import type { AuspexError } from './errors.ts'

/** One call of a client, as passed to its logger and hooks. */
export interface CallContext {
  /** operationId */
  readonly operation: string
  readonly method: string
  /** Path and query; every value of the query is replaced by `…` */
  readonly url: string
  readonly requestId: string
  /** From 0; incremented with each retry */
  readonly attempt: number
}

/** Functions that are awaited at the stages of a call. What they throw, the call throws. */
export interface Hooks {
  /** Before each attempt; `headers` may be changed, and contain the access token. */
  beforeRequest?(context: CallContext & { readonly headers: Headers }): void | Promise<void>
  /** After each response, whatever its status. Clone the response to read its body. */
  afterResponse?(context: CallContext & { readonly response: Response }): void | Promise<void>
  /** After a failure, before the wait of `delayMs` for the next attempt. */
  onRetry?(context: CallContext & { readonly error: AuspexError; readonly delayMs: number }): void | Promise<void>
  /** Once a call has finally failed. */
  onError?(context: CallContext & { readonly error: unknown }): void | Promise<void>
}

/** The log entry of a finished call; never contains tokens, bodies or query values. */
export interface CallLog extends CallContext {
  /** The last status; null without a response */
  readonly status: number | null
  readonly durationMs: number
  /** Name of the error class; null for a success */
  readonly error: string | null
}
