import {
  type AuspexClient,
  createPersonalAccessToken,
  type CreatePersonalAccessTokenInput,
  revokePersonalAccessToken,
} from '@auspex/sdk'
import { listPersonalAccessTokensQueryKey, listPersonalAccessTokensQueryOptions } from '@auspex/sdk/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'

export const accessTokensOptions = (client: AuspexClient) =>
  listPersonalAccessTokensQueryOptions({ request: { client }, query: { staleTime: 0 } })

export const useCreateToken = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: CreatePersonalAccessTokenInput) => createPersonalAccessToken(input, { client }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listPersonalAccessTokensQueryKey(client) }),
  })
}

export const useRevokeToken = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => revokePersonalAccessToken(id, { client }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listPersonalAccessTokensQueryKey(client) }),
  })
}
