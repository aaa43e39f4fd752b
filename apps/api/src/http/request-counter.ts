import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { StatementPool } from '../adapters/database/database.port.ts'

export interface RequestCounterOptions {
  /** What is counted; each has its own numbers. */
  name: string
  /** How many in a minute. */
  points: number
  /** Where processes that share the work count together; null for one that counts in its memory. */
  shared: StatementPool | null
}

/** Counts by key in windows of a minute, in this process or, with one statement for each request, over all of them. */
export function createRequestCounter({ name, points, shared }: RequestCounterOptions): RateLimiterAbstract {
  const options = { keyPrefix: name, points, duration: 60 }
  if (shared === null) return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    // named statements are bound to a connection; the pool gives another one each time
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) => shared.query(text, values),
    },
    storeType: 'pool',
    tableName: 'request_count',
    tableCreated: true,
  })
}
