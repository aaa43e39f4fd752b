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
  getMeQueryOptions,
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

/** Counted each time that somebody asks: what goes is what is there now. */
export const importDeletionOptions = (client: AuspexClient, importId: string) =>
  previewImportDeletionQueryOptions(importId, { request: { client }, query: { staleTime: 0, gcTime: 0 } })

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

/** Takes an import out of the library. Everything that is counted of documents may be another number then, so all is asked again. */
export const useDeleteImport = (client: AuspexClient, importId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    /** Given what was counted before, which the progress is a part of. */
    mutationFn: (_counted: number) => deleteImport(importId, { client }),
    onSuccess: () => {
      // nobody counts what would go with an import that is gone
      const gone = hashKey(previewImportDeletionQueryKey(client, importId))
      void queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== gone })
    },
  })
}
