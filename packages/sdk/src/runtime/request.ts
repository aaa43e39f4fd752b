import { isHTTPError, isNetworkError, isTimeoutError } from 'ky'
import type { AuspexClient } from './client.ts'
import { answerOf, failureIn, readBody } from './answer.ts'
import {
  AbortedError,
  AuspexError,
  type CallInfo,
  DecodeError,
  NetworkError,
  TimeoutError,
  toApiError,
  UnauthenticatedError,
} from './errors.ts'

/** What every generated function takes as its last argument. */
export interface RequestOptions extends RequestInit {
  /** The client to call with. Required; optional only because generated signatures are. */
  client?: AuspexClient
  /** Milliseconds this call may take, retries included; false for no limit. */
  timeout?: number | false
  /** Set by the generated function. */
  operation?: string
  /** Set by the generated function. */
  productMessage?: string
}

/** Error type of generated hooks. The documented problem body is in `ApiError.problem`. */
export type ErrorType<_Documented> = AuspexError

/** The one way every generated call goes: token, request id, time-out, one layer of retries, one tree of errors. */
export const request = async <T>(url: string, options?: RequestOptions): Promise<T> => {
  const { client, operation = null, productMessage = null, timeout, ...init } = options ?? {}
  const call: CallInfo = { operation, productMessage }
  if (!client) throw new AuspexError('Pass { client: createClient(…) } as the last argument', call)
  const token = await client.tokens.token()
  try {
    return await send<T>({ client, url, init, call, token, timeout })
  } catch (error) {
    if (!(error instanceof UnauthenticatedError)) throw error
    const renewed = token === undefined ? undefined : await client.tokens.renew(token)
    if (renewed !== undefined) {
      try {
        return await send<T>({ client, url, init, call, token: renewed, timeout })
      } catch (second) {
        if (second instanceof UnauthenticatedError) client.tokens.giveUp()
        throw second
      }
    }
    client.tokens.giveUp()
    throw error
  }
}

interface Sending {
  client: AuspexClient
  url: string
  init: Omit<RequestOptions, 'client' | 'timeout' | 'operation' | 'productMessage'>
  call: CallInfo
  token: string | undefined
  timeout: number | false | undefined
}

const send = async <T>({ client, url, init, call, token, timeout }: Sending): Promise<T> => {
  const requestId = client.createRequestId()
  const headers = new Headers(init.headers)
  headers.set('x-request-id', requestId)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const limit = timeout ?? client.timeoutMs
  const idempotent = headers.has('idempotency-key')
  const startedAt = performance.now()
  let retries = 0
  let status: number | null = null
  try {
    const response = await client.http(url, {
      ...init,
      headers,
      timeout: limit,
      totalTimeout: limit,
      hooks: { beforeRetry: [({ retryCount }) => void (retries = retryCount)] },
      ...(idempotent && { retry: { methods: ['get', 'put', 'head', 'delete', 'options', 'post', 'patch'] } }),
    })
    status = response.status
    const body = await readBody(response, call)
    const failure = failureIn(body, response, call)
    if (failure) throw failure
    return body as T
  } catch (error) {
    if (isHTTPError(error)) status = error.response.status
    throw toAuspexError(error, call, init.signal)
  } finally {
    client.logger?.({
      operation: call.operation,
      method: init.method ?? 'GET',
      url: url.split('?')[0] ?? url,
      status,
      durationMs: performance.now() - startedAt,
      requestId,
      retries,
    })
  }
}

const toAuspexError = (error: unknown, call: CallInfo, signal: AbortSignal | null | undefined): unknown => {
  if (error instanceof AuspexError) return error
  if (isHTTPError(error)) return toApiError(answerOf(error.response, error.data), call)
  // First, because a signal may end with a time-out error of its own.
  if (signal?.aborted) return new AbortedError('The call was stopped', call, { cause: error })
  if (isTimeoutError(error)) return new TimeoutError('The server did not answer in time', call, { cause: error })
  if (isNetworkError(error)) return new NetworkError('The server could not be reached', call, { cause: error })
  if (error instanceof SyntaxError)
    return new DecodeError('The answer is not what the contract says', call, { cause: error })
  return error
}
