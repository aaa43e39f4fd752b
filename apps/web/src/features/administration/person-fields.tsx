import { TextInput } from '@mantine/core'
import layout from '../../ui/layout.module.css'

export interface PersonInput {
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
      email: email === '' ? 'The e-mail address is missing' : 'An e-mail address looks like name@example.org',
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
        label="E-mail address"
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
