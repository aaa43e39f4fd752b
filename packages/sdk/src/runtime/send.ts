import { attemptOnce, type Received, stoppedMessage } from './attempt.ts'
import { AbortedError, AuspexError, type CallInfo, TimeoutError, UnauthenticatedError } from './errors.ts'
import type { RequestOptions } from './request.ts'
import { retryDelayMs, toRetryPolicy } from './retry.ts'
import { defaultTimeoutMs, toLimits } from './timeout.ts'

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
  read: (received: Received) => Promise<T>,
): Promise<Answer<T>> => {
  const { client, fetch, timeout, retry, idempotencyKey, ...contract } = options
  const { operation = null, productMessage = null, attemptTimeoutMs, retryTimeouts, service, json, ...rest } = contract
  const { method = 'GET', signal } = rest
  const requestId = client?.createRequestId() ?? ''
  const call: CallInfo = { operation, productMessage, requestId }
  const baseUrl = service ? client?.assistantUrl : client?.baseUrl
  if (!client || baseUrl === undefined)
    throw new AuspexError(`Pass { client: createClient({ ${service ? 'assistantUrl' : 'baseUrl'}: … }) }`, call)
  const url = urlOf(baseUrl, path, call)
  const { clock, hooks, tokens } = client

  const headers = new Headers(rest.headers)
  headers.set('x-request-id', requestId)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  if (json !== undefined) headers.set('content-type', 'application/json')
  const init = { ...rest, headers, ...(json !== undefined && { body: JSON.stringify(json) }) }
  const mayRepeat = !/^(POST|PATCH)$/i.test(method) || headers.has('idempotency-key')

  const limits = toLimits(timeout, client.timeout)
  const startedAt = clock.now()
  const end = startedAt + (limits.total ?? defaultTimeoutMs)
  const policy = toRetryPolicy(retry, client.retry)
  const context = { ...call, requestId, method, url: path.replace(/=[^&]*/g, '=…'), attempt: 0 }
  let status: number | null = null
  let failure: unknown = null

  const attempt = async (token: string | undefined): Promise<Answer<T>> => {
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const timeoutMs = Math.min(limits.attempt ?? attemptTimeoutMs ?? defaultTimeoutMs, end - clock.now())
    const { data, response } = await attemptOnce({
      client,
      fetch,
      url,
      init,
      call,
      context: { ...context },
      timeoutMs,
      read,
    })
    status = response.status
    return { data, response, requestId: response.headers.get('x-request-id') ?? requestId }
  }

  try {
    const ticket = await tokens.take()
    let { token } = ticket
    for (;;) {
      try {
        return await attempt(token)
      } catch (error) {
        if (!(error instanceof AuspexError)) throw error
        status = error.status
        if (error instanceof UnauthenticatedError) {
          const renewed =
            token !== undefined && token === ticket.token
              ? await tokens.renew(ticket).catch((cause: unknown) => void (error.cause = cause))
              : undefined
          if (renewed !== undefined) {
            token = renewed
            continue
          }
          tokens.giveUp(ticket)
        }
        const isWorthIt = mayRepeat || (retryTimeouts && error instanceof TimeoutError)
        const delayMs = isWorthIt
          ? retryDelayMs({ error, attempt: context.attempt, random: clock.random }, policy)
          : null
        if (delayMs === null || clock.now() + delayMs >= end) throw error
        await hooks.onRetry?.({ ...context, error, delayMs })
        await clock.sleep(delayMs, signal).catch((cause: unknown) => {
          throw new AbortedError(stoppedMessage, call, { cause })
        })
        context.attempt += 1
      }
    }
  } catch (error) {
    failure = error
    await hooks.onError?.({ ...context, error })
    throw error
  } finally {
    const name = failure instanceof Error ? failure.name : null
    client.logger?.({ ...context, status, durationMs: clock.now() - startedAt, error: name })
  }
}

const urlOf = (baseUrl: string, path: string, call: CallInfo): string => {
  const url = baseUrl.replace(/\/+$/, '') + path
  // An id that is empty or made of dots would lead to another operation.
  const isOther = /\/(\/|\.{1,2}(\/|\?|$))/.test(path)
  try {
    if (!isOther && new Request(url)) return url
  } catch (cause) {
    throw new AuspexError(`${baseUrl} is not an address`, call, { cause })
  }
  throw new AuspexError(`${path} has an empty name`, call)
}
