import { Button, Stack } from '@mantine/core'
import {
  addOrganizationGroupUser,
  type GroupUser,
  type OrganizationGroup,
  removeOrganizationGroupUser,
} from '@auspex/sdk'
import { type FormEvent, useState } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import { fieldFailure, isFieldFailure } from '../../lib/field-failure.ts'
import { nameOfPerson } from './names.ts'
import { emptyPerson, personFaults, PersonFields, toPersonInput } from './person-fields.tsx'
import { useChange } from './use-change.ts'
import textStyles from '../../ui/text-styles.module.css'

/** Somebody joins a group, told by the e-mail address; who is not known yet is made. */
export const AddPersonForm = ({ group }: { group: OrganizationGroup }) => {
  const [isOpen, setOpen] = useState(false)
  const [person, setPerson] = useState(emptyPerson)
  const [isSubmitted, setSubmitted] = useState(false)
  const change = useChange<GroupUser>()
  if (!isOpen)
    return (
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        Add a person
      </Button>
    )
  const faults = personFaults(person)
  const close = () => {
    setOpen(false)
    setPerson(emptyPerson)
    setSubmitted(false)
    change.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (Object.keys(faults).length > 0) return
    change.mutate(
      {
        run: (client) => addOrganizationGroupUser(group.id, toPersonInput(person), { client }),
        say: (added) => `${nameOfPerson(added)} is in ${group.name} now.`,
        undo: (added) => ({
          run: (client) => removeOrganizationGroupUser(group.id, added.id, { client }),
          say: () => `${nameOfPerson(added)} is no longer in ${group.name}.`,
        }),
      },
      { onSuccess: close },
    )
  }
  const failure =
    change.error && !isFieldFailure(change.error, ['firstName', 'lastName', 'email']) && describeFailure(change.error)
  return (
    <form onSubmit={submit} noValidate aria-label={`Add a person to ${group.name}`}>
      <Stack gap={12}>
        <PersonFields
          value={person}
          onChange={setPerson}
          faultOf={(field) => fieldFailure(change.error, field) ?? (isSubmitted ? faults[field] : undefined)}
        />
        {failure && (
          <p className={textStyles.fault} role="alert">
            {failure.message}. {failure.detail}
          </p>
        )}
        <div>
          <Button type="submit" loading={change.isPending}>
            Add to the group
          </Button>{' '}
          <Button variant="subtle" color="gray" onClick={close}>
            Cancel
          </Button>
        </div>
      </Stack>
    </form>
  )
}
