import { Button } from '@mantine/core'
import { deleteMe } from '@auspex/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.tsx'
import { useClient } from '../../lib/api.tsx'
import { sayThings } from '../../lib/deletion-words.ts'
import { describeFailure } from '../../lib/failure.ts'
import { DeletionDialog } from '../../ui/deletion-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { myDeletionOptions } from './account.queries.ts'
import textStyles from '../../ui/text-styles.module.css'

/** The end of one's own account. Without an address there is nothing to confirm it with: an administrator does it then. */
export const DeleteAccount = ({ email }: { email: string | null }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      id="delete-account"
      title="Delete your account"
      hint="You and everything you made are deleted for good, also what your groups see of it."
    >
      {email === null ? (
        <p className={textStyles.note}>Your account has no e-mail address to confirm it with. Ask an administrator.</p>
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          Delete my account…
        </Button>
      )}
      {isOpen && email !== null && <Deletion email={email} onClose={() => setOpen(false)} />}
    </Section>
  )
}

const Deletion = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const client = useClient()
  const account = useAccount()
  const preview = useQuery(myDeletionOptions(client))
  const removal = useMutation({
    mutationFn: (confirmation: string) => deleteMe({ confirmation }, { client }),
    onSuccess: () => account.signOut(),
  })
  const failure = removal.error ?? preview.error
  const said = failure && describeFailure(failure)
  return (
    <DeletionDialog
      title="Delete your account?"
      action="Delete my account"
      goes={preview.data && sayThings(preview.data.things)}
      typed={{ words: email, what: 'e-mail address of your account' }}
      failure={said && [`${said.message}.`, said.detail].filter(Boolean).join(' ')}
      isPending={removal.isPending || removal.isSuccess}
      onConfirm={(confirmation) => removal.mutate(confirmation)}
      onClose={onClose}
    >
      <p>
        It cannot be undone, and nobody can bring it back for you. Messages that you sent stay with those who received
        them, without your name. Administrators’ audit trail and security log keep an id, and nothing else. You are
        signed out at once.
      </p>
    </DeletionDialog>
  )
}
