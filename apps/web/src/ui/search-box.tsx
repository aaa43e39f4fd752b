import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface SearchBoxProps {
  label: string
  placeholder: string
  /** What is searched for now; undefined for everything. */
  value: string | undefined
  onSearch: (value: string | undefined) => void
}

/** A pause in typing that is long enough to ask the server. */
const pauseMs = 300

/** Words that the server looks for, asked while they are typed. */
export const SearchBox = ({ label, placeholder, value, onSearch }: SearchBoxProps) => {
  const [typed, setTyped] = useState(value ?? '')
  const sent = useRef(value)
  useEffect(() => {
    // Another search came from outside, as from the browser's way back; what is being typed would be lost otherwise.
    if (value === sent.current) return
    sent.current = value
    setTyped(value ?? '')
  }, [value])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (text: string) => {
    clearTimeout(timer.current)
    const words = text.trim() === '' ? undefined : text.trim()
    if (words === sent.current) return
    sent.current = words
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
