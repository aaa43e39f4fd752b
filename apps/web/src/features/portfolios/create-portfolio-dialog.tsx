import type { GroupRef } from '@auspex/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { useFormDraft } from '../../lib/form-draft.ts'
import { CollectionDialog, type CollectionWords } from '../../ui/collection-dialog.tsx'
import { useCreatePortfolio } from './portfolios.queries.ts'

const place = 'portfolio.new'
const empty = { fields: { title: '', groupId: null }, base: {} }

/** A new portfolio, which opens once it is made. */
export const CreatePortfolioDialog = ({ groups, onClose }: { groups: readonly GroupRef[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useCreatePortfolio(useClient())
  const { isReady, draft, keep, drop } = useFormDraft<CollectionWords, Record<string, never>>(place, empty)
  const close = () => {
    drop()
    onClose()
  }
  const failure = create.error && describeFailure(create.error)
  if (!isReady) return null
  return (
    <CollectionDialog
      heading="New portfolio"
      example="Plant milks"
      submitLabel="Create"
      groups={groups}
      typed={draft?.fields ?? null}
      failure={failure && [`${failure.message}.`, failure.detail].filter(Boolean).join(' ')}
      isPending={create.isPending}
      onType={keep}
      onClose={close}
      onSubmit={({ title, groupId, file }) =>
        create.mutate(
          { title, organizationGroupId: groupId, file: file ?? undefined },
          {
            onSuccess: ({ id }) => {
              close()
              void navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: id } })
            },
          },
        )
      }
    />
  )
}
