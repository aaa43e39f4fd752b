import type { AuspexClient } from '@auspex/sdk'
import { getMeQueryOptions, previewMyDeletionQueryOptions } from '@auspex/sdk/react'

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })
/** Counted each time that somebody asks: what goes is what is there now. */
export const myDeletionOptions = (client: AuspexClient) =>
  previewMyDeletionQueryOptions({ request: { client }, query: { staleTime: 0, gcTime: 0 } })
