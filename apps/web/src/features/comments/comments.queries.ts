import {
  addCommentReply,
  type AuspexClient,
  type PostedComment,
  createComment,
  deleteComment,
  deleteCommentReply,
  type ListCommentsParams,
  updateComment,
  updateCommentReply,
} from '@auspex/sdk'
import {
  getCommentQueryKey,
  getCommentQueryOptions,
  getMeQueryOptions,
  listCommentsQueryOptions,
} from '@auspex/sdk/react'
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CommentSubject, refreshComments } from '../../lib/dialogs/comments.tsx'

/** How often open comments are read again, so that colleagues can answer each other. */
const pollIntervalMs = 30_000
const perPage = 100

export type CommentState = 'open' | 'resolved' | 'all'

export const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

const stateFilter = (state: CommentState): ListCommentsParams =>
  state === 'all' ? {} : { resolved: state === 'resolved' }

const live = { staleTime: 0, refetchOnWindowFocus: true, refetchInterval: pollIntervalMs } as const

/** Comments about a thing, or with null those that concern the person. */
export const commentsOptions = (
  client: AuspexClient,
  subject: Pick<CommentSubject, 'kind' | 'itemId'> | null,
  state: CommentState,
) =>
  listCommentsQueryOptions(
    { ...(subject && { kind: subject.kind, itemIds: [subject.itemId] }), ...stateFilter(state), perPage },
    { request: { client }, query: { ...live, placeholderData: keepPreviousData } },
  )

export const commentOptions = (client: AuspexClient, id: string | null) =>
  getCommentQueryOptions(id ?? '', { request: { client }, query: { enabled: id !== null, staleTime: 0 } })

/** Whom a text belongs to: a new comment, a reply, or either of them while it is edited. */
export type TextPlace =
  | { readonly kind: 'comment'; readonly subject: CommentSubject }
  | { readonly kind: 'reply'; readonly commentId: string }
  | { readonly kind: 'edit'; readonly commentId: string; readonly replyId: string | null }

/** Sends a text to its place; resolves when the lists show it. */
export const useSendText = (client: AuspexClient, place: TextPlace) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (text: string) => {
      switch (place.kind) {
        case 'comment': {
          const { kind, itemId, cardId = null, signalId = null } = place.subject
          await createComment({ kind, itemId, cardId, signalId, text }, { client })
          break
        }
        case 'reply':
          await addCommentReply(place.commentId, { text }, { client })
          break
        case 'edit':
        default:
          await (place.replyId === null
            ? updateComment(place.commentId, { text }, { client })
            : updateCommentReply(place.commentId, place.replyId, { text }, { client }))
      }
      await refreshAll(queryClient, client, place.kind === 'comment' ? null : place.commentId)
    },
  })
}

export const useResolve = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, resolved }: { id: string; resolved: boolean }) => updateComment(id, { resolved }, { client }),
    onSettled: (_answer, _error, { id }) => refreshAll(queryClient, client, id),
  })
}

/** Deletes a comment or a reply, once it can no longer be undone. */
export const useDelete = (client: AuspexClient) => {
  const queryClient = useQueryClient()
  return async (
    { id, replyId }: { id: string; replyId: string | null },
    options: { readonly fetch: typeof globalThis.fetch },
  ): Promise<void> => {
    try {
      await (replyId === null
        ? deleteComment(id, { client, ...options })
        : deleteCommentReply(id, replyId, { client, ...options }))
    } finally {
      await refreshAll(queryClient, client, id)
    }
  }
}

const refreshAll = async (
  queryClient: ReturnType<typeof useQueryClient>,
  client: AuspexClient,
  id: string | null,
): Promise<void> => {
  if (id !== null) void queryClient.invalidateQueries({ queryKey: getCommentQueryKey(client, id) })
  await refreshComments(queryClient, client)
}

/** What a comment is about, to open what else is said about it. */
export const subjectOf = ({ kind, itemId, cardId, title }: PostedComment): CommentSubject => ({
  kind,
  itemId,
  title,
  ...(cardId !== null && { cardId }),
})
