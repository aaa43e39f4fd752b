import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { organizationsOptions } from './administration.queries.ts'
import { useOrganizationNames } from './names.ts'

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
      nothingFoundMessage="No organization has this name"
      clearButtonProps={{ 'aria-label': 'All organizations' }}
    />
  )
}
