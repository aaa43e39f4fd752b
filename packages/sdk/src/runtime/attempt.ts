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

/** What runtimes say in one of the errors that they wrap in each other. Browsers say nothing, to hide their user's network. */
const networkFailures: readonly (readonly [words: RegExp, code: string, message: string])[] = [
  [/ECONNREFUSED|ConnectionRefused|connection refused/i, 'network.refused', 'No server listens at this address'],
  [/ENOTFOUND|EAI_AGAIN|dns error|failed to lookup/i, 'network.unknown_host', 'There is no host of this name'],
  [/redirect/i, 'network.redirects', 'The server redirected more than 20 times'],
]

const toNetworkError = (
  usualMessage: string,
  call: CallInfo,
  info: Partial<ReceivedInfo> & { cause: unknown },
): NetworkError => {
  const words: string[] = []
  for (let error: unknown = info.cause; error instanceof Error && words.length < 9; error = error.cause)
    words.push(`${error.message} ${(error as { code?: string }).code}`)
  const [, code, message] = networkFailures.find(([pattern]) => words.some((each) => pattern.test(each))) ?? []
  return new NetworkError(`${message ?? usualMessage}: ${call.url}`, call, {
    ...info,
    ...(code !== undefined && { code, isRetryable: code !== 'network.redirects' }),
  })
}

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
      throw toNetworkError(networkMessage, call, info)
    }
  }
  try {
    const outgoing = { ...context, headers, address: url, body: init.body ?? null }
    const replacement = await runCallback('beforeRequest', () => hooks.beforeRequest?.(outgoing), limits)
    client.writeLog('debug', `${call.operation} is sent`, context)
    // Browsers reject their own fetch when it is called as a method of another object, as ky does.
    const plainFetch: typeof fetch = (input, options) => fetch(input, options)
    // A replacement may come from another realm, where it has another class.
    const isAnswer = replacement && 'status' in replacement
    const own = { ...client.fetchOptions, redirect: init.redirect ?? 'follow' }
    // Held until the body is read: an abort does not reach a request that was collected as garbage.
    const sent = isAnswer
      ? Promise.resolve(replacement)
      : ky(replacement ?? url, { ...(replacement ? own : init), signal, fetch: plainFetch, ...transport })
    const response = await orFail(sent, 'The server could not be reached')
    received = toReceivedInfo(response, call)
    await runCallback('afterResponse', () => hooks.afterResponse?.({ ...context, response }), limits)
    const answer = read({ response, call, now: clock.now() })
    return { data: await orFail(answer, 'The answer broke off'), response }
  } finally {
    clear()
  }
}
