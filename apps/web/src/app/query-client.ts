import type { AuspexClient } from '@auspex/sdk'
import { QueryClient } from '@tanstack/react-query'
import { watchAccessRefusals } from './modules/access-refusals.ts'

/** No refetch on focus and no retry here (specification §9): the SDK is the one layer that retries. */
export const createQueryClient = (client: AuspexClient): QueryClient => {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        gcTime: 5 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false },
    },
  })
  watchAccessRefusals(client, queryClient)
  return queryClient
}
