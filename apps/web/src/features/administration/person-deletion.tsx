import { deleteUser, updateUser, type User, type UserDeletion } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { sayThings } from '../../lib/deletion-words.ts'
import { describeFailure } from '../../lib/failure.ts'
import { DeletionDialog } from '../../ui/deletion-dialog.tsx'
import { userDeletionOptions } from './administration.queries.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { nameOfPerson } from './names.ts'
import { type Change, useChange } from './use-change.ts'

interface PersonDeletionProps {
  person: User
  onClose: () => void
}

/** Deletes a person with everything of theirs. Who still has access is disabled first: until then it can be taken back. */
export const PersonDeletion = ({ person, onClose }: PersonDeletionProps) =>
  person.disabledAt === null ? (
    <DisableFirst person={person} onClose={onClose} />
  ) : (
    <Deletion person={person} onClose={onClose} />
  )

const DisableFirst = ({ person, onClose }: PersonDeletionProps) => {
  const change = useChange<unknown>()
  const name = nameOfPerson(person)
  return (
    <ConfirmDialog
      title={`Disable ${name} before deleting?`}
      action={`Disable ${name}`}
      isDanger
      isPending={change.isPending}
      error={change.error}
      // the list is read again, and the dialog goes on with a person who is disabled
      onConfirm={() =>
        change.mutate({
          run: (client) => updateUser(person.id, { disabled: true }, { client }),
          say: () => `${name} is disabled and has no access.`,
        })
      }
      onClose={onClose}
    >
      <p>
        Only somebody who is disabled can be deleted. {name} loses all access within five seconds. That can be undone;
        the deletion that follows cannot.
      </p>
    </ConfirmDialog>
  )
}

const Deletion = ({ person, onClose }: PersonDeletionProps) => {
  const preview = useQuery(userDeletionOptions(useClient(), person.id))
  const change = useChange<UserDeletion>()
  const name = nameOfPerson(person)
  const failure = change.error ?? preview.error
  const said = failure && describeFailure(failure)
  return (
    <DeletionDialog
      title={`Delete ${name}?`}
      action={`Delete ${name}`}
      goes={preview.data && sayThings(preview.data.things)}
      typed={person.email === null ? { words: name, what: 'name' } : { words: person.email, what: 'e-mail address' }}
      failure={said && [`${said.message}.`, said.detail].filter(Boolean).join(' ')}
      isPending={change.isPending}
      onConfirm={() => change.mutate(toDeletion(person), { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        It cannot be undone, and their groups lose what was shared. Messages that {name} sent stay with those who
        received them, without the name. The audit trail and the security log keep the id {person.id}, and nothing else.
      </p>
    </DeletionDialog>
  )
}

const toDeletion = (person: User): Change<UserDeletion> => ({
  run: (client) => deleteUser(person.id, { client }),
  say: () => `${nameOfPerson(person)} was deleted with everything of theirs.`,
})
