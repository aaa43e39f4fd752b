import type { ContractOperation } from '@auspex/contract'

/** What the product API allows without settings: so many requests in a minute. */
const limit = 1200

/**
 * The headers by which a reply tells how much of the limit is left, where the contract documents them. The mock counts nothing, so that is
 * always all but this request; nothing where a scenario says 429. The product API refuses with 403 before it counts.
 */
export function rateLimitHeaders(
  operation: ContractOperation | null,
  { status, headers = {} }: { status: number; headers?: Readonly<Record<string, string>> },
): Record<string, string> {
  if (status === 403 || operation?.responseHeaders.get(status)?.has('x-ratelimit-limit') !== true) return {}
  const isOver = status === 429
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(isOver ? 0 : limit - 1),
    'x-ratelimit-reset': isOver ? (headers['retry-after'] ?? '60') : '60',
  }
}
