import ky from 'ky'
import { runCallback, startTimer, stoppedMessage } from './app-code.ts'
import type { AuspexClient } from './client.ts'
import { type ReceivedInfo, toReceivedInfo, type UnreadResponse } from './answer.ts'
import { AbortedError, AuspexError, type CallInfo, DecodeError, NetworkError, TimeoutError } from './errors.ts'
import type { CallContext } from './hooks.ts'

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
  /** Reads the response as the call requires. Anything it throws other than an AuspexError is a broken connection or a broken body. */
  readonly read: (received: UnreadResponse) => Promise<T>
}

/** ky only sends one request; aborting, retrying and interpreting failures are decided here, where the contract is known. */
const transport = { retry: 0, timeout: false, throwHttpErrors: false } as const

/** One request and its response. Every failure is an AuspexError. */
export const attemptOnce = async <T>(attempt: Attempt<T>): Promise<{ data: T; response: Response }> => {
  const { client, url, init, call, context, timeoutMs, read } = attempt
  const { hooks, clock } = client
  const { fetch = client.fetch ?? globalThis.fetch } = attempt
  const { headers, signal: stop } = init
  const { signal, clear } = startTimer(timeoutMs, stop)
  const limits = { call, callerSignal: stop, signal }
  let received: ReceivedInfo | null = null
  const orFail = async <Result>(work: Promise<Result>, networkMessage: string): Promise<Result> => {
    try {
      return await work
    } catch (cause) {
      if (cause instanceof AuspexError) throw cause
      const info = { ...received, cause }
      // First, because a signal may abort with its own timeout error.
      if (stop?.aborted) throw new AbortedError(stoppedMessage, call, info)
      if (signal.aborted)
        throw new TimeoutError(`The server did not answer within ${timeoutMs} ms: ${call.url}`, call, info)
      if (cause instanceof SyntaxError)
        throw new DecodeError(
          `The answer (${received?.status} ${received?.contentType}) is not what the contract says: ${call.url}`,
          call,
          info,
        )
      throw new NetworkError(`${networkMessage}: ${call.url}`, call, info)
    }
  }
  try {
    await runCallback('beforeRequest', () => hooks.beforeRequest?.({ ...context, headers }), limits)
    // Browsers reject their own fetch when it is called as a method of another object, as ky does.
    const plainFetch: typeof fetch = (input, options) => fetch(input, options)
    const sent = ky(url, { ...init, signal, fetch: plainFetch, ...transport })
    const response = await orFail(sent, 'The server could not be reached')
    received = toReceivedInfo(response, call)
    await runCallback('afterResponse', () => hooks.afterResponse?.({ ...context, response }), limits)
    const answer = read({ response, call, now: clock.now() })
    return { data: await orFail(answer, 'The answer broke off'), response }
  } finally {
    clear()
  }
}
