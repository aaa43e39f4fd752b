import { AuspexError } from '@auspex/sdk'

const mostRetries = 3
const firstDelayMs = 1000
const longestDelayMs = 30_000

/**
 * The second configuration of cached data (specification §9), for short lists that the screens need to be of use and that
 * nobody asks for by pressing a button: kept for five minutes, and asked for up to three times more after 1, 2 and 4 s. The
 * SDK must not retry as well: give such a query `request: { client, retry: false }`.
 */
export const patientQuery = {
  staleTime: 5 * 60_000,
  gcTime: 5 * 60_000,
  retry: (failures: number, error: unknown): boolean =>
    failures < mostRetries && error instanceof AuspexError && error.isRetryable,
  retryDelay: (failures: number): number => Math.min(longestDelayMs, firstDelayMs * 2 ** failures),
}
