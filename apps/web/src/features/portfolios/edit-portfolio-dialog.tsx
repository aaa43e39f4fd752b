import type { GroupRef, Portfolio } from '@auspex/sdk'
import { CollectionDialog, type CollectionWords } from '../../ui/collection-dialog.tsx'
import type { PortfolioChanges } from './portfolios.queries.ts'

interface EditPortfolioDialogProps {
  portfolio: Portfolio
  picture: Blob | null
  groups: readonly GroupRef[]
  failure: string | null
  isPending: boolean
  typed: CollectionWords | null
  onType: (words: CollectionWords) => void
  onSave: (changes: PortfolioChanges) => Promise<void>
  onClose: () => void
}

/** Name, group and picture of a portfolio; only what was changed is sent. */
export const EditPortfolioDialog = ({ portfolio, picture, onSave, onClose, ...dialog }: EditPortfolioDialogProps) => (
  <CollectionDialog
    heading="Edit the portfolio"
    example="Plant milks"
    submitLabel="Save"
    initial={{ title: portfolio.title, groupId: portfolio.organizationGroupId, picture }}
    onClose={onClose}
    onSubmit={({ title, groupId, file, isPictureRemoved }) => {
      // a form cannot take a portfolio back from its group, so a picture that comes with a new group goes first
      const words = {
        ...(title !== portfolio.title && { title }),
        ...(groupId !== portfolio.organizationGroupId && { organizationGroupId: groupId }),
        ...(isPictureRemoved && file === null && { imageRemoved: true }),
      }
      const send = async () => {
        if (Object.keys(words).length > 0) await onSave(words)
        if (file !== null) await onSave({ file })
      }
      void send().then(onClose, () => undefined)
    }}
    {...dialog}
  />
)
