import { type Auth, createTokenSource, type TokenSource } from './auth.ts'
import type { CallLog, Hooks } from './hooks.ts'
import { createConsoleLogger, type LogLevel, type LogTarget } from './log.ts'
import { type RetryOptions, type RetryPolicy, toRetryPolicy } from './retry.ts'
import { type Timeout, type TimeoutLimits, toLimits } from './timeout.ts'
import type { Validation } from './validation.ts'

/** A globally unique id. */
// Not crypto.randomUUID, which browsers withhold from pages without TLS.
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Time and randomness of a client, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`, rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal | null | undefined): Promise<void>
  /** In [0, 1) */
  random(): number
}

export interface ClientOptions {
  /** Address of the API, for example `https://auspex.example/api`; in a browser `/api` is enough. */
  baseUrl: string
  /** Address of the assistant service; without it streaming calls fail. In a browser `/assistant` is enough. */
  assistantUrl?: string
  auth?: Auth
  /** @default globalThis.fetch */
  fetch?: typeof globalThis.fetch
  /** Sent with each call, unless the call has its own header of the same name. */
  headers?: HeadersInit
  /** Options of each `fetch`, such as `credentials`, `cache` or Node's `dispatcher`; those of a call take precedence. */
  fetchOptions?: Omit<RequestInit, 'method' | 'body' | 'headers' | 'signal'>
  /** Milliseconds for a whole call, or separate limits. An attempt takes at most what the contract states, else 900000 ms. @default 900000 */
  timeout?: Timeout
  /** Retries after transient failures; only for idempotent calls. @default 2 */
  retry?: RetryOptions
  /** Called for every call; never receives a token, a body or a query value. */
  logger?(call: CallLog): void
  /**
   * What is written to `log`: `error` failed calls, `warn` also calls that needed a retry, `info` each call. Never a token, a body or a query value.
   * @default the environment's AUSPEX_LOG, else 'off'
   */
  logLevel?: LogLevel
  /** Where `logLevel` writes. @default console */
  log?: LogTarget
  hooks?: Hooks
  /** Validates responses against the contract; created by `createValidation` of `@auspex/sdk/zod`. */
  validate?: Validation
  /** Creates the request ids that client and server log: 1 to 100 of `A-Za-z0-9._:-`. @default 32 random hexadecimal digits */
  createRequestId?(): string
  clock?: Partial<Clock>
  /**
   * Identifies the client in query keys, so that two people never share cached data. Set one to reuse a cache in another process. @default 32 random
   * hexadecimal digits
   */
  id?: string
}

/** A connection to one Auspex for one person. Pass it as `client` with each call; there is no global one. */
export interface AuspexClient {
  readonly id: string
  readonly baseUrl: string
  readonly assistantUrl?: string
  readonly fetch?: typeof globalThis.fetch
  readonly headers?: HeadersInit
  readonly fetchOptions?: RequestInit
  readonly timeout: TimeoutLimits
  readonly retry: RetryPolicy
  readonly tokens: TokenSource
  readonly logger?: (call: CallLog) => void
  /** Writes an entry if the log level includes it. */
  readonly writeLog: ReturnType<typeof createConsoleLogger>
  readonly hooks: Hooks
  readonly validate?: Validation
  readonly createRequestId: () => string
  readonly clock: Clock
}

/** Creates a client. Two clients in one process share nothing. */
export const createClient = (options: ClientOptions): AuspexClient => ({
  id: randomId(),
  createRequestId: randomId,
  hooks: {},
  ...options,
  timeout: toLimits(options.timeout),
  retry: toRetryPolicy(options.retry),
  tokens: createTokenSource(options.auth),
  writeLog: createConsoleLogger(options),
  clock: { now: startSteadyClock(), random: Math.random, sleep, ...options.clock },
})

/** A clock that advances steadily from now: changing the machine's clock neither ends a call early nor makes one wait for hours. */
const startSteadyClock = (): Clock['now'] => {
  const zero = Date.now() - performance.now()
  return () => Math.round(zero + performance.now())
}

const sleep: Clock['sleep'] = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
  })
