import { Button, Group, Modal, Stack } from '@mantine/core'
import { createUser, updateUser, type User } from '@auspex/sdk'
import { type FormEvent, useState } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import { fieldFailure, isFieldFailure } from '../../lib/field-failure.ts'
import { nameOfPerson } from './names.ts'
import { OrganizationSelect } from './organization-select.tsx'
import { personFaults, PersonFields, type PersonInput, toPersonInput } from './person-fields.tsx'
import { type Change, useChange } from './use-change.ts'
import textStyles from '../../ui/text-styles.module.css'

interface PersonFormProps {
  /** Omitted to create one. */
  person?: User
  organizationId?: string | undefined
  onClose: () => void
}

/** Creates a person before their first sign-in, or changes a person's name. */
export const PersonForm = ({ person, organizationId, onClose }: PersonFormProps) => {
  const [input, setInput] = useState<PersonInput>({
    firstName: person?.firstName ?? '',
    lastName: person?.lastName ?? '',
    email: person?.email ?? '',
  })
  const [organization, setOrganization] = useState(organizationId)
  const [isSubmitted, setSubmitted] = useState(false)
  const change = useChange<User>()
  const { email: emailFault, ...nameFaults } = personFaults(input)
  const faults = person ? nameFaults : personFaults(input)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (Object.keys(faults).length > 0) return
    if (person) return change.mutate(toRename(person, toPersonInput(input)), { onSuccess: onClose })
    if (organization === undefined) return
    change.mutate(toCreation(toPersonInput(input), organization), { onSuccess: onClose })
  }
  const fields = ['firstName', 'lastName', 'email', 'organizationId'] as const
  const failure = change.error && !isFieldFailure(change.error, fields) && describeFailure(change.error)
  return (
    <Modal
      opened
      onClose={onClose}
      title={person ? `Change the name of ${nameOfPerson(person)}` : 'New person'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <PersonFields
            value={input}
            onChange={setInput}
            hasEmail={!person}
            faultOf={(field) =>
              fieldFailure(change.error, field) ??
              (isSubmitted ? { ...nameFaults, email: emailFault }[field] : undefined)
            }
          />
          {!person && (
            <>
              <OrganizationSelect
                value={organization}
                onChange={setOrganization}
                placeholder="Choose an organization"
                error={
                  fieldFailure(change.error, 'organizationId') ??
                  (isSubmitted && organization === undefined ? 'Choose the organization of the person' : undefined)
                }
                isRequired
              />
              <p className={textStyles.note}>
                No account is made at the identity provider. Whoever first signs in there with this verified address, in
                this organization, becomes this person.
              </p>
            </>
          )}
          {failure && (
            <p className={textStyles.fault} role="alert">
              {failure.message}. {failure.detail}
            </p>
          )}
          <Group gap="xs">
            <Button type="submit" loading={change.isPending}>
              {person ? 'Save the name' : 'Create person'}
            </Button>
            <Button variant="subtle" color="gray" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const toCreation = (input: PersonInput, organizationId: string): Change<User> => ({
  run: (client) => createUser({ ...input, organizationId }, { client }),
  say: (person) => `${nameOfPerson(person)} was created. They appear as “never signed in” until they do.`,
})

const toRename = (before: User, { firstName, lastName }: PersonInput): Change<User> => ({
  run: (client) => updateUser(before.id, { firstName, lastName }, { client }),
  say: (person) => `${nameOfPerson(before)} is called ${nameOfPerson(person)} now.`,
  ...(before.firstName !== null &&
    before.lastName !== null && {
      undo: () => ({
        run: (client) =>
          updateUser(before.id, { firstName: before.firstName ?? '', lastName: before.lastName ?? '' }, { client }),
        say: () => `${nameOfPerson(before)} has the name back.`,
      }),
    }),
})
