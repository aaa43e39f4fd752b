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
  getGetMeQueryOptions,
  getListSourceProbesQueryKey,
  getListSourceProbesQueryOptions,
  getListSourcesQueryOptions,
} from '@auspex/sdk/react'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

export const sourcesOptions = (client: AuspexClient) => getListSourcesQueryOptions({ request: { client } })
export const sourceProbesOptions = (client: AuspexClient) => getListSourceProbesQueryOptions({ request: { client } })

export const meOptions = (client: AuspexClient) => getGetMeQueryOptions({ request: { client } })

/** Puts a probe in the place of the one before; a source that was not asked is not kept by the server, but shown here. */
const rememberProbe = (client: AuspexClient, queryClient: QueryClient, probe: SourceProbe): void => {
  queryClient.setQueryData<SourceProbeList>(getListSourceProbesQueryKey(client), (before) => ({
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
