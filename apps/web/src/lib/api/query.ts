import { type AuspexClient, AuspexError, type PageInfo } from '@auspex/sdk'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What a change needs to send itself and to bring the cache up to date. */
export interface QueryTools {
  readonly client: AuspexClient
  readonly queryClient: QueryClient
}

/** A list that is read page by page, by number. */
export const byPage = {
  initialPageParam: 1,
  getNextPageParam: ({ page }: { readonly page: PageInfo }) =>
    page.page < page.totalPages ? page.page + 1 : undefined,
}

const maxRetries = 3
const firstDelayMs = 1000
const maxDelayMs = 30_000

/**
 * The second cache configuration (specification §9), for short lists that screens depend on and that nobody requests by
 * pressing a button: cached for five minutes, and retried up to three times after 1, 2 and 4 s. The SDK must not retry as well:
 * give such a query `request: { client, retry: false }`.
 */
export const patientQuery = {
  staleTime: 5 * 60_000,
  gcTime: 5 * 60_000,
  retry: (failures: number, error: unknown): boolean =>
    failures < maxRetries && error instanceof AuspexError && error.isRetryable,
  retryDelay: (failures: number): number => Math.min(maxDelayMs, firstDelayMs * 2 ** failures),
}

/** Shows the response to a change. Cancels pending reads, which may be older than the change and would show the previous state again. */
export const keepAnswer = (queryClient: QueryClient, queryKey: QueryKey, answer: unknown): void => {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}
