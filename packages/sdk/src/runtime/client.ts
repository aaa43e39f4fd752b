import ky, { type KyInstance } from 'ky'
import { type Auth, createTokenKeeper, type TokenKeeper } from './auth.ts'

/** 15 minutes, the specification's default for every call that names none. */
export const defaultTimeoutMs = 900_000

/** Told about every call; never gets tokens or bodies. */
export interface CallLog {
  readonly operation: string | null
  readonly method: string
  readonly url: string
  readonly status: number | null
  readonly durationMs: number
  readonly requestId: string
  readonly retries: number
}

export interface ClientOptions {
  /** Where the API lives, for example `https://auspex.example/api`; in a browser `/api` will do. */
  baseUrl: string
  auth?: Auth
  /** @default globalThis.fetch */
  fetch?: typeof globalThis.fetch
  /** Milliseconds a call may take, retries included, unless the contract says otherwise. @default 900000 */
  timeoutMs?: number
  /** Further attempts after a failure that may pass; only for idempotent calls. @default 2 */
  retries?: number
  logger?(call: CallLog): void
  /** Makes the request ids that client and server log. @default crypto.randomUUID */
  createRequestId?(): string
}

/** A connection to one Auspex for one person. Pass it as `client` with each call; there is no global one. */
export interface AuspexClient {
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly http: KyInstance
  readonly tokens: TokenKeeper
  readonly logger: ((call: CallLog) => void) | undefined
  readonly createRequestId: () => string
}

/** Makes a client. Two clients in one process share nothing. */
export const createClient = (options: ClientOptions): AuspexClient => ({
  baseUrl: options.baseUrl,
  timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
  tokens: createTokenKeeper(options.auth),
  logger: options.logger,
  createRequestId: options.createRequestId ?? (() => crypto.randomUUID()),
  http: ky.create({
    prefix: options.baseUrl,
    ...(options.fetch && { fetch: options.fetch }),
    retry: {
      limit: options.retries ?? 2,
      methods: ['get', 'put', 'head', 'delete', 'options'],
      statusCodes: [408, 425, 429, 500, 502, 503, 504],
      afterStatusCodes: [429, 503],
      maxRetryAfter: 60_000,
      backoffLimit: 30_000,
      delay: (attempt) => 1000 * 2 ** (attempt - 1),
      jitter: (delay) => delay * (0.5 + Math.random() / 2),
    },
  }),
})
