import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { peopleOptions } from './administration.queries.ts'
import { nameOfPerson } from './names.ts'

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
  const missing =
    value === undefined || isListed
      ? []
      : [chosen?.value === value ? chosen : { value, label: person === undefined ? value : nameOfPerson(person) }]
  return (
    <Select
      label={label}
      placeholder="Everybody"
      data={[...missing, ...choices]}
      value={value ?? null}
      onChange={(next) => {
        setChosen(choices.find((choice) => choice.value === next) ?? null)
        onChange(next ?? undefined)
      }}
      onSearchChange={setTyped}
      searchable
      clearable
      filter={({ options }) => options}
      nothingFoundMessage="Nobody has this name"
      clearButtonProps={{ 'aria-label': 'Everybody' }}
    />
  )
}
