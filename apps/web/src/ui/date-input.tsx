import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** How long keyboard input must pause, in milliseconds, before the chosen days are fetched. */
export const restMs = 250

/** A selectable day as `YYYY-MM-DD`, and its bounds. */
export interface DateChoice {
  readonly day: string
  readonly min: string
  readonly max: string
  readonly choose: (day: string) => void
}

/**
 * A date field that reports a day only after typing pauses: each typed digit gives another valid date. A day outside the bounds
 * is never reported, and is cleared when the field loses focus.
 */
export const DateInput = ({ date, ...input }: { date: DateChoice } & TextInputProps) => {
  const [draft, setDraft] = useState<string | null>(null)
  const choose = useDebouncedCallback(
    (day: string) => {
      if (day >= date.min && day <= date.max && day !== date.day) date.choose(day)
    },
    { delay: restMs, flushOnUnmount: true },
  )
  return (
    <TextInput
      {...input}
      type="date"
      value={draft ?? date.day}
      min={date.min}
      max={date.max}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        choose(event.currentTarget.value)
      }}
      onBlur={() => {
        choose.flush()
        setDraft(null)
      }}
    />
  )
}
