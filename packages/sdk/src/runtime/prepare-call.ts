import type { CallRequest } from './attempt.ts'
import { AuspexError, type CallInfo } from './errors.ts'
import { randomId } from './random-id.ts'
import type { RequestOptions } from './request-options.ts'
import { type RetryPolicy, toRetryPolicy } from './retry.ts'
import { defaultTimeoutMs, toLimits } from './timeout.ts'

/** A call that is ready to be sent, as often as need be. */
export interface PreparedCall extends CallRequest {
  readonly policy: RetryPolicy
  /** Whether the server does the same once, however often it is sent */
  readonly isRepeatable: boolean
  /** Whether it is sent again after a time-out all the same */
  readonly retryTimeouts: boolean
  /** Milliseconds one attempt may take */
  readonly attemptMs: number
  /** When the whole call has to end, in milliseconds since the epoch */
  readonly end: number
}

/** Reads from the options, the client and the contract how a call is sent. Throws an AuspexError for one that cannot be. */
export const prepareCall = (path: string, options: RequestOptions): PreparedCall => {
  const { client, fetch, timeout, retry, idempotencyKey, ...contract } = options
  const {
    operation = null,
    productMessage = null,
    attemptTimeoutMs,
    retryTimeouts = false,
    takesKey = false,
    ...rest
  } = contract
  const { service, logPath = path, json, ...init } = rest
  const requestId = client?.createRequestId() ?? ''
  const call = { operation, productMessage, requestId }
  const baseUrl = service ? client?.assistantUrl : client?.baseUrl
  if (!client || baseUrl === undefined)
    throw new AuspexError(`Pass { client: createClient({ ${service ? 'assistantUrl' : 'baseUrl'}: … }) }`, call)

  const { method = 'GET' } = init
  const headers = new Headers(init.headers)
  headers.set('x-request-id', requestId)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  else if (takesKey && !headers.has('idempotency-key')) headers.set('idempotency-key', randomId())
  if (json !== undefined) headers.set('content-type', 'application/json')
  const limits = toLimits(timeout, client.timeout)
  return {
    client,
    fetch,
    url: urlOf(baseUrl, path, call),
    init: { ...init, headers, ...(json !== undefined && { body: JSON.stringify(json) }) },
    call,
    context: { ...call, method, url: logPath.replace(/=[^&]*/g, '=…'), attempt: 0 },
    policy: toRetryPolicy(retry, client.retry),
    isRepeatable: !/^(POST|PATCH)$/i.test(method) || headers.has('idempotency-key'),
    retryTimeouts,
    attemptMs: limits.attempt ?? attemptTimeoutMs ?? defaultTimeoutMs,
    end: client.clock.now() + (limits.total ?? defaultTimeoutMs),
  }
}

const urlOf = (baseUrl: string, path: string, call: CallInfo): string => {
  const url = baseUrl.replace(/\/+$/, '') + path
  // An id that is empty or made of dots would lead to another operation.
  if (/\/(\/|\.{1,2}(\/|\?|$))/.test(path)) throw new AuspexError('A name in the path is empty or made of dots', call)
  try {
    void new Request(url)
  } catch (cause) {
    throw new AuspexError(`${baseUrl} is not an address`, call, { cause })
  }
  return url
}
