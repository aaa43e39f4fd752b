import { Button, Checkbox, Group, Select } from '@mantine/core'
import type { AddCardInput } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { LinkButton } from '../../../lib/link-button.tsx'
import { chartWords, numberWords, sectionWords } from '../cards/card-words.ts'
import { type SignalCardKind, toSignalCard } from './signal-card-input.ts'
import { recentSignalsOptions } from '../stories.queries.ts'
import classes from './editor.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface AddSignalCardProps {
  kind: SignalCardKind
  onAdd: (input: Omit<AddCardInput, 'storyId'>) => void
  onCancel: () => void
}

const choicesOf: Record<SignalCardKind, Readonly<Record<string, string>> | null> = {
  chart: Object.fromEntries(Object.entries(chartWords).map(([key, { name }]) => [key, name])),
  number: Object.fromEntries(Object.entries(numberWords).map(([key, { name }]) => [key, name])),
  section: sectionWords,
  signal: null,
}

/** A card of a signal that was looked at: which one, what of it, and whether it keeps today's values. */
export const AddSignalCard = ({ kind, onAdd, onCancel }: AddSignalCardProps) => {
  const { data } = useQuery(recentSignalsOptions(useClient()))
  const signals = new Map(data?.items.map(({ signalId, query }) => [signalId, query.title]))
  const choices = choicesOf[kind]
  const [chosen, setChosen] = useState<string | null>(null)
  const signalId = chosen ?? signals.keys().next().value ?? null
  const [what, setWhat] = useState(() => Object.keys(choices ?? {})[0] ?? '')
  const [frozen, setFrozen] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signalId !== null)
      onAdd({ ...toSignalCard({ kind, what, signalId, title: signals.get(signalId) ?? '' }), frozen })
  }
  if (data && signals.size === 0)
    return (
      <div className={classes.addForm}>
        <p className={textStyles.text}>Search a topic first: a card shows what its report measured.</p>
        <LinkButton to="/" size="compact-sm" style={{ alignSelf: 'flex-start' }}>
          Search a topic
        </LinkButton>
      </div>
    )
  return (
    <form className={classes.addForm} onSubmit={submit} aria-label={`Add a ${kind}`}>
      <Select
        label="Signal"
        data={[...signals].map(([value, label]) => ({ value, label }))}
        value={signalId}
        onChange={setChosen}
        allowDeselect={false}
        searchable
        nothingFoundMessage="You have not looked at such a signal"
        disabled={!data}
      />
      {choices && (
        <Select
          label="What of it"
          data={Object.entries(choices).map(([value, label]) => ({ value, label }))}
          value={what}
          onChange={(value) => value && setWhat(value)}
          allowDeselect={false}
        />
      )}
      <Checkbox
        label="Freeze: keep the values of now"
        checked={frozen}
        onChange={(event) => setFrozen(event.currentTarget.checked)}
      />
      <Group gap="xs">
        <Button type="submit" size="compact-md" disabled={signalId === null}>
          Add
        </Button>
        <Button variant="subtle" color="gray" size="compact-md" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
