import { ApiError } from '@auspex/sdk'
import { getGetMeQueryKey } from '@auspex/sdk/react'
import type { QueryClient } from '@tanstack/react-query'
import { moduleOffCode } from '../../lib/modules.ts'

/** The profile is older than what the server just said: it is read again, and the navigation follows. */
export const watchModuleRefusals = (queryClient: QueryClient): void => {
  const listen = (event: {
    readonly type: string
    readonly action?: { readonly type: string; readonly error?: unknown }
  }) => {
    if (event.type !== 'updated' || event.action?.type !== 'error') return
    const { error } = event.action
    if (error instanceof ApiError && error.code === moduleOffCode)
      void queryClient.invalidateQueries({ queryKey: getGetMeQueryKey() }, { cancelRefetch: false })
  }
  queryClient.getQueryCache().subscribe(listen)
  queryClient.getMutationCache().subscribe(listen)
}
