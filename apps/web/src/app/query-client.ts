import type { AuspexClient } from '@auspex/sdk'
import { QueryClient, hashKey } from '@tanstack/react-query'
import { getMeQueryKey } from '@auspex/sdk/react'
import { accessRefusalOf } from '../lib/api/failure.ts'

/** No refetch on focus and no retry here (specification §9): the SDK is the only layer that retries. */
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

/** Refetches the profile after an access refusal, which means that the cached one is outdated. */
const watchAccessRefusals = (client: AuspexClient, queryClient: QueryClient): void => {
  const profileKey = getMeQueryKey(client)
  const profileHash = hashKey(profileKey)
  const readProfile = (error: unknown) => {
    if (accessRefusalOf(error) !== null)
      void queryClient.invalidateQueries({ queryKey: profileKey }, { cancelRefetch: false })
  }
  queryClient.getQueryCache().subscribe((event) => {
    // a refused profile request needs no further read
    if (event.type === 'updated' && event.action.type === 'error' && event.query.queryHash !== profileHash)
      readProfile(event.action.error)
  })
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') readProfile(event.action.error)
  })
}
