import { runCallback, startTimer, stoppedMessage } from './app-code.ts'
import type { AuspexClient } from './client.ts'
import { notTheApi, type ReceivedInfo, toReceivedInfo, type UnreadResponse } from './answer.ts'
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
  /** The option of the client that has the address */
  readonly addressOption: 'baseUrl' | 'assistantUrl'
}

export interface Attempt<T> extends CallRequest {
  /** Milliseconds from the first byte sent to the last one read */
  readonly timeoutMs: number
  /** The limit that was set, of the attempt or of the whole call, of which `timeoutMs` is what is left */
  readonly limitMs: number
  /** Reads the response as the call requires. Anything it throws other than an AuspexError is a broken connection or a broken body. */
  readonly read: (received: UnreadResponse) => Promise<T>
}

interface ErrorWithCode {
  message: string
  code: string
  cause: Partial<ErrorWithCode>
}

/** Why nothing arrived, in the words of Node.js, Bun or Deno. Browsers do not say, to hide their user's network. */
const findReason = (error: unknown): 'redirects' | 'refused' | 'unknown_host' | undefined => {
  const { message, code, cause } = Object(error) as Partial<ErrorWithCode>
  const words = `${message} ${code} ${cause?.message} ${cause?.code}`
  if (/redirect/i.test(words)) return 'redirects'
  if (/ECONNREFUSED|tion ?refused/i.test(words)) return 'refused'
  return /ENOTFOUND|EAI_|lookup/.test(words) ? 'unknown_host' : undefined
}

/** What a developer can do about it. */
const advice = {
  redirects: 'it redirects endlessly: check baseUrl and the proxy in front of the server',
  refused: 'the connection was refused: check that the server runs there, and baseUrl',
  unknown_host: 'there is no such host: check the name in baseUrl',
}
const unreachableAdvice = 'check baseUrl and the network, and in a browser that the server permits this origin'
const programAdvice = 'a mistake in what replaces fetch, or too old a runtime for it'

/** What a runtime says of a failure that has no name here, such as that a certificate is not valid. */
const wordsOf = (error: unknown): string => {
  const { message, code, cause } = Object(error) as Partial<ErrorWithCode>
  // The message of an AggregateError, of a host with several addresses, is empty.
  return cause?.message || cause?.code || message || code || 'no reason given'
}

type FailedCall = Pick<Attempt<unknown>, 'call' | 'addressOption'> & {
  /** Null where no response arrived. */
  readonly received: ReceivedInfo | null
}

const toNetworkError = (cause: unknown, { received, call, addressOption }: FailedCall): NetworkError => {
  const reason = findReason(cause)
  const why = adviceFor(reason, received, cause).replace('baseUrl', addressOption)
  return new NetworkError(`${describeBreak(reason, received)}: ${call.url} (${why})`, call, {
    ...received,
    cause,
    ...(reason && { code: `network.${reason}`, isRetryable: reason !== 'redirects' }),
  })
}

type Reason = keyof typeof advice | undefined

const describeBreak = (reason: Reason, received: ReceivedInfo | null): string => {
  if (received) return 'The answer broke off'
  return reason === 'redirects' ? 'The answer is another redirect' : 'The server could not be reached'
}

const adviceFor = (reason: Reason, received: ReceivedInfo | null, cause: unknown): string => {
  if (reason) return advice[reason]
  if (received) return 'try again'
  const words = wordsOf(cause)
  const isMistake = /is not (a function|defined)|^Cannot read/.test(words)
  return `${words}: ${isMistake ? programAdvice : unreachableAdvice}`
}

/** One request and its response. Every failure is an AuspexError. */
export const attemptOnce = async <T>(attempt: Attempt<T>): Promise<{ data: T; response: Response }> => {
  const { client, url, init, call, context, timeoutMs, limitMs, addressOption, read } = attempt
  const { hooks, clock } = client
  const { fetch = client.fetch ?? globalThis.fetch } = attempt
  const { headers, signal: stop } = init
  const { signal, clear } = startTimer(timeoutMs, stop)
  const limits = { call, callerSignal: stop, signal }
  let received: ReceivedInfo | null = null
  const orFail = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (cause) {
      if (cause instanceof AuspexError) throw cause
      const info = { ...received, cause }
      // First, because a signal may abort with its own timeout error.
      if (stop?.aborted) throw new AbortedError(stoppedMessage, call, info)
      if (signal.aborted)
        throw new TimeoutError(
          `The server did not answer within ${limitMs} ms: ${call.url} (try again, or set a longer timeout)`,
          call,
          info,
        )
      if (cause instanceof SyntaxError)
        throw new DecodeError(
          `The answer (${received?.status} ${received?.contentType}) is not what the contract says: ${call.url}${/html/.test(received?.contentType ?? '') ? ` (${notTheApi})` : ''}`,
          call,
          info,
        )
      throw toNetworkError(cause, { received, call, addressOption })
    }
  }
  try {
    const outgoing = { ...context, headers, address: url, body: init.body ?? null }
    const replacement = await runCallback('beforeRequest', () => hooks.beforeRequest?.(outgoing), limits)
    // A replacement may come from another realm, where it has another class. Held until the body is read: an abort does not reach a request that was
    // collected as garbage.
    const sent =
      replacement && 'status' in replacement
        ? replacement
        : new Request(replacement ?? url, { ...(replacement ? { redirect: init.redirect ?? 'follow' } : init), signal })
    const response = await orFail('status' in sent ? Promise.resolve(sent) : fetch(sent, client.fetchOptions))
    received = toReceivedInfo(response, call)
    await runCallback('afterResponse', () => hooks.afterResponse?.({ ...context, response }), limits)
    // A replacement has a token of its own, or none.
    const { headers: sentHeaders } = 'status' in sent ? { headers } : sent
    const hasToken = sentHeaders.has('authorization')
    const answer = read({ response, call, now: clock.now(), hasToken, addressOption })
    return { data: await orFail(answer), response }
  } finally {
    clear()
  }
}
