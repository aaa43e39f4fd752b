import { Select, TextInput } from '@mantine/core'
import { IconHash } from '@tabler/icons-react'
import { useState } from 'react'
import { countryChoices } from '../../lib/places/countries.ts'
import { toTag } from './hashtags.search.ts'
import classes from './hashtags.module.css'

interface TagBoxProps {
  label: string
  placeholder: string
  onOpen: (tag: string) => void
  size?: 'sm' | 'md'
}

/** A field for a hashtag, with or without #; Enter opens it. */
export const TagBox = ({ label, placeholder, onOpen, size = 'sm' }: TagBoxProps) => {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  return (
    <form
      className={size === 'md' ? classes.open : classes.country}
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() === '') return
        const tag = toTag(typed)
        setFault(tag === null ? 'One word, without spaces, commas or /.' : null)
        if (tag === null) return
        setTyped('')
        onOpen(tag)
      }}
    >
      <TextInput
        size={size}
        aria-label={label}
        placeholder={placeholder}
        leftSection={<IconHash size={15} stroke={1.8} aria-hidden />}
        value={typed}
        maxLength={101}
        error={fault}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  )
}

interface CountrySelectProps {
  value: string | undefined
  onChange: (country: string | undefined) => void
}

/** The country whose videos count. */
export const CountrySelect = ({ value, onChange }: CountrySelectProps) => (
  <Select
    className={classes.country}
    aria-label="Country"
    placeholder="Everywhere"
    data={[...countryChoices()]}
    value={value ?? null}
    searchable
    clearable
    clearButtonProps={{ 'aria-label': 'Everywhere' }}
    onChange={(country) => onChange(country ?? undefined)}
  />
)
