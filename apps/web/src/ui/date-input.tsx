import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { createContext, use, useState } from 'react'
import classes from './components.module.css'

/** How long keyboard input must pause, in milliseconds, before the chosen days are fetched. */
export const inputPauseMs = 250

/** How a day is written; the app provides the person's date style. */
export const DayFormat = createContext<(day: string) => string>((day) => day)

/**
 * A field for a day. The browser writes and reads days in its own order, so the person's date style is shown over the field while
 * nobody types in it.
 */
export const DayInput = ({ placeholder = '', ...input }: TextInputProps & { value: string }) => {
  const format = use(DayFormat)
  const isEmpty = input.value === ''
  const shownText = isEmpty ? placeholder : format(input.value)
  return (
    <TextInput
      {...input}
      type="date"
      classNames={{ wrapper: classes.day ?? '' }}
      data-empty={isEmpty || undefined}
      style={{ '--day': JSON.stringify(shownText) }}
    />
  )
}

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
    { delay: inputPauseMs, flushOnUnmount: true },
  )
  return (
    <DayInput
      {...input}
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
