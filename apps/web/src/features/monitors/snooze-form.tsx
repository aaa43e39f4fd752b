import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

interface SnoozeFormProps {
  /** The first day that can be chosen, YYYY-MM-DD. */
  firstDay: string
  onSnooze: (until: Date) => void
  onCancel: () => void
}

/** Until when a monitor tells nobody: the beginning of a day, in UTC as all days of monitors. */
export const SnoozeForm = ({ firstDay, onSnooze, onCancel }: SnoozeFormProps) => {
  const [day, setDay] = useState('')
  const isChosen = day >= firstDay
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isChosen) onSnooze(new Date(`${day}T00:00:00Z`))
  }
  return (
    <form onSubmit={save} aria-label="Snooze until a day">
      <Group gap={8} align="flex-end">
        <TextInput
          label="Tell nothing until"
          type="date"
          min={firstDay}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isChosen}>
          Snooze
        </Button>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
