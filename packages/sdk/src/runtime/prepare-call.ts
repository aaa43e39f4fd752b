import type { CallRequest } from './attempt.ts'
import { AuspexError, type CallInfo } from './errors.ts'
import { randomId } from './client.ts'
import type { CallOptions } from './request-options.ts'
import { type RetryPolicy, toRetryPolicy } from './retry.ts'
import { defaultTimeoutMs, toLimits } from './timeout.ts'

const participles: Readonly<Record<string, string>> = {
  cancel: 'cancelling',
  get: 'getting',
  list: 'loading',
  reset: 'resetting',
  set: 'setting',
  stop: 'stopping',
}

/** What most messages of the contract are: `saveRecentSearch` is "Error while saving recent search". Derived, because 200 sentences weigh 3 KB. */
export const usualProductMessage = (operation: string): string => {
  const [verb = '', ...words] = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ')
  return ['Error while', participles[verb] ?? `${verb.replace(/e$/, '')}ing`, ...words].join(' ')
}

export const productMessageOf = ({
  operation,
  productMessage,
}: {
  operation: string
  productMessage?: string
}): string => productMessage ?? usualProductMessage(operation)

/** The version of the package; a test compares them. */
export const version = '0.4.0'

/**
 * Identifies the caller in the server's log, such as `auspex-sdk/0.4.0 Node.js/24`, unless the app sets its own. Not in browsers: they have their
 * own, and a custom one would cost cross-origin calls an extra request.
 */
export const setUserAgent = (headers: Headers): void => {
  // Not every runtime has one.
  const { navigator } = globalThis as { navigator?: { userAgent?: string } }
  const runtime = navigator?.userAgent ?? ''
  if (!runtime.startsWith('Mozilla') && !headers.has('user-agent'))
    headers.set('user-agent', `auspex-sdk/${version} ${runtime}`)
}

/** A call that can be sent any number of times. */
export interface PreparedCall extends CallRequest {
  readonly policy: RetryPolicy
  /** Whether sending it repeatedly has the effect of sending it once */
  readonly isRepeatable: boolean
  /** Whether it is nevertheless sent again after a timeout */
  readonly retryTimeouts: boolean
  /** Milliseconds one attempt may take */
  readonly attemptMs: number
  /** Milliseconds the whole call may take */
  readonly totalMs: number
  /** When the whole call has to end, in milliseconds since the epoch */
  readonly end: number
}

/** What is missing when a call has no address to go to; null when it has one. */
export const findMissingAddress = ({ client, service, operation }: CallOptions): string | null =>
  client?.[service ? 'assistantUrl' : 'baseUrl'] === undefined
    ? `Pass { client: createClient({ ${service ? 'assistantUrl' : 'baseUrl'}: … }) } as the last argument of ${operation}`
    : null

/** Derives from the options, the client and the contract how a call is sent. Throws an AuspexError for an invalid one. */
export const prepareCall = (path: string, options: CallOptions): PreparedCall => {
  const { client, fetch, timeout, retry, idempotencyKey, ...contract } = options
  const {
    operation,
    productMessage: _productMessage,
    attemptTimeoutMs,
    retryTimeouts = false,
    isSafe = false,
    takesKey = !isSafe && contract.method !== undefined,
    ...rest
  } = contract
  const { service, logPath = path, endsWithSlash = false, json, ids, ...init } = rest
  // Without an id: no server has logged it.
  const unsent = { operation, productMessage: productMessageOf(options), requestId: null }
  const baseUrl = service ? client?.assistantUrl : client?.baseUrl
  if (!client || baseUrl === undefined) throw new AuspexError(findMissingAddress(options) ?? '', unsent)

  const { method = 'GET' } = init
  requireInput(contract, ids, unsent)
  const shownPath = logPath.replace(/=[^&]*/g, '=…')
  const requestId = client.createRequestId()
  const call = { ...unsent, requestId, url: `${method} ${baseUrl}${shownPath}` }
  const headers = readHeaders(client.headers, unsent)
  readHeaders(init.headers, unsent).forEach((value, name) => headers.set(name, value))
  headers.set('x-request-id', requestId)
  setUserAgent(headers)
  setIdempotencyKey(headers, idempotencyKey, takesKey)
  setContentType(headers, json)
  const limits = toLimits(timeout, client.timeout)
  const totalMs = limits.total ?? defaultTimeoutMs
  return {
    client,
    fetch,
    addressOption: service ? 'assistantUrl' : 'baseUrl',
    url: urlOf({ baseUrl, path, endsWithSlash }, unsent),
    init: { redirect: redirectOf(method), ...client.fetchOptions, ...init, headers, ...bodyOf(json) },
    call,
    context: { ...unsent, requestId, method, url: shownPath, attempt: 0 },
    policy: toRetryPolicy(retry, client.retry),
    isRepeatable: isSafe || !/^(POST|PATCH)$/i.test(method) || headers.has('idempotency-key'),
    retryTimeouts,
    attemptMs: limits.attempt ?? attemptTimeoutMs ?? defaultTimeoutMs,
    totalMs,
    end: client.clock.now() + totalMs,
  }
}

