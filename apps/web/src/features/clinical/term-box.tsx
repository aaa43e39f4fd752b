import { Autocomplete, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { termsOptions } from './clinical.queries.ts'
import classes from './clinical.module.css'

interface TermBoxProps {
  /** The accessible name of the field. */
  label: string
  placeholder: string
  /** The text in the address. */
  words: string | undefined
  /** The kind of terms to suggest; none if null. */
  kind: 'condition' | 'intervention' | 'sponsor' | 'any' | null
  onSearch: (words: string) => void
  /** Shown before the input: the field to search. */
  children?: ReactNode
}

const typingPauseMs = 250

/** A search field with suggestions from the register's own terms. */
export const TermBox = ({ label, placeholder, words = '', kind, onSearch, children }: TermBoxProps) => {
  const [text, setText] = useState(words)
  const [typed] = useDebouncedValue(text.trim(), typingPauseMs)
  const { data } = useQuery({
    ...termsOptions(useClient(), typed),
    enabled: kind !== null && typed.length > 1 && typed !== words,
  })
  const suggestions = (data?.items ?? []).filter((term) => kind === 'any' || term.kind === kind)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onSearch(text.trim())
  }
  return (
    <form className={classes.search} role="search" aria-label={label} onSubmit={submit} noValidate>
      {children}
      <Autocomplete
        className={classes.words}
        aria-label={label}
        placeholder={placeholder}
        size="md"
        maxLength={300}
        value={text}
        data={[...new Set(suggestions.map(({ term }) => term))]}
        filter={({ options }) => options}
        leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
        onChange={setText}
        onOptionSubmit={onSearch}
        spellCheck={false}
      />
      <Button type="submit" size="md">
        Search
      </Button>
    </form>
  )
}
