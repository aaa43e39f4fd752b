import {
  addNewContextsToContextSpace,
  type AuspexClient,
  type ContextSpace,
  deleteContextSpaceData,
  generateContextSpace,
  getContextSpace,
  listContextSpaces,
  removeContext,
} from '@auspex/sdk'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'

const keyOf = (signalId: string) => ['context-spaces', signalId]

/** The person's newest map of a signal; null when there is none. */
export const contextSpaceOptions = (client: AuspexClient, signalId: string) =>
  queryOptions({
    queryKey: keyOf(signalId),
    queryFn: async ({ signal }): Promise<ContextSpace | null> => {
      const { items } = await listContextSpaces({ signalId, perPage: 1 }, { client, signal })
      const [newest] = items
      return newest ? getContextSpace(newest.id, { client, signal }) : null
    },
  })

/** Draws the map of a signal anew; the one that stood there before is deleted. */
export const useGenerateSpace = (signalId: string) => {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<ContextSpace> => {
      const before = cache.getQueryData<ContextSpace | null>(keyOf(signalId))
      const space = await generateContextSpace({ signalId, limit: 120 }, { client })
      if (before) await deleteContextSpaceData({ id: before.id }, { client })
      return space
    },
    onSuccess: (space) => cache.setQueryData(keyOf(signalId), space),
  })
}

export const useAddContexts = (signalId: string) => {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: string; terms: string[] }) => addNewContextsToContextSpace(input, { client }),
    onSuccess: (space) => cache.setQueryData(keyOf(signalId), space),
  })
}

export const useRemoveContext = (signalId: string) => {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, contextId }: { id: string; contextId: string }) => removeContext(id, contextId, { client }),
    onSuccess: (space) => cache.setQueryData(keyOf(signalId), space),
  })
}

export const useDeleteSpace = (signalId: string) => {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteContextSpaceData({ id }, { client }),
    onSuccess: () => cache.setQueryData(keyOf(signalId), null),
  })
}
