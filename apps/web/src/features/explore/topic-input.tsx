import { Combobox, TextInput, useCombobox, Autocomplete } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { maxPairLength } from './explore.search.ts'
import { SuggestionLabel, useSuggestions } from './suggestions.tsx'
import { useClient } from '../../lib/api/api.tsx'
import { namesOptions } from './explore.queries.ts'

interface TopicInputProps {
  value: string
  error?: string | undefined
  /** The term is the first of a pair, and shorter. */
  isPair?: boolean
  onChange: (term: string) => void
  /** Called when a suggestion was chosen. */
  onChoose: (term: string) => void
}

/** The topic field, with suggestions below. Enter without a suggestion submits the form around it. */
export const TopicInput = ({ value, error, isPair = false, onChange, onChoose }: TopicInputProps) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const suggestions = useSuggestions(value)
  const [touched, setTouched] = useState(false)
  const inputRef = useRef<HTMLInputElement>(null)
  // Only with a keyboard; on a phone the on-screen keyboard would cover half of the page. In the next frame: focusing forces a
  // layout of the page, which has only just been rendered.
  useEffect(() => {
    if (!globalThis.matchMedia('(hover: hover) and (pointer: fine)').matches) return undefined
    const frame = requestAnimationFrame(() => inputRef.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(term) => {
        combobox.closeDropdown()
        onChoose(term)
      }}
    >
      <Combobox.Target>
        <TextInput
          ref={inputRef}
          aria-label="Topic"
          placeholder="A product, a brand, a question…"
          size="lg"
          value={value}
          error={error}
          maxLength={isPair ? maxPairLength : 500}
          autoComplete="off"
          spellCheck={false}
          leftSection={<IconSearch size={20} stroke={1.8} aria-hidden />}
          onChange={(event) => {
            setTouched(true)
            onChange(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onFocus={() => touched && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={suggestions.length === 0}>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label="Suggested topics">
          {suggestions.map((suggestion) => (
            <Combobox.Option key={`${suggestion.kind} ${suggestion.term}`} value={suggestion.term}>
              <SuggestionLabel suggestion={suggestion} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const typingPauseMs = 120

/** A name that every document must contain. Names from the library are suggested; any other can be typed. */
export const NameInput = ({ value, onChange }: { value: string; onChange: (name: string) => void }) => {
  const client = useClient()
  const [typed] = useDebouncedValue(value.trim(), typingPauseMs)
  const { data } = useQuery(namesOptions(client, typed))
  const names = value.trim() === '' ? [] : (data?.items ?? [])
  return (
    <Autocomplete
      label="Mentions"
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
