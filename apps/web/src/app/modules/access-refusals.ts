import type { AuspexClient } from '@auspex/sdk'
import { getMeQueryKey } from '@auspex/sdk/react'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { accessRefusalOf } from '../../lib/access-refusal.ts'

/** The profile is older than what the server just said: it is read again, and the app follows. */
export const watchAccessRefusals = (client: AuspexClient, queryClient: QueryClient): void => {
  const profileKey = getMeQueryKey(client)
  const profileHash = hashKey(profileKey)
  const readProfile = (error: unknown) => {
    if (accessRefusalOf(error) !== null)
      void queryClient.invalidateQueries({ queryKey: profileKey }, { cancelRefetch: false })
  }
  queryClient.getQueryCache().subscribe((event) => {
    // the profile that is refused itself says all there is
    if (event.type === 'updated' && event.action.type === 'error' && event.query.queryHash !== profileHash)
      readProfile(event.action.error)
  })
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') readProfile(event.action.error)
  })
}
