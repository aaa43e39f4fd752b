import {
  type AuspexClient,
  createShareLink,
  type CreateShareLinkInput,
  type EmbedPart,
  ForbiddenError,
  getSharedEmbed,
  getSharedItem,
  getSharedItemForMembers,
  NotFoundError,
  revokeShareLink,
} from '@auspex/sdk'
import { listShareLinksQueryKey, listShareLinksQueryOptions } from '@auspex/sdk/react'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ShareItem } from '../../lib/dialogs/dialog-request.tsx'

export const shareLinksOptions = (client: AuspexClient, { kind, itemId }: ShareItem) =>
  listShareLinksQueryOptions({ kind, itemId, perPage: 100 }, { request: { client }, query: { staleTime: 0 } })

export const useCreateLink = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: CreateShareLinkInput) => createShareLink(input, { client }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listShareLinksQueryKey(client) }),
  })
}

export const useRevokeLink = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (linkId: string) => revokeShareLink(linkId, { client }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listShareLinksQueryKey(client) }),
  })
}

/** The content of a link, for a person with an account or for anyone. Never cached: it may be revoked at any moment. */
export const sharedItemOptions = (client: AuspexClient, token: string, isSignedIn: boolean) =>
  queryOptions({
    queryKey: ['shared', token, isSignedIn],
    queryFn: ({ signal }) => (isSignedIn ? getSharedItemForMembers : getSharedItem)(token, { client, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** The picture of a shared report as it is now, for embed code that does not update. */
export const embedPictureOptions = (client: AuspexClient, token: string, part: EmbedPart) =>
  queryOptions({
    queryKey: ['embed', token, part],
    queryFn: async ({ signal }) => (await getSharedEmbed(token, { part, form: 'picture' }, { client, signal })).text(),
    gcTime: 0,
  })

/** Why a link shows nothing. */
export type SharedRefusal = 'ended' | 'members-only' | 'failed'

export const refusalOf = (error: unknown): SharedRefusal => {
  if (error instanceof NotFoundError) return 'ended'
  return error instanceof ForbiddenError ? 'members-only' : 'failed'
}
