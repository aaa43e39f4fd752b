import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { restMs } from './charts/rest.ts'

/** A day that can be chosen, as `YYYY-MM-DD`, and the days between which it lies. */
export interface DateChoice {
  readonly day: string
  readonly min: string
  readonly max: string
  readonly choose: (day: string) => void
}

/**
 * A day, chosen once whoever types it rests: a date is typed digit by digit, and each is another day. What is not between the two
 * is never chosen, and gone when the field is left.
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
