import type { GroupRef } from '@auspex/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { CollectionDialog } from '../../ui/collection-dialog.tsx'
import { useCreateProject } from './projects.queries.ts'

/** A new project, which opens once it is made. */
export const CreateProjectDialog = ({ groups, onClose }: { groups: readonly GroupRef[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useCreateProject(useClient())
  const failure = create.error && describeFailure(create.error)
  return (
    <CollectionDialog
      heading="New project"
      example="Spring launch 2027"
      submitLabel="Create"
      groups={groups}
      failure={failure && [`${failure.message}.`, failure.detail].filter(Boolean).join(' ')}
      isPending={create.isPending}
      onClose={onClose}
      onSubmit={({ title, groupId, file }) =>
        create.mutate(
          { title, organizationGroupId: groupId, image: file ?? undefined },
          {
            onSuccess: ({ projectId }) => {
              onClose()
              void navigate({ to: '/projects/$projectId', params: { projectId } })
            },
          },
        )
      }
    />
  )
}
