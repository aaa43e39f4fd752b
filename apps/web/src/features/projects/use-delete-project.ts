import type { Project } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { useDelayedChanges } from '../../lib/delayed-changes.tsx'
import { sendDeleteProject } from './projects.queries.ts'

/** Deletes a project once the undo period is over. Its portfolios stay. */
export const useDeleteProject = () => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { delay } = useDelayedChanges()
  return ({ projectId, displayTitle }: Project) =>
    delay({
      ids: [projectId],
      text: `${displayTitle} deleted; its portfolios stay.`,
      send: (options) => sendDeleteProject({ client, queryClient }, projectId, options),
    })
}
