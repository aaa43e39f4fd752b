import { createHash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { StatementPool } from '../adapters/database/database.port.ts'

export interface RequestCounterOptions {
  /** What is counted; each has its own numbers. */
  name: string
  /** How many in the window. */
  points: number
  /** How long the window is; a minute by default. */
  seconds?: number
  /** Where processes that share the work count together; null for one that counts in its memory. */
  shared: StatementPool | null
}

/** Stores a digest in the place of the key: people, networks and tokens are counted without standing in the table, and outlive nobody's deletion. */
class NamelessCounter extends RateLimiterPostgres {
  override getKey(key: string): string {
    return super.getKey(createHash('sha256').update(key).digest('base64url'))
  }
}

/** Counts by key in windows of time, in this process or, with one statement for each request, over all of them. */
export function createRequestCounter({
  name,
  points,
  seconds = 60,
  shared,
}: RequestCounterOptions): RateLimiterAbstract {
  const options = { keyPrefix: name, points, duration: seconds }
  if (shared === null) return new RateLimiterMemory(options)
  return new NamelessCounter({
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
