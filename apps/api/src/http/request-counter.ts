import { createHash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { StatementPool } from '../adapters/database/database.port.ts'

export interface RequestCounterOptions {
  /** What is counted; each name has its own counts. */
  name: string
  /** Maximum number within the window. */
  points: number
  /** Length of the window; a minute by default. */
  seconds?: number
  /** The database where several processes count together; null to count in memory. */
  shared: StatementPool | null
}

/** Stores a digest instead of the key, so that the table contains no people, networks or tokens, and nothing outlives a person's deletion. */
class NamelessCounter extends RateLimiterPostgres {
  override getKey(key: string): string {
    return super.getKey(createHash('sha256').update(key).digest('base64url'))
  }
}

/** Counts by key in time windows, in this process or, with one statement per request, across all processes. */
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
    // named statements are bound to a connection, and the pool may use another one each time
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) => shared.query(text, values),
    },
    storeType: 'pool',
    tableName: 'request_count',
    tableCreated: true,
  })
}
