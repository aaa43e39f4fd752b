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

/** What a call is about to send. */
export interface OutgoingRequest extends CallContext {
  readonly headers: Headers
  /** The whole address, with the values of the query */
  readonly address: string
  /** The encoded body; null without one */
  readonly body: BodyInit | null
}

/** What a hook sends or answers instead; nothing to send what the call would. */
export type Replacement = Request | Response | undefined | void

/** Functions that are awaited at the stages of a call. What they throw, the call throws. */
export interface Hooks {
  /**
   * Before each attempt; `headers` may be changed, and contain the access token. Return a `Request` to send that instead, to another address or with
   * another body, or a `Response` to answer without sending anything.
   */
  beforeRequest?(context: OutgoingRequest): Replacement | Promise<Replacement>
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
