import { type Auth, createTokenKeeper, type TokenKeeper } from './auth.ts'
import type { CallLog, Hooks } from './hooks.ts'
import { type RetryOptions, type RetryPolicy, toRetryPolicy } from './retry.ts'
import { type Timeout, type TimeoutLimits, toLimits } from './timeout.ts'
import type { Validation } from './validation.ts'
import { randomId } from './random-id.ts'

/** Time and chance of a client, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`, rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal | null | undefined): Promise<void>
  /** In [0, 1) */
  random(): number
}

export interface ClientOptions {
  /** Where the API lives, for example `https://auspex.example/api`; in a browser `/api` will do. */
  baseUrl: string
  /** Where the assistant service lives; without it streaming calls fail. In a browser `/assistant` will do. */
  assistantUrl?: string
  auth?: Auth
  /** @default globalThis.fetch */
  fetch?: typeof globalThis.fetch
  /** Milliseconds a whole call may take, or the limits apart. An attempt takes at most what the contract says, else 900000 ms. @default 900000 */
  timeout?: Timeout
  /** Further attempts after a failure that may pass; only for idempotent calls. @default 2 */
  retry?: RetryOptions
  /** Told about every call; never gets a token, a body or a query value. */
  logger?(call: CallLog): void
  hooks?: Hooks
  /** Checks answers against the contract; made by `createValidation` of `@auspex/sdk/zod`. */
  validate?: Validation
  /** Makes the request ids that client and server log: 1 to 100 of `A-Za-z0-9._:-`. @default 32 random hexadecimal digits */
  createRequestId?(): string
  clock?: Partial<Clock>
  /** Names the client in query keys, so that two people never share what is cached. Give one to use a cache again in another process. @default 32 random hexadecimal digits */
  id?: string
}

/** A connection to one Auspex for one person. Pass it as `client` with each call; there is no global one. */
export interface AuspexClient {
  readonly id: string
  readonly baseUrl: string
  readonly assistantUrl?: string
  readonly fetch?: typeof globalThis.fetch
  readonly timeout: TimeoutLimits
  readonly retry: RetryPolicy
  readonly tokens: TokenKeeper
  readonly logger?: (call: CallLog) => void
  readonly hooks: Hooks
  readonly validate?: Validation
  readonly createRequestId: () => string
  readonly clock: Clock
}

/** Makes a client. Two clients in one process share nothing. */
export const createClient = (options: ClientOptions): AuspexClient => ({
  id: randomId(),
  createRequestId: randomId,
  hooks: {},
  ...options,
  timeout: toLimits(options.timeout),
  retry: toRetryPolicy(options.retry),
  tokens: createTokenKeeper(options.auth),
  clock: { now: startSteadyClock(), random: Math.random, sleep, ...options.clock },
})

/** The time of day as it goes on from now: whoever sets the machine's clock ends no call early, and lets none wait for hours. */
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
