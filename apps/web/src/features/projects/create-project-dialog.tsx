import type { GroupRef } from '@auspex/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { useFormDraft } from '../../lib/form-draft.ts'
import { CollectionDialog, type CollectionWords } from '../../ui/collection-dialog.tsx'
import { useCreateProject } from './projects.queries.ts'

const place = 'project.new'
const empty = { fields: { title: '', groupId: null }, base: {} }

/** A new project, which opens once it is made. */
export const CreateProjectDialog = ({ groups, onClose }: { groups: readonly GroupRef[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useCreateProject(useClient())
  const { isReady, draft, keep, drop } = useFormDraft<CollectionWords, Record<string, never>>(place, empty)
  const close = () => {
    drop()
    onClose()
  }
  const failure = create.error && describeFailure(create.error)
  if (!isReady) return null
  return (
    <CollectionDialog
      heading="New project"
      example="Spring launch 2027"
      submitLabel="Create"
      groups={groups}
      typed={draft?.fields ?? null}
      failure={failure && [`${failure.message}.`, failure.detail].filter(Boolean).join(' ')}
      isPending={create.isPending}
      onType={keep}
      onClose={close}
      onSubmit={({ title, groupId, file }) =>
        create.mutate(
          { title, organizationGroupId: groupId, image: file ?? undefined },
          {
            onSuccess: ({ projectId }) => {
              close()
              void navigate({ to: '/projects/$projectId', params: { projectId } })
            },
          },
        )
      }
    />
  )
}
