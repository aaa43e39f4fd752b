import type { DefaultOptions } from '@tanstack/react-query'

/**
 * What a QueryClient needs to know: the SDK is the one layer that retries, and nothing refetches on window focus
 * (specification §9). Generated hooks say so themselves; this is for queries of one's own.
 */
export const createQueryClientDefaults = (): DefaultOptions => ({
  queries: { retry: false, refetchOnWindowFocus: false },
  mutations: { retry: false },
})
