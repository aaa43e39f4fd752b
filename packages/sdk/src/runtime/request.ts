import { readData } from './answer.ts'
import type { AuspexClient } from './client.ts'
import type { AuspexError } from './errors.ts'
import type { RetryOptions } from './retry.ts'
import { type Answer, send } from './send.ts'
import type { Timeout } from './timeout.ts'

/** What every generated function takes as its last argument. */
export interface RequestOptions extends RequestInit, ContractOptions {
  /** The client to call with. Required; optional only because hooks can take it from an `AuspexProvider`. */
  client?: AuspexClient
  /** Instead of the client's. */
  timeout?: Timeout
  /** Instead of the client's. */
  retry?: RetryOptions
  /** Instead of the client's; `fetchWithProgress` makes one that tells how far an upload is. */
  fetch?: typeof globalThis.fetch
  /** Makes a write repeatable: the server does it once, however often it is sent with this key. */
  idempotencyKey?: string
}

/** What the contract says of a call. Set by the generated function. */
interface ContractOptions {
  operation?: string
  productMessage?: string
  /** How long the contract gives one attempt */
  attemptTimeoutMs?: number
  /** Whether an attempt that timed out is made again although it is a write */
  retryTimeouts?: boolean
  /** Which service answers; the API when left out */
  service?: 'assistant'
  /** The path by the names of its parameters, where their values are not for logs */
  logPath?: string
  /** Whether the answer is a file */
  isDownload?: boolean
  /** A body to send as JSON */
  json?: unknown
}

/** A call under way: a promise of its data, which can also give the answer that the data came in. */
export interface Call<T> extends Promise<T> {
  withResponse(): Promise<Answer<T>>
}

/** Error type of generated hooks. The documented problem body is in `ApiError.problem`. */
export type ErrorType<_Documented> = AuspexError

/** The way of every generated call but streams. */
export const request = <T>(url: string, options: RequestOptions = {}): Call<T> => {
  const answer = send(url, options, async (received) => {
    const body = await readData(received, options.isDownload)
    options.client?.validate?.({ ...received.call, body })
    // The contract's type of this answer; `validate` checks it where an app wants that.
    return body as T
  })
  const data = answer.then((arrived) => arrived.data)
  return Object.assign(data, {
    withResponse: () => {
      // Whoever asks for the answer hears of a failure there, and not a second time as an unhandled rejection.
      data.catch(() => undefined)
      return answer
    },
  })
}
