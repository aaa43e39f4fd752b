import { CloseButton, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateInput } from '../../ui/date-input.tsx'
import { useClient } from '../../lib/api/api.tsx'
import { organizationsOptions, peopleOptions } from './administration.queries.ts'
import { useOrganizationNames, nameOfPerson } from './names.tsx'
import classes from './administration.module.css'
import { fieldFailure } from '../../lib/api/failure.ts'
import { addDays } from '../../lib/time/dates.ts'

interface DayRangeFilterProps {
  from: string | undefined
  to: string | undefined
  onChange: (change: { from: string | undefined } | { to: string | undefined }) => void
}

/** The first and the last day of a list, side by side however narrow the line is. */
export const DayRangeFilter = ({ from, to, onChange }: DayRangeFilterProps) => (
  <div className={classes.days}>
    <DayFilter label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
    <DayFilter label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
  </div>
)

interface DayFilterProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

/** The moments between which a list is read, to the end of its last day. */
export const toInstants = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  ...(from !== undefined && { from: `${from}T00:00:00Z` }),
  ...(to !== undefined && { to: `${addDays(to, 1)}T00:00:00Z` }),
})

/** Filters a list by a day; without one the list is not filtered. */
const DayFilter = ({ label, value, min = '2000-01-01', max = '2100-12-31', onChange }: DayFilterProps) => (
  <DateInput
    label={label}
    date={{ day: value ?? '', min, max, choose: onChange }}
    rightSection={
      value !== undefined && (
        <CloseButton size="sm" aria-label={`${label}: any day`} onClick={() => onChange(undefined)} />
      )
    }
  />
)

interface OrganizationSelectProps {
  value: string | undefined
  onChange: (organization: string | undefined) => void
  label?: string
  placeholder?: string
  error?: string | undefined
  isRequired?: boolean
}

/** Selects an organization, searched by name on the server: there may be thousands. */
export const OrganizationSelect = (props: OrganizationSelectProps) => {
  const {
    value,
    onChange,
    label = 'Organization',
    placeholder = 'All organizations',
    error,
    isRequired = false,
  } = props
  const [typed, setTyped] = useState('')
  const nameOf = useOrganizationNames([value ?? null])
  const [words] = useDebouncedValue(typed.trim(), 250)
  // the field shows the name of the selection, which is not a search
  const searchTerm = value !== undefined && words === nameOf(value) ? '' : words
  const { data } = useQuery(
    organizationsOptions(useClient(), { perPage: 20, ...(searchTerm !== '' && { searchTerm }) }),
  )
  const choices = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isListed = choices.some((choice) => choice.value === value)
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={value !== undefined && !isListed ? [{ value, label: nameOf(value) }, ...choices] : choices}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      onSearchChange={setTyped}
      searchable
      clearable={!isRequired}
      withAsterisk={false}
      required={isRequired}
      error={error}
      filter={({ options }) => options}
      nothingFoundMessage="No matching organizations"
      clearButtonProps={{ 'aria-label': 'All organizations' }}
    />
  )
}

interface OrganizationFieldProps {
  /** What belongs to the organization: "group". */
  noun: string
  value: string | undefined
  onChange: (organization: string | undefined) => void
  /** Why the last attempt failed. */
  error: Error | null
  isSubmitted: boolean
}

/** The organization of something new, which has to have one. */
export const OrganizationField = ({ noun, value, onChange, error, isSubmitted }: OrganizationFieldProps) => (
  <OrganizationSelect
    value={value}
    onChange={onChange}
    placeholder="Choose an organization"
    error={
      fieldFailure(error, 'organizationId') ??
      (isSubmitted && value === undefined ? `Choose the organization of the ${noun}` : undefined)
    }
    isRequired
  />
)

interface PersonSelectProps {
  value: string | undefined
  onChange: (person: string | undefined) => void
  organization?: string | undefined
  label?: string
}

/** Selects a person, searched by name or address on the server. */
export const PersonSelect = ({ value, onChange, organization, label = 'Person' }: PersonSelectProps) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const [words] = useDebouncedValue(typed.trim(), 250)
  const searchTerm = words === chosen?.label ? '' : words
  const { data } = useQuery(
    peopleOptions(useClient(), {
      perPage: 20,
      ...(searchTerm !== '' && { searchTerm }),
      ...(organization !== undefined && { organizationId: organization }),
    }),
  )
  // a link contains only the person's id
  const { data: named } = useQuery({
    ...peopleOptions(useClient(), { userId: value ?? '-', perPage: 1 }),
    enabled: value !== undefined && chosen?.value !== value,
  })
  const choices = (data?.items ?? []).map((person) => ({ value: person.id, label: nameOfPerson(person) }))
  const isListed = choices.some((choice) => choice.value === value)
  const person = named?.items.find(({ id }) => id === value)
  const unlistedOption =
    value === undefined || isListed
      ? []
      : [chosen?.value === value ? chosen : { value, label: person === undefined ? value : nameOfPerson(person) }]
  return (
    <Select
      label={label}
      placeholder="Everybody"
      data={[...unlistedOption, ...choices]}
      value={value ?? null}
      onChange={(next) => {
        setChosen(choices.find((choice) => choice.value === next) ?? null)
        onChange(next ?? undefined)
      }}
      onSearchChange={setTyped}
      searchable
      clearable
      filter={({ options }) => options}
      nothingFoundMessage="No matching people"
      clearButtonProps={{ 'aria-label': 'Everybody' }}
    />
  )
}

interface Filter {
  readonly organization?: string | undefined
  readonly person?: string | undefined
}

/** The filters of the activity in the administration. */
export const ActivityFilters = ({ value, onChange }: { value: Filter; onChange: (change: Filter) => void }) => (
  <>
    <OrganizationSelect
      value={value.organization}
      // a person of another organization would match nothing
      onChange={(organization) => onChange({ organization, person: undefined })}
    />
    <PersonSelect
      value={value.person}
      organization={value.organization}
      onChange={(person) => onChange({ organization: value.organization, person })}
    />
  </>
)
