import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** So long nobody types before the server is asked, in milliseconds. */
const typingPauseMs = 300

/** Narrows the open documents while somebody types. */
export const FindBox = ({ value, onChange }: { value: string; onChange: (find: string) => void }) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const send = useEffectEvent((next: string) => {
    if (next === sent.current) return
    sent.current = next
    onChange(next)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    // Another filter may be opened while this one stands; what this field sent comes back to it later than it is typed on.
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  const clear = () => {
    setTyped('')
    sent.current = ''
    onChange('')
  }
  return (
    <TextInput
      size="xs"
      flex={1}
      miw={0}
      type="search"
      maxLength={200}
      aria-label="Find in these documents"
      placeholder="Find in these documents"
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="xs" aria-label="Clear what is looked for" onClick={clear} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        // The first Escape empties the field, the next one closes the panel.
        if (event.key !== 'Escape' || typed === '') return
        event.stopPropagation()
        clear()
      }}
    />
  )
}
