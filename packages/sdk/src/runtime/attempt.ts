import ky from 'ky'
import type { AuspexClient } from './client.ts'
import { AbortedError, AuspexError, type CallInfo, DecodeError, NetworkError, TimeoutError } from './errors.ts'
import type { CallContext } from './hooks.ts'

/** An answer whose body nobody has read yet. */
export interface UnreadResponse {
  readonly response: Response
  readonly call: CallInfo
  /** When it came, in milliseconds since the epoch */
  readonly now: number
}

/** What every attempt of a call sends. */
export interface CallRequest {
  readonly client: AuspexClient
  /** Instead of the client's */
  readonly fetch: typeof globalThis.fetch | undefined
  readonly url: string
  readonly init: RequestInit & { readonly headers: Headers }
  readonly call: CallInfo
  readonly context: CallContext
}

export interface Attempt<T> extends CallRequest {
  /** Milliseconds from the first byte sent to the last one read */
  readonly timeoutMs: number
  /** Reads the answer as the call wants it. What it throws beside AuspexErrors is a broken connection or a broken body. */
  readonly read: (received: UnreadResponse) => Promise<T>
}

const longestTimerMs = 2 ** 31 - 1

/**
 * ky carries one request to its answer; when to stop, to try again and what a failure means is decided here, where the
 * contract is known.
 */
const transport = { retry: 0, timeout: false, throwHttpErrors: false } as const

export const stoppedMessage = 'The call was stopped'

/** One request and its answer. Every failure but that of a hook is an AuspexError. */
export const attemptOnce = async <T>(attempt: Attempt<T>): Promise<{ data: T; response: Response }> => {
  const { client, url, init, call, context, timeoutMs, read } = attempt
  const { hooks, clock } = client
  const { fetch = client.fetch ?? globalThis.fetch } = attempt
  const { headers, signal: stop } = init
  await hooks.beforeRequest?.({ ...context, headers })
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), Math.min(timeoutMs, longestTimerMs))
  const signal = stop ? AbortSignal.any([stop, late.signal]) : late.signal
  const orFail = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (cause) {
      if (cause instanceof AuspexError) throw cause
      // First, because a signal may end with a time-out error of its own.
      if (stop?.aborted) throw new AbortedError(stoppedMessage, call, { cause })
      if (signal.aborted) throw new TimeoutError('The server did not answer in time', call, { cause })
      if (cause instanceof SyntaxError)
        throw new DecodeError('The answer is not what the contract says', call, { cause })
      throw new NetworkError('The server could not be reached', call, { cause })
    }
  }
  try {
    // Browsers refuse their own fetch when it is called as a method of something else, as ky does.
    const plainFetch: typeof fetch = (input, options) => fetch(input, options)
    const response = await orFail(ky(url, { ...init, signal, fetch: plainFetch, ...transport }))
    await hooks.afterResponse?.({ ...context, response })
    return { data: await orFail(read({ response, call, now: clock.now() })), response }
  } finally {
    clearTimeout(timer)
  }
}
