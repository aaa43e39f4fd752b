import type { AuspexClient } from './client.ts'
import type { RetryOptions } from './retry.ts'
import type { Timeout } from './timeout.ts'

/** The last argument of every generated function. */
export interface RequestOptions extends Omit<RequestInit, 'method' | 'body'> {
  /** The client to call with. Required; optional only because hooks can take it from an `AuspexProvider`. */
  client?: AuspexClient
  /** Overrides the client's. */
  timeout?: Timeout
  /** Overrides the client's. */
  retry?: RetryOptions
  /** Overrides the client's; `fetchWithProgress` of `@auspex/sdk/uploads` creates one that reports upload progress. */
  fetch?: typeof globalThis.fetch
  /**
   * The server performs a write once, however often it is sent with the same key. Each call creates a key, so that its retries change nothing twice;
   * set one to send the same write again in another call, within 24 hours.
   */
  idempotencyKey?: string
}

/** What the contract states about a call, besides its name. Set by the generated function, not by an app. */
export interface ContractOptions extends Pick<RequestInit, 'method'> {
  /** Undefined where the app passed none although the contract requires one */
  body?: BodyInit | null | undefined
  productMessage?: string
  /** The contract's time limit for one attempt */
  attemptTimeoutMs?: number
  /** Whether a timed-out attempt is repeated although it is a write */
  retryTimeouts?: boolean
  /** Whether the server performs it once per key; true for every write unless the contract states otherwise */
  takesKey?: boolean
  /** Whether it only reads although it is a POST */
  isSafe?: boolean
  /** Which service responds; the API when omitted */
  service?: 'assistant'
  /** The path with the names of its parameters, where their values must not be logged */
  logPath?: string
  /** Whether the contract's path ends with a slash, which otherwise indicates an empty id */
  endsWithSlash?: boolean
  /** Whether the response is a file */
  isDownload?: boolean
  /** A body to send as JSON */
  json?: unknown
  /** The ids that the call needs, by name: a missing one is refused before anything is sent */
  ids?: Readonly<Record<string, unknown>>
}

/** All options of a call. */
export interface CallOptions extends RequestOptions, ContractOptions {
  operation: string
}

/** The last argument of a facade method, to change how the call is made. */
export interface MethodOptions extends Omit<RequestOptions, 'client'> {}
