import { type AuspexClient, type QueryEcho, signalBySources, type SourceKey } from '@auspex/sdk'
import { listSourcesQueryOptions } from '@auspex/sdk/react'
import { queryOptions } from '@tanstack/react-query'

export const sourcesOptions = (client: AuspexClient) => listSourcesQueryOptions({ request: { client } })

/** Queries sources now and waits for them, at most a minute. The responses stay until they are queried again. */
export const askSourcesOptions = (client: AuspexClient, query: QueryEcho, sources: readonly SourceKey[]) =>
  queryOptions({
    queryKey: ['explore', 'signalBySources', query, sources],
    queryFn: ({ signal }) => {
      const { query_term, x_term, y_term, isCompound, geo, entity, startDate, endDate } = query
      return signalBySources(
        { query_term, x_term, y_term, isCompound, geo, entity, startDate, endDate, sources: [...sources] },
        { client, signal },
      )
    },
    enabled: sources.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
