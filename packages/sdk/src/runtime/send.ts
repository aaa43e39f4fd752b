import { attemptOnce, type UnreadResponse, stoppedMessage } from './attempt.ts'
import type { Ticket } from './auth.ts'
import { AbortedError, AuspexError, TimeoutError, UnauthenticatedError } from './errors.ts'
import { prepareCall, type PreparedCall } from './prepare-call.ts'
import type { RequestOptions } from './request-options.ts'
import { retryDelayMs } from './retry.ts'

export interface Answer<T> {
  readonly data: T
  /** The answer as it came; its body is read already. */
  readonly response: Response
  /** The id under which the server logged the request. */
  readonly requestId: string
}

/**
 * The one way to the server: token, request id, time-outs, one layer of retries, one tree of errors. The limits of time
 * end with `read`, so that a stream lives on.
 */
export const send = async <T>(
  path: string,
  options: RequestOptions,
  read: (received: UnreadResponse) => Promise<T>,
): Promise<Answer<T>> => {
  const prepared = prepareCall(path, options)
  const { client, context } = prepared
  const startedAt = client.clock.now()
  const progress: Progress = { attempt: 0, status: null }
  let failure: unknown = null
  try {
    return await sendUntilAnswered(prepared, progress, read)
  } catch (error) {
    failure = error
    await client.hooks.onError?.({ ...context, attempt: progress.attempt, error })
    throw error
  } finally {
    const error = failure instanceof Error ? failure.name : null
    client.logger?.({ ...context, ...progress, durationMs: client.clock.now() - startedAt, error })
  }
}

/** How far a call has come. */
interface Progress {
  /** Retries made so far; an attempt with a fresh token is none */
  attempt: number
  /** Of the last answer */
  status: number | null
}

const sendUntilAnswered = async <T>(
  prepared: PreparedCall,
  progress: Progress,
  read: (received: UnreadResponse) => Promise<T>,
): Promise<Answer<T>> => {
  const { client, init, call, end } = prepared
  const ticket = await client.tokens.take()
  let { token } = ticket
  let mayRenew = token !== undefined
  for (;;) {
    if (token !== undefined) init.headers.set('authorization', `Bearer ${token}`)
    const context = { ...prepared.context, attempt: progress.attempt }
    const timeoutMs = Math.min(prepared.attemptMs, end - client.clock.now())
    try {
      const { data, response } = await attemptOnce({ ...prepared, context, timeoutMs, read })
      progress.status = response.status
      return { data, response, requestId: response.headers.get('x-request-id') ?? context.requestId }
    } catch (error) {
      // What a hook throws is the app's own.
      if (!(error instanceof AuspexError)) throw error
      progress.status = error.status
      if (error instanceof UnauthenticatedError) {
        token = mayRenew ? await renew(client.tokens, ticket, error) : undefined
        mayRenew = false
        if (token !== undefined) continue
        client.tokens.giveUp(ticket)
      }
      const delayMs = delayAfter(error, progress.attempt, prepared)
      if (delayMs === null || client.clock.now() + delayMs >= end) throw error
      await client.hooks.onRetry?.({ ...context, error, delayMs })
      await client.clock.sleep(delayMs, init.signal).catch((cause: unknown) => {
        throw new AbortedError(stoppedMessage, call, { cause })
      })
      progress.attempt += 1
    }
  }
}

/** A newer token; undefined when there is none, with the reason as the cause of the refusal. */
const renew = async (
  tokens: PreparedCall['client']['tokens'],
  ticket: Ticket,
  refusal: AuspexError,
): Promise<string | undefined> => {
  try {
    return await tokens.renew(ticket)
  } catch (cause) {
    refusal.cause = cause
    return undefined
  }
}

const delayAfter = (error: AuspexError, attempt: number, prepared: PreparedCall): number | null =>
  prepared.isRepeatable || (prepared.retryTimeouts && error instanceof TimeoutError)
    ? retryDelayMs({ error, attempt, random: prepared.client.clock.random }, prepared.policy)
    : null
