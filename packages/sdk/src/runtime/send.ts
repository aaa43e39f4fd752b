import { type CallbackLimits, runCallback, startTimer, stoppedMessage } from './app-code.ts'
import type { UnreadResponse } from './answer.ts'
import { attemptOnce } from './attempt.ts'
import type { SentToken } from './auth.ts'
import { AbortedError, AuspexError, HookError, TimeoutError, TokenError, UnauthenticatedError } from './errors.ts'
import { prepareCall, type PreparedCall } from './prepare-call.ts'
import type { CallOptions } from './request-options.ts'
import { retryDelayMs } from './retry.ts'

export interface Answer<T> {
  readonly data: T
  /** The original response; its body has already been read. */
  readonly response: Response
  /** The id under which the server logged the request. */
  readonly requestId: string
}

/**
 * The only way to the server: token, request id, timeouts, one layer of retries, one hierarchy of errors. The time
 * limits end with `read`, so that a stream can continue.
 */
export const send = async <T>(
  path: string,
  options: CallOptions,
  read: (received: UnreadResponse) => Promise<T>,
): Promise<Answer<T>> => {
  const prepared = prepareCall(path, options)
  const { client, context, call, init } = prepared
  const startedAt = client.clock.now()
  const progress: Progress = { attempt: 0, status: null }
  const { signal, clear } = startTimer(prepared.end - startedAt, init.signal)
  const limits = { call, callerSignal: init.signal, signal }
  let failure: unknown = null
  try {
    return await sendUntilAnswered(prepared, progress, read, limits)
  } catch (error) {
    failure = error
    const callOnError = (): unknown => client.hooks.onError?.({ ...context, attempt: progress.attempt, error })
    // The reason of the failed call matters more than the failure or timeout of the hook.
    await runCallback('onError', callOnError, limits).catch((cause: unknown) => {
      if (cause instanceof HookError) complain(cause)
    })
    throw error
  } finally {
    clear()
    const error = failure instanceof Error ? failure.name : null
    const entry = { ...context, ...progress, durationMs: client.clock.now() - startedAt, error }
    try {
      client.writeLog(entry)
      client.logger?.(entry)
    } catch (cause) {
      complain(cause)
    }
  }
}

/** A callback about a finished call must not change its outcome. */
const complain = (cause: unknown): void => console.error('A logger or the hook onError failed', cause)

/** The progress of a call. */
interface Progress {
  /** Retries so far; an attempt with a fresh token is not counted */
  attempt: number
  /** Of the last response */
  status: number | null
}

const sendUntilAnswered = async <T>(
  prepared: PreparedCall,
  progress: Progress,
  read: (received: UnreadResponse) => Promise<T>,
  limits: CallbackLimits,
): Promise<Answer<T>> => {
  const { client, init, call, end } = prepared
  if (init.signal?.aborted) throw new AbortedError(stoppedMessage, call, { cause: init.signal.reason })
  const sent = await runCallback('getToken', () => client.tokens.getToken(), limits, TokenError)
  let { token } = sent
  let mayRefresh = token !== undefined
  for (;;) {
    if (token !== undefined) init.headers.set('authorization', `Bearer ${token}`)
    const context = { ...prepared.context, attempt: progress.attempt }
    const { attemptMs, totalMs } = prepared
    const timeoutMs = Math.min(attemptMs, end - client.clock.now())
    const limitMs = timeoutMs < attemptMs ? totalMs : attemptMs
    try {
      const { data, response } = await attemptOnce({ ...prepared, context, timeoutMs, limitMs, read })
      progress.status = response.status
      return { data, response, requestId: response.headers.get('x-request-id') ?? context.requestId }
    } catch (error) {
      if (!(error instanceof AuspexError)) throw error
      progress.status = error.status
      if (error instanceof UnauthenticatedError) {
        token = mayRefresh ? await refresh(client.tokens, sent, error, limits) : undefined
        mayRefresh = false
        if (token !== undefined) continue
        client.tokens.reportUnauthorized(sent)
      }
      const delayMs = delayAfter(error, progress.attempt, prepared)
      if (delayMs === null || client.clock.now() + delayMs >= end) throw error
      await runCallback('onRetry', () => client.hooks.onRetry?.({ ...context, error, delayMs }), limits)
      await client.clock.sleep(delayMs, init.signal).catch((cause: unknown) => {
        throw new AbortedError(stoppedMessage, call, { cause })
      })
      progress.attempt += 1
    }
  }
}

/** A newer token; undefined when there is none, with the reason as the cause of the rejection. */
const refresh = async (
  tokens: PreparedCall['client']['tokens'],
  sent: SentToken,
  refusal: AuspexError,
  limits: CallbackLimits,
): Promise<string | undefined> => {
  try {
    return await runCallback('refresh', () => tokens.refresh(sent), limits, TokenError)
  } catch (error) {
    // Whether there is a token is still unknown.
    if (!(error instanceof TokenError)) throw error
    refusal.cause = error.cause
    return undefined
  }
}

const delayAfter = (error: AuspexError, attempt: number, prepared: PreparedCall): number | null =>
  prepared.isRepeatable ||
  // it never arrived
  error.code === 'network.refused' ||
  (prepared.retryTimeouts && error instanceof TimeoutError)
    ? retryDelayMs({ error, attempt, random: prepared.client.clock.random }, prepared.policy)
    : null
