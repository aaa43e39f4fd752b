import type { ZeusThread } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../../lib/api.tsx'
import { useDelayedChanges } from '../../../lib/delayed-changes.tsx'
import { sendThreadDeletion } from '../zeus.queries.ts'

/** Deletes a conversation a little later, so that undo loses nothing. */
export const useDeleteThread = () => {
  const client = useClient()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { delay } = useDelayedChanges()
  return ({ id, title }: Pick<ZeusThread, 'id' | 'title'>, isCurrent: boolean) => {
    delay({
      ids: [id],
      text: `“${title}” deleted.`,
      send: ({ fetch }) => sendThreadDeletion({ client, fetch }, queryClient, id),
      onUndo: () => {
        if (isCurrent) void navigate({ to: '/zeus/$threadId', params: { threadId: id }, search: {} })
      },
    })
    if (isCurrent) void navigate({ to: '/zeus', search: {} })
  }
}
