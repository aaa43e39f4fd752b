import { TextInput, Modal, Stack } from '@mantine/core'
import { createUser, updateUser, type User } from '@auspex/sdk'
import { type FormEvent, useState } from 'react'
import { describeFailure, fieldFailure, isFieldFailure } from '../../lib/api/failure.ts'
import { nameOfPerson } from './names.tsx'
import { OrganizationField } from './filters.tsx'
import { type Change, useChange } from './changes.tsx'
import layout from '../../ui/layout.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { FormActions } from '../../ui/form-actions.tsx'

interface PersonInput {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

type Field = keyof PersonInput

export const emptyPerson: PersonInput = { firstName: '', lastName: '', email: '' }

export const toPersonInput = ({ firstName, lastName, email }: PersonInput): PersonInput => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
})

/** Missing fields; the server validates the address itself. */
export const personFaults = (person: PersonInput): Partial<Record<Field, string>> => {
  const { firstName, lastName, email } = toPersonInput(person)
  return {
    ...(firstName === '' && { firstName: 'The first name is missing' }),
    ...(lastName === '' && { lastName: 'The last name is missing' }),
    ...(!/^[^\s@]+@[^\s@]+$/.test(email) && {
      email: email === '' ? 'The email address is missing' : 'An email address looks like name@example.org',
    }),
  }
}

interface PersonFieldsProps {
  value: PersonInput
  onChange: (value: PersonInput) => void
  faultOf: (field: Field) => string | undefined
  /** The address can be set only once. */
  hasEmail?: boolean
}

/** Fields for a person: two names and an address. */
export const PersonFields = ({ value, onChange, faultOf, hasEmail = true }: PersonFieldsProps) => (
  <>
    <div className={layout.pair} style={{ alignItems: 'start' }}>
      <TextInput
        label="First name"
        value={value.firstName}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => onChange({ ...value, firstName: event.currentTarget.value })}
        error={faultOf('firstName')}
        data-autofocus
      />
      <TextInput
        label="Last name"
        value={value.lastName}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => onChange({ ...value, lastName: event.currentTarget.value })}
        error={faultOf('lastName')}
      />
    </div>
    {hasEmail && (
      <TextInput
        label="Email address"
        type="email"
        value={value.email}
        maxLength={320}
        autoComplete="off"
        onChange={(event) => onChange({ ...value, email: event.currentTarget.value })}
        error={faultOf('email')}
      />
    )}
  </>
)

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
              <OrganizationField
                noun="person"
                value={organization}
                onChange={setOrganization}
                error={change.error}
                isSubmitted={isSubmitted}
              />
              <p className={textStyles.note}>
                This does not create an account at the identity provider. The first person to sign in there with this
                verified address, in this organization, is linked to it.
              </p>
            </>
          )}
          <FormActions failure={failure} isPending={change.isPending} onCancel={onClose}>
            {person ? 'Save the name' : 'Create person'}
          </FormActions>
        </Stack>
      </form>
    </Modal>
  )
}

const toCreation = (input: PersonInput, organizationId: string): Change<User> => ({
  run: (client) => createUser({ ...input, organizationId }, { client }),
  toNotice: (person) => `${nameOfPerson(person)} was created. They appear as “never signed in” until they do.`,
})

const toRename = (before: User, { firstName, lastName }: PersonInput): Change<User> => ({
  run: (client) => updateUser(before.id, { firstName, lastName }, { client }),
  toNotice: (person) => `${nameOfPerson(before)} is now called ${nameOfPerson(person)}.`,
  ...(before.firstName !== null &&
    before.lastName !== null && {
      undo: () => ({
        run: (client) =>
          updateUser(before.id, { firstName: before.firstName ?? '', lastName: before.lastName ?? '' }, { client }),
        toNotice: () => `${nameOfPerson(before)} has their old name back.`,
      }),
    }),
})
