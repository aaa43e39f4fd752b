import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { namesOptions } from './explore.queries.ts'
import { SuggestionLabel } from './suggestion-label.tsx'

const typingPauseMs = 120

/** A name that every document must contain. Names from the library are suggested; any other can be typed. */
export const NameInput = ({ value, onChange }: { value: string; onChange: (name: string) => void }) => {
  const client = useClient()
  const [typed] = useDebouncedValue(value.trim(), typingPauseMs)
  const { data } = useQuery(namesOptions(client, typed))
  const names = value.trim() === '' ? [] : (data?.items ?? [])
  return (
    <Autocomplete
      label="Must name"
      placeholder="Person or brand"
      value={value}
      onChange={onChange}
      data={[...new Set(names.map(({ term }) => term))]}
      // already filtered by the server, which handles folding and accents
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const suggestion = names.find(({ term }) => term === option.value)
        return suggestion ? <SuggestionLabel suggestion={suggestion} /> : option.value
      }}
      maxLength={200}
      maxDropdownHeight={280}
      // wider than its field: a name and its count are side by side
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      autoComplete="off"
      spellCheck={false}
      clearable
      clearButtonProps={{ 'aria-label': 'Any name' }}
    />
  )
}
