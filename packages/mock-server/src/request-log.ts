import type { InvalidField } from '@auspex/contract'

/** What is reported about an exchange as soon as its reply begins. */
export interface AnsweredExchange {
  method: string
  /** Path and query as received. */
  target: string
  operationId: string | null
  status: number
  /** Real time until the reply began; until it ended, through a proxy. */
  durationMs: number
  /** Names of the scenarios applied to the reply. */
  scenarios: readonly string[]
}

export interface LoggedExchange extends AnsweredExchange {
  requestId: string
  /** By the mock's clock, RFC 3339 in UTC. */
  at: string
  /** The path without the mock's prefix. */
  path: string
  /** By lower-case name, without credentials. */
  headers: Readonly<Record<string, string>>
  /** The owner of the token; null without a readable one. */
  userId: string | null
  organizationId: string | null
  /** The body as parsed, files by their length; null when there was none, it was not parsed, or it is too long. */
  body: unknown
  /** The violations of the request; empty unless it was refused for them. */
  faults: readonly InvalidField[]
}

/** The last exchanges, oldest first. */
export interface RequestLog {
  list(): LoggedExchange[]
  clear(): void
}

const credentials: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** The headers that may be logged. */
export function loggedHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const publicHeaders = Object.entries(headers).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !credentials.has(entry[0]),
  )
  return Object.fromEntries(publicHeaders)
}

/** The `Authorization` header can be matched, but is never listed or printed. */
const authorizations = new WeakMap<LoggedExchange, string>()

/** The `Authorization` of an exchange of a log of this process. */
export function authorizationOf(exchange: LoggedExchange): string | undefined {
  return authorizations.get(exchange)
}

const size = 1000

/** A log that drops the oldest exchange when it is full. */
export function createRequestLog(): RequestLog & { add(exchange: LoggedExchange, authorization?: string): void } {
  const ring: LoggedExchange[] = []
  let next = 0
  return {
    add(exchange, authorization) {
      if (authorization !== undefined) authorizations.set(exchange, authorization)
      ring[next % size] = exchange
      next += 1
    },
    list: () => (next <= size ? ring.slice() : [...ring.slice(next % size), ...ring.slice(0, next % size)]),
    clear() {
      ring.length = 0
      next = 0
    },
  }
}
