import type { GroupRef } from '@auspex/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { CollectionDialog } from '../../ui/collection-dialog.tsx'
import { useCreatePortfolio } from './portfolios.queries.ts'

/** A new portfolio, which opens once it is made. */
export const CreatePortfolioDialog = ({ groups, onClose }: { groups: readonly GroupRef[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useCreatePortfolio(useClient())
  const failure = create.error && describeFailure(create.error)
  return (
    <CollectionDialog
      heading="New portfolio"
      example="Plant milks"
      submitLabel="Create"
      groups={groups}
      failure={failure && [`${failure.message}.`, failure.detail].filter(Boolean).join(' ')}
      isPending={create.isPending}
      onClose={onClose}
      onSubmit={({ title, groupId, file }) =>
        create.mutate(
          { title, organizationGroupId: groupId, file: file ?? undefined },
          {
            onSuccess: ({ id }) => {
              onClose()
              void navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: id } })
            },
          },
        )
      }
    />
  )
}
