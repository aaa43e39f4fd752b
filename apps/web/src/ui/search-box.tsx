import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface SearchBoxProps {
  label: string
  placeholder: string
  /** The current search text; undefined for no search. */
  value: string | undefined
  onSearch: (value: string | undefined) => void
}

/** The typing pause, in milliseconds, after which the server is queried. */
const pauseMs = 300

/** A search field that queries the server while the person types. */
export const SearchBox = ({ label, placeholder, value, onSearch }: SearchBoxProps) => {
  const [typed, setTyped] = useState(value ?? '')
  const lastSent = useRef(value)
  useEffect(() => {
    // The search was changed elsewhere, as by the browser's Back button; without this check the text being typed would be lost.
    if (value === lastSent.current) return
    lastSent.current = value
    setTyped(value ?? '')
  }, [value])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (text: string) => {
    clearTimeout(timer.current)
    const words = text.trim() === '' ? undefined : text.trim()
    if (words === lastSent.current) return
    lastSent.current = words
    onSearch(words)
  }
  const change = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(text), pauseMs)
  }
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      value={typed}
      maxLength={200}
      leftSection={<IconSearch size={15} stroke={1.8} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="sm"
            aria-label="Clear the search"
            onClick={() => {
              setTyped('')
              send('')
            }}
          />
        )
      }
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(typed)
      }}
    />
  )
}
