/** One exchange as the log keeps it. */
export interface LoggedExchange {
  requestId: string
  /** By the mock's clock, RFC 3339 in UTC. */
  at: string
  method: string
  /** Path and query as they came. */
  target: string
  operationId: string | null
  /** Whose token it was; null when nobody's was read. */
  userId: string | null
  organizationId: string | null
  /** The body as it was read, files by their length; null when there was none, it was not read, or it is too long to keep. */
  body: unknown
  status: number
}

/** The last exchanges, oldest first. */
export interface RequestLog {
  list(): LoggedExchange[]
  clear(): void
}

/** A log that forgets the oldest exchange when it is full. */
export function createRequestLog(size: number): RequestLog & { add(exchange: LoggedExchange): void } {
  const ring: LoggedExchange[] = []
  let next = 0
  return {
    add(exchange) {
      if (size === 0) return
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
