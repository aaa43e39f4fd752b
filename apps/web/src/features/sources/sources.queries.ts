import {
  type AuspexClient,
  createSourceProbe,
  importCloses,
  type ImportClosesInput,
  type SourceKey,
  type SourceProbe,
  type SourceProbeList,
} from '@auspex/sdk'
import {
  getMeQueryOptions,
  listSourceProbesQueryKey,
  listSourceProbesQueryOptions,
  listSourcesQueryOptions,
} from '@auspex/sdk/react'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

export const sourcesOptions = (client: AuspexClient) => listSourcesQueryOptions({ request: { client } })
export const sourceProbesOptions = (client: AuspexClient) => listSourceProbesQueryOptions({ request: { client } })

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

/** Puts a probe in the place of the one before; a source that was not asked is not kept by the server, but shown here. */
const rememberProbe = (client: AuspexClient, queryClient: QueryClient, probe: SourceProbe): void => {
  queryClient.setQueryData<SourceProbeList>(listSourceProbesQueryKey(client), (before) => ({
    items: [...(before?.items ?? []).filter(({ source }) => source !== probe.source), probe],
  }))
}

/** Asks one source whether it answers. */
export const useProbeSource = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ source, signal }: { source: SourceKey; signal?: AbortSignal }) =>
      createSourceProbe({ source }, { client, ...(signal && { signal }) }),
    onSuccess: (probe) => rememberProbe(client, queryClient, probe),
  })
}

/** Stores prices that somebody brought; what was found with older ones is asked again. */
export const useImportCloses = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ImportClosesInput) => importCloses(input, { client }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['compare'] }),
  })
}
