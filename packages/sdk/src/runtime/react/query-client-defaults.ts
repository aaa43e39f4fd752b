import type { DefaultOptions } from '@tanstack/react-query'

/**
 * Defaults for a QueryClient: the SDK is the only layer that retries, and nothing refetches on window focus
 * (specification §9). Generated hooks set this themselves; it is for an app's own queries.
 */
export const createQueryClientDefaults = (): DefaultOptions => ({
  queries: { retry: false, refetchOnWindowFocus: false },
  mutations: { retry: false },
})