/** Throws for a missing id or body: the call would go to another operation, or be refused. */
const requireInput = (
  { operation, ...contract }: Omit<CallOptions, 'client'>,
  ids: CallOptions['ids'],
  call: CallInfo,
): void => {
  const missing = Object.entries(ids ?? {}).find(([, id]) => id === undefined || id === null || id === '')
  if (missing)
    throw new AuspexError(`${operation} needs ${missing[0]}, which is ${missing[1] === '' ? 'empty' : 'missing'}`, call)
  if (('json' in contract && contract.json === undefined) || ('body' in contract && contract.body === undefined))
    throw new AuspexError(`${operation} needs an input, which is missing`, call)
}

/** The app's key, or else one of this call for a write that takes it, so that its retries change nothing twice. */
const setIdempotencyKey = (headers: Headers, key: string | undefined, takesKey: boolean): void => {
  if (key !== undefined) headers.set('idempotency-key', key)
  else if (takesKey && !headers.has('idempotency-key')) headers.set('idempotency-key', randomId())
}

/** Only for an input in JSON: the runtime sets the type of another. */
const setContentType = (headers: Headers, json: unknown): void => {
  if (json !== undefined) headers.set('content-type', 'application/json')
}

/** A redirected write would continue as a GET without its body, and its response would look like a success. */
const redirectOf = (method: string): RequestRedirect => (method === 'GET' ? 'follow' : 'manual')

/** The body of an input in JSON; an input of another type is in the options. */
const bodyOf = (json: unknown): { body?: string } => (json === undefined ? {} : { body: JSON.stringify(json) })

/** The headers of the options. An error does not contain an invalid value, because it may be a secret. */
const readHeaders = (headers: HeadersInit | undefined, call: CallInfo): Headers => {
  try {
    return new Headers(headers)
  } catch {
    throw new AuspexError("A header's name or value cannot be sent", call)
  }
}

interface Address {
  readonly baseUrl: string
  readonly path: string
  /** Whether the contract's path ends with a slash */
  readonly endsWithSlash: boolean
}

const urlOf = ({ baseUrl, path, endsWithSlash }: Address, call: CallInfo): string => {
  const url = baseUrl.replace(/\/+$/, '') + path
  // An id that is empty or made of dots would lead to another operation.
  if (/\/(\/|\.{1,2}(\/|\?|$))/.test(path) || (!endsWithSlash && /\/(\?|$)/.test(path)))
    throw new AuspexError(`${call.operation} needs ids for its address: one is made of dots`, call)
  // Without a scheme, `localhost:4000` would be parsed as one; a query would swallow the path.
  if (isAddress(url) && !/[?#]/.test(baseUrl)) return url
  throw new AuspexError(`${baseUrl} is no API address, such as https://auspex.example/api`, call)
}

const isAddress = (url: string): boolean => {
  try {
    return /^https?:/.test(new Request(url).url)
  } catch {
    return false
  }
}
