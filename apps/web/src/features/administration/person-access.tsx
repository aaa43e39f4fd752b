import { updateUser, type User } from '@auspex/sdk'
import { formatInstant } from '../../lib/format.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { nameOfPerson } from './names.ts'
import { type Change, useChange } from './use-change.ts'

/** Asks before the access of a person is taken away or given back. */
export const PersonAccess = ({ person, onClose }: { person: User; onClose: () => void }) => {
  const change = useChange<unknown>()
  const name = nameOfPerson(person)
  const isDisabled = person.disabledAt !== null
  return (
    <ConfirmDialog
      title={isDisabled ? `Enable ${name} again?` : `Disable ${name}?`}
      action={isDisabled ? `Enable ${name}` : `Disable ${name}`}
      isDanger={!isDisabled}
      isPending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(isDisabled ? enable(person) : disable(person), { onSuccess: onClose })}
      onClose={onClose}
    >
      {person.disabledAt === null ? (
        <p>
          {name} loses all access within five seconds, including open pages and streams. What they made stays, and their
          groups keep seeing what is shared. The account at the identity provider is not touched. You can give the
          access back at any time.
        </p>
      ) : (
        <p>
          {name} has had no access since {formatInstant(person.disabledAt)}. Enabled, they can sign in again at once,
          with the groups and modules they had.
        </p>
      )}
    </ConfirmDialog>
  )
}

const enable = (person: User): Change<unknown> => ({
  run: (client) => updateUser(person.id, { disabled: false }, { client }),
  say: () => `${nameOfPerson(person)} has access again.`,
})

const disable = (person: User): Change<unknown> => ({
  run: (client) => updateUser(person.id, { disabled: true }, { client }),
  say: () => `${nameOfPerson(person)} is disabled and has no access.`,
  undo: () => enable(person),
})
