import {
  type AuspexClient,
  createSourceProbe,
  deleteImport,
  importCloses,
  type ImportClosesInput,
  type ListImportsParams,
  type SourceKey,
  type SourceProbe,
  type SourceProbeList,
} from '@auspex/sdk'
import {
  autocompleteStockQueryKey,
  correlateCryptoQueryKey,
  correlateStockQueryKey,
  getMeQueryOptions,
  getStockForecastQueryKey,
  listImportsQueryOptions,
  listSourceProbesQueryKey,
  listSourceProbesQueryOptions,
  listSourcesQueryOptions,
  previewImportDeletionQueryKey,
  previewImportDeletionQueryOptions,
} from '@auspex/sdk/react'
import { hashKey, keepPreviousData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

export const sourcesOptions = (client: AuspexClient) => listSourcesQueryOptions({ request: { client } })
export const sourceProbesOptions = (client: AuspexClient) => listSourceProbesQueryOptions({ request: { client } })

export const importsOptions = (client: AuspexClient, params: ListImportsParams) =>
  listImportsQueryOptions(params, { request: { client }, query: { staleTime: 0, placeholderData: keepPreviousData } })

/** Counted on every request: what is deleted is what exists at that moment. */
export const importDeletionOptions = (client: AuspexClient, importId: string) =>
  previewImportDeletionQueryOptions(importId, { request: { client }, query: { staleTime: 0, gcTime: 0 } })

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

/** Replaces the previous probe; the server does not store the probe of a source that was not queried, but it is shown here. */
const rememberProbe = (client: AuspexClient, queryClient: QueryClient, probe: SourceProbe): void => {
  queryClient.setQueryData<SourceProbeList>(listSourceProbesQueryKey(client), (before) => ({
    items: [...(before?.items ?? []).filter(({ source }) => source !== probe.source), probe],
  }))
}

/** Probes whether one source responds. */
export const useProbeSource = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ source, signal }: { source: SourceKey; signal?: AbortSignal }) =>
      createSourceProbe({ source }, { client, ...(signal && { signal }) }),
    onSuccess: (probe) => rememberProbe(client, queryClient, probe),
  })
}

/** Stores imported prices; results based on older ones are refetched. */
export const useImportCloses = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ImportClosesInput) => importCloses(input, { client }),
    onSuccess: () =>
      Promise.all(
        [correlateStockQueryKey, correlateCryptoQueryKey, getStockForecastQueryKey, autocompleteStockQueryKey].map(
          (keyOf) => queryClient.invalidateQueries({ queryKey: keyOf(client) }),
        ),
      ),
  })
}

/** Deletes an import from the library. Any count of documents may change then, so everything is refetched. */
export const useDeleteImport = (client: AuspexClient, importId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    /** The number counted before the deletion; progress is measured against it. */
    mutationFn: (_counted: number) => deleteImport(importId, { client }),
    onSuccess: () => {
      // a deleted import has no preview to refetch
      const deletedQueryHash = hashKey(previewImportDeletionQueryKey(client, importId))
      void queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== deletedQueryHash })
    },
  })
}
