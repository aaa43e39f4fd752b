import type { AuspexClient } from './client.ts'
import type { RetryOptions } from './retry.ts'
import type { Timeout } from './timeout.ts'

/** What every generated function takes as its last argument. */
export interface RequestOptions extends Omit<RequestInit, 'method' | 'body'> {
  /** The client to call with. Required; optional only because hooks can take it from an `AuspexProvider`. */
  client?: AuspexClient
  /** Instead of the client's. */
  timeout?: Timeout
  /** Instead of the client's. */
  retry?: RetryOptions
  /** Instead of the client's; `fetchWithProgress` of `@auspex/sdk/uploads` makes one that tells how far an upload is. */
  fetch?: typeof globalThis.fetch
  /**
   * The server does a write once, however often it is sent with the same key. Each call makes a key of its own, so that its further attempts
   * change nothing twice; give one to send the same write again in another call, within 24 hours.
   */
  idempotencyKey?: string
}

/** What the contract says of a call, beside its name. Given by the generated function, and no business of an app. */
export interface ContractOptions extends Pick<RequestInit, 'method' | 'body'> {
  productMessage?: string
  /** How long the contract gives one attempt */
  attemptTimeoutMs?: number
  /** Whether an attempt that timed out is made again although it is a write */
  retryTimeouts?: boolean
  /** Whether the server does it once for a key; so does every write of the contract that does not say otherwise */
  takesKey?: boolean
  /** Whether it only reads although it is a POST */
  isSafe?: boolean
  /** Which service answers; the API when left out */
  service?: 'assistant'
  /** The path by the names of its parameters, where their values are not for logs */
  logPath?: string
  /** Whether the contract's path ends so, which an empty id would do else */
  endsWithSlash?: boolean
  /** Whether the answer is a file */
  isDownload?: boolean
  /** A body to send as JSON */
  json?: unknown
}

/** Everything that is known of a call. */
export interface CallOptions extends RequestOptions, ContractOptions {
  operation?: string
}
